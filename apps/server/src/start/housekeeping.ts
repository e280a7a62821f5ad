import { MINUTE_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import { maintainPartitions } from "../platform/retention/maintain-partitions.ts";
import { removeExpiredRows } from "../platform/retention/remove-expired-rows.ts";
import { storeLedgerDays } from "../ledger/days/store-ledger-days.ts";
import type { Sql } from "../platform/db/pool.ts";
import { compactHeartbeats } from "../office/status/compact-heartbeats.ts";

import { partitionRules, retentionRules } from "./retention-rules.ts";

const INTERVAL_MS = 10 * MINUTE_MS;

interface Deps {
  sql: Sql;
  now: () => Date;
}

/** Removes the rows that Wazi no longer keeps. @returns how many */
export const removeOldRows = (deps: Deps, signal?: AbortSignal): Promise<number> =>
  removeExpiredRows(retentionRules, deps, signal);

/** Creates the partitions of the coming months, and removes those that Wazi no longer keeps. */
export const keepPartitions = (deps: Deps): Promise<void> => maintainPartitions(partitionRules, deps);

/** Removes what is no longer kept every 10 minutes (start/retention-rules.ts), and adds up finished days, also at the start. */
export function runHousekeeping(sql: Sql, now: () => Date, log: Pick<BaseLogger, "warn">): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const warn = (error: unknown): void => {
    if (!signal.aborted) log.warn({ err: error }, "housekeeping failed; it runs again in 10 minutes");
  };
  // A database that was just restored has many days to add up, for which the back office would wait.
  let round: Promise<void> = storeLedgerDays({ sql, now }, { signal }).then(() => undefined, warn);
  const timer = setInterval(() => {
    round = Promise.all([
      removeOldRows({ sql, now }, signal),
      keepPartitions({ sql, now }),
      compactHeartbeats({ sql, now }),
      storeLedgerDays({ sql, now }, { signal }),
    ]).then(() => undefined, warn);
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
