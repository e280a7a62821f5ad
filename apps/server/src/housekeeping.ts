import { MINUTE_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import { keepPartitions } from "./core/retention/keep-partitions.ts";
import { removeOldRows } from "./core/retention/remove-old-rows.ts";
import { storeLedgerDays } from "./core/ledger-days/store-ledger-days.ts";
import type { Sql } from "./db/pool.ts";
import { compactHeartbeats } from "./features/status/compact-heartbeats.ts";

const INTERVAL_MS = 10 * MINUTE_MS;

/** Removes what is no longer kept every 10 minutes (core/retention/rules.ts), and adds up finished days. */
export function runHousekeeping(sql: Sql, now: () => Date, log: Pick<BaseLogger, "warn">): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = Promise.all([
      removeOldRows({ sql, now }, signal),
      keepPartitions({ sql, now }),
      compactHeartbeats({ sql, now }),
      storeLedgerDays({ sql, now }, signal),
    ]).then(
      () => undefined,
      (error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, "housekeeping failed; it runs again in 10 minutes");
      },
    );
  }, INTERVAL_MS);
  timer.unref();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await round;
    },
  };
}
