import { writeFileSync } from "node:fs";

/**
 * Counts over all kinds of tests, written to the file that WAZI_TEST_SUMMARY names: scripts/test.mjs prints them last,
 * when nothing else can come after. What failed outside of any test (a file that does not load, an unhandled rejection)
 * counts as failed, too.
 */
export default class SummaryReporter {
  onInit(vitest) {
    this.vitest = vitest;
  }

  onTestRunEnd(testModules, unhandledErrors) {
    const summary = { passed: 0, failed: unhandledErrors.length, skipped: 0, reasons: [] };
    const isFiltered = this.vitest.config.testNamePattern !== undefined;
    for (const testModule of testModules) {
      summary.failed += testModule.errors().length;
      for (const test of testModule.children.allTests()) count(summary, test, isFiltered);
      for (const suite of testModule.children.allSuites()) summary.failed += suite.errors().length;
    }
    const file = process.env.WAZI_TEST_SUMMARY;
    if (file !== undefined) writeFileSync(file, JSON.stringify(summary));
  }
}

function count(summary, test, isFiltered) {
  const { state, note } = test.result();
  if (state === "passed") summary.passed += 1;
  else if (state === "failed") summary.failed += 1;
  else {
    summary.skipped += 1;
    // With -t the tests of another name are skipped as well, and the reason is known to who asked for it.
    if (!isFiltered) summary.reasons.push({ name: test.fullName, reason: note ?? "no reason given" });
  }
}
