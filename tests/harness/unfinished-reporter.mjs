import { relative } from "node:path";

const MS_PER_MINUTE = 60_000;
/** Longer than a test may take (ops/scripts/slow-tests.mjs), so a run that goes well prints nothing. */
const REPORTED_AFTER_MS = Number(process.env.WAZI_UNFINISHED_AFTER_MS ?? 5 * MS_PER_MINUTE);
/** The last files of a run may be done while it does not end. */
const NOTHING_LEFT = "no test file is left, but the run does not end";

/**
 * Says every few minutes which files have been at the same test, hook or import since the last time, so that the output of a
 * run that never ends tells where it stood. It goes to standard error, which is shown at once for tests in the background, too.
 */
export default class UnfinishedReporter {
  #root;
  #open = new Map();
  #lastEndAt = performance.now();

  onInit(vitest) {
    this.#root = vitest.config.root;
    setInterval(() => this.#report(), REPORTED_AFTER_MS).unref();
  }

  onTestModuleQueued(testModule) {
    this.#enter(testModule, "starting or loading");
  }

  onTestModuleStart(testModule) {
    this.#enter(testModule, "between tests");
  }

  onHookStart({ name, entity }) {
    this.#enter(moduleOf(entity), `${name} of ${entity.fullName ?? "the file"}`);
  }

  onHookEnd({ entity }) {
    this.#enter(moduleOf(entity), "between tests");
  }

  onTestCaseReady(testCase) {
    this.#enter(testCase.module, testCase.fullName);
  }

  onTestCaseResult(testCase) {
    this.#enter(testCase.module, `after ${testCase.fullName}`);
  }

  onTestModuleEnd(testModule) {
    this.#open.delete(testModule.id);
    this.#lastEndAt = performance.now();
  }

  #enter({ id, moduleId, project }, step) {
    const file = relative(this.#root, moduleId);
    this.#open.set(id, { place: [project.name, `${file}: ${step}`].filter(Boolean).join(" "), at: performance.now() });
  }

  #report() {
    const open = this.#open.size > 0 ? [...this.#open.values()] : [{ place: NOTHING_LEFT, at: this.#lastEndAt }];
    for (const { place, at } of open) {
      const ms = performance.now() - at;
      if (ms >= REPORTED_AFTER_MS)
        process.stderr.write(`unfinished for ${(ms / MS_PER_MINUTE).toFixed(1)} min: ${place}\n`);
    }
  }
}

const moduleOf = (entity) => entity.module ?? entity;
