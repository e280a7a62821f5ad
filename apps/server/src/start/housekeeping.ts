import { MINUTE_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import { runEvery, type Running } from "../platform/jobs/run-every.ts";
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
export function runHousekeeping(sql: Sql, now: () => Date, log: Pick<BaseLogger, "warn">): Running {
  let isFirst = true;
  return runEvery({
    everyMs: INTERVAL_MS,
    run: async (signal) => {
      // A database that was just restored has many days to add up, for which the back office would wait.
      const work: Promise<unknown>[] = [storeLedgerDays({ sql, now }, { signal })];
      if (!isFirst)
        work.push(removeOldRows({ sql, now }, signal), keepPartitions({ sql, now }), compactHeartbeats({ sql, now }));
      isFirst = false;
      await Promise.all(work);
    },
    failed: (error) => log.warn({ err: error }, "housekeeping failed; it runs again in 10 minutes"),
  });
}
