import { defineConfig } from "vitest/config";

/** A run with the setup of all others, of one file that never ends. killed-run.test.ts kills it. */
export default defineConfig({
  test: {
    include: ["tests/crash/killed-run/start-everything.ts"],
    globalSetup: ["tests/harness/run-setup.ts", "tests/harness/database-setup.ts"],
    setupFiles: ["tests/harness/worker-setup.ts"],
    isolate: false,
    testTimeout: 300_000,
  },
});
