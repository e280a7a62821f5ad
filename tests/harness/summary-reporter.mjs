import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** As much of an error as shows what went wrong: a page's whole text may be in its message. */
const ERROR_LENGTH = 1_200;
/** The durations of longer tests are kept. */
const SLOW_MS = 1_000;

/**
 * Counts over all kinds of tests, written to the file that WAZI_TEST_SUMMARY names: ops/scripts/test.mjs prints them last,
 * when nothing else can come after, with the errors of what failed. What failed outside of any test (a file that does
 * not load, an unhandled rejection) counts as failed, too.
 */
export default class SummaryReporter {
  onInit(vitest) {
    this.vitest = vitest;
  }

  onTestRunEnd(testModules, unhandledErrors) {
    const root = this.vitest.config.root;
    const summary = { passed: 0, failed: 0, skipped: 0, failures: [], retried: [], skips: [], durations: [] };
    const isFiltered = this.vitest.config.testNamePattern !== undefined;
    const addFailure = (file, name, errors, { pages } = {}) => {
      const error = describeAll(errors, root);
      summary.failures.push({
        file,
        name,
        error: pages === undefined ? error : `${error}\n${pages.slice(0, ERROR_LENGTH)}`,
      });
    };
    for (const error of unhandledErrors) {
      const file = error.VITEST_TEST_PATH === undefined ? "" : relative(root, error.VITEST_TEST_PATH);
      addFailure(file, "outside of any test", [error]);
    }
    for (const testModule of testModules) {
      const file = relative(root, testModule.moduleId);
      for (const error of testModule.errors()) addFailure(file, "outside of any test", [error]);
      for (const suite of testModule.children.allSuites())
        for (const error of suite.errors()) addFailure(file, suite.fullName, [error]);
      for (const test of testModule.children.allTests()) {
        const { state, note, errors } = test.result();
        const { flaky, duration = 0 } = test.diagnostic() ?? {};
        if (flaky) summary.retried.push({ file, name: test.fullName, error: describeAll(errors, root) });
        if (duration > SLOW_MS)
          summary.durations.push({ project: test.project.name, file, name: test.fullName, ms: Math.round(duration) });
        if (state === "passed") summary.passed += 1;
        else if (state === "failed") addFailure(file, test.fullName, errors, test.meta());
        else {
          summary.skipped += 1;
          // With -t the tests of another name are skipped as well, and the reason is known to who asked for it.
          if (!isFiltered) summary.skips.push({ name: test.fullName, reason: note });
        }
      }
    }
    summary.failed = summary.failures.length;
    const output = process.env.WAZI_TEST_SUMMARY;
    if (output !== undefined) writeFileSync(output, JSON.stringify(summary));
  }
}

const describeAll = (errors, root) => errors.map((error) => describe(error, root)).join("\n");

/** The error's message, cut, where it was thrown, and the stack of its cause, which says who asked. */
function describe(error, root) {
  const message = stripVTControlCharacters(String(error.message ?? error));
  const shown = message.length > ERROR_LENGTH ? `${message.slice(0, ERROR_LENGTH)}…` : message;
  const at = error.stacks?.[0];
  const cause = error.cause?.stack === undefined ? "" : `\ncaused by ${error.cause.stack.replaceAll(`${root}/`, "")}`;
  return `${shown}${at === undefined ? "" : `\nat ${relative(root, at.file)}:${at.line}`}${cause}`;
}
