import { expect } from "vitest";
import { processTest as test } from "../harness/process-test.ts";
import { createDataDir, launch, linesOf } from "../harness/wazi-process.ts";

/** The programs that a release has. Those that need an argument would otherwise fail for its lack. */
const PROGRAMS = [
  ...["accept-clock", "archive", "backtest", "backup", "drill", "evidence", "fit-market", "reconcile", "renew-log"],
  ...[
    "appoint-administrator",
    "report-failure",
    "reserves",
    "reset-admin",
    "restore",
    "rotate-documents",
    "seed-back-office",
    "simulate-bots",
    "test-signer",
    "verify-log",
  ],
];

test.each(PROGRAMS)("%s refuses a wrong argument in a sentence and with 2", async (name) => {
  const command = [process.execPath, `apps/server/dist/${name}.js`, "--no-such-option"];
  const refused = launch(createDataDir(), { command });
  expect(await refused.exited).toEqual({ code: 2, signal: null });
  expect(refused.stdout()).toBe("");
  expect(linesOf(refused.stderr())).toHaveLength(1);
  expect(refused.stderr()).not.toMatch(/^ +at /m);
});

test.each([
  ["backtest", "--"],
  ["evidence", "--"],
  ["wazi", "--", "fit-market"],
  ["wazi", "--", "simulate-bots"],
])("npm run %s %s %s answers --help", async (...words) => {
  const answered = launch(createDataDir(), { command: ["npm", "run", "--silent", ...words, "--help"] });
  expect(await answered.exited).toEqual({ code: 0, signal: null });
  expect(answered.stdout()).toMatch(/^Usage: npm run/);
});
