import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { writeMessageModules } from "./ops/scripts/compile-messages.mjs";
import { listClaimTags } from "./tests/harness/claims.ts";
import { findMissingServerPackages } from "./tests/harness/debian-packages.ts";

writeMessageModules();

/**
 * Browser and database tests also wait, so more files run at once than there are cores. Four keep two cores busy; with more, a test only waits
 * longer for its turn, and on a slow machine for so long that the prices of a started product are too old for an entry.
 */
const FILES_AT_ONCE = Math.min(4, 1 + 2 * availableParallelism());
/**
 * The crash tests hold starts and stops to time bounds, so fewer of them run at once. In a run of everything, which
 * ops/scripts/test.mjs divides, only the unit tests and `.ci/run`'s checks run beside them, at a low priority.
 */
const PROCESS_FILES_AT_ONCE = 4;
/**
 * In CI, a test of a page that waited in vain for something is run once more, and the summary names it: the server is in the test's own process,
 * and the browser may be slow. These are the messages of our own waiting, of vitest and of Playwright. Nothing that starts the product is run again,
 * because a hang is what its tests look for: not `whole`, and no page of a started product (browser-test.ts).
 */
const RETRY_OUT_OF_TIME =
  process.env["CI"] === undefined
    ? 0
    : {
        count: 1,
        condition: /^timed out after|^Test timed out|Timeout \d+ms exceeded|did not (happen within|succeed in time)/,
      };

/** Debian's PostgreSQL at its defaults, and PgBouncer in front of it: the main job, the plans of statements, races of money. */
const FILES_ON_DEBIAN =
  findMissingServerPackages().length > 0
    ? ["tests/servers/missing-packages.test.ts"]
    : [
        "apps/server/src/platform/db/connection-paths.test.ts",
        "tests/servers/statement-plans.test.ts",
        "tests/races/investor-journey.test.ts",
        "tests/races/money-races.test.ts",
      ];

/** As long as a page's own timeout. It costs time only when a test fails; vitest's own second is short on a busy machine. */
const POLL = { timeout: 60_000 };
/** Tests of `.ci/nightly` install servers, promote standbys and stream for minutes. `npm test` without names leaves them out. */
const NIGHTLY_TIMEOUT_MS = 3_600_000;

/** First of all in vitest's own process, and in every worker, so that what they start ends with them. */
const RUN = "tests/harness/run-setup.ts";
const COMMON = {
  setupFiles: ["tests/harness/worker-setup.ts"],
  isolate: false,
  expect: { poll: POLL },
};

/** The slow browser files come first, and with `--shuffle` the others in any order. The last files of `api` take a second each, so no core is idle at the end. */
class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { shuffle, seed } = this.ctx.config.sequence;
    const placeOf = ({ moduleId }: TestSpecification): string =>
      createHash("sha256").update(`${seed} ${moduleId}`).digest("hex");
    // vitest shuffles the tests of a file itself.
    if (shuffle) sorted.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
    const isOfBrowser = ({ project }: TestSpecification): boolean => project.name === "browser";
    return [...sorted.filter(isOfBrowser), ...sorted.filter((file) => !isOfBrowser(file))];
  }
}

/**
 * The kinds of test, described in docs/reference/tests.md. In all of them a worker keeps its modules, its database connections
 * and its browser from file to file (`isolate: false`): loading them again took longer than many files.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: BrowserFirst },
    tags: listClaimTags().map((name) => ({ name })),
    // The three processes of a whole run, and the next run, read what one of them has compiled.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: "unit",
          globalSetup: [RUN],
          include: ["packages/*/src/**/*.test.ts", "apps/web/src/**/*.test.ts", "tests/harness/**/*.test.ts"],
          ...COMMON,
          maxWorkers: FILES_AT_ONCE,
          // Long, because they run in the background of the crash tests.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "api",
          include: ["{apps/server/src,lab/commands,tests/races,tests/servers}/**/*.test.ts"],
          exclude: ["tests/servers/missing-packages.test.ts"],
          globalSetup: [RUN, "tests/harness/database-setup.ts", "tests/harness/submission-setup.ts"],
          ...COMMON,
          maxWorkers: FILES_AT_ONCE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      ...["debian", "pgbouncer"].map((name) => ({
        test: {
          name,
          include: FILES_ON_DEBIAN,
          globalSetup: [RUN, "tests/harness/debian-setup.ts", "tests/harness/submission-setup.ts"],
          ...COMMON,
          maxWorkers: FILES_AT_ONCE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      })),
      {
        test: {
          name: "browser",
          include: ["tests/journeys/**/*.test.ts"],
          globalSetup: [RUN, "tests/harness/database-setup.ts", "tests/harness/submission-setup.ts"],
          ...COMMON,
          maxWorkers: FILES_AT_ONCE,
          retry: RETRY_OUT_OF_TIME,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "whole",
          globalSetup: [RUN],
          include: ["tests/crash/**/*.test.ts", "lab/soak/**/*.test.ts"],
          ...COMMON,
          sequence: { groupOrder: 1 },
          maxWorkers: PROCESS_FILES_AT_ONCE,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "nightly",
          globalSetup: [RUN],
          include: ["tests/nightly/**/*.test.ts", "tests/cluster/**/*.test.ts"],
          ...COMMON,
          maxWorkers: 1,
          testTimeout: NIGHTLY_TIMEOUT_MS,
          hookTimeout: NIGHTLY_TIMEOUT_MS,
        },
      },
    ],
  },
});
