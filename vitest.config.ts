import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * Told apart by where they stand: pure and SQL tests beside the code, and under tests/ what needs the whole product. Most
 * of them wait for a database or a browser most of the time, so two files run beside each other also on few cores; not
 * those that crash and restart it, whose bounds are times.
 */
const FILES_AT_ONCE = Math.min(3, Math.max(2, availableParallelism() - 1));

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "apps/web/src/**/*.test.ts", "tests/harness/**/*.test.ts"],
          maxWorkers: FILES_AT_ONCE,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "api",
          include: ["apps/server/src/**/*.test.ts", "tests/races/**/*.test.ts"],
          globalSetup: ["tests/harness/database-setup.ts", "tests/harness/submission-setup.ts"],
          maxWorkers: FILES_AT_ONCE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/harness/database-setup.ts", "tests/harness/submission-setup.ts"],
          isolate: false,
          sequence: { groupOrder: 1 },
          maxWorkers: FILES_AT_ONCE,
          // As long as whatever else waits in a browser.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "whole",
          include: ["tests/crash/**/*.test.ts"],
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
