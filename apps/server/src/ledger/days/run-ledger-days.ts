import { MINUTE_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import type { Sql } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import { storeLedgerDays } from "./store-ledger-days.ts";

const EVERY_MS = 10 * MINUTE_MS;

/**
 * Adds up finished days, also at the start: a database that was just restored has many of them, for which the back office would
 * wait.
 */
export function runLedgerDays(deps: { sql: Sql; now: () => Date }, log: Pick<BaseLogger, "warn">): Running {
  return runEvery({
    everyMs: EVERY_MS,
    run: async (signal) => {
      await storeLedgerDays(deps, { signal });
    },
    failed: (error) => log.warn({ err: error }, "adding up days failed; it runs again in 10 minutes"),
  });
}
