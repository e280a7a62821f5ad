import { defineConfig } from "vitest/config";

/** The tests that StrykerJS runs for each change (docs/how-to/developer/find-a-fault.md): those in tables. `WAZI_MUTANTS=ledger` runs those of ledger/door. */
const isLedger = process.env["WAZI_MUTANTS"] === "ledger";

export default defineConfig({
  test: isLedger
    ? {
        include: ["apps/server/src/ledger/door/**/*.test.ts"],
        exclude: ["apps/server/src/ledger/door/post.test.ts"],
        globalSetup: ["tests/harness/database-setup.ts"],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }
    : { include: ["packages/domain/src/**/*.test.ts"], exclude: ["**/*.property.test.ts"] },
});
