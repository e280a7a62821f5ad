import { defineConfig } from "vitest/config";

/**
 * Three kinds of tests in one run, told apart by where they stand: pure and SQL tests beside the code, and under
 * tests/ what needs the whole product (races, crashes, a browser), one file after the other: each starts servers of its own.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "apps/web/src/**/*.test.ts", "tests/harness/**/*.test.ts"],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "api",
          include: ["apps/server/src/**/*.test.ts", "tests/races/**/*.test.ts"],
          globalSetup: ["tests/harness/database-setup.ts", "tests/harness/submission-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "whole",
          include: ["tests/{e2e,crash}/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
