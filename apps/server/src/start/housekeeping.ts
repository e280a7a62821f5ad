import { MINUTE_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import { runEvery, type Running } from "../platform/jobs/run-every.ts";
import { maintainPartitions } from "../platform/retention/maintain-partitions.ts";
import { removeExpiredRows } from "../platform/retention/remove-expired-rows.ts";
import { storeLedgerDays } from "../ledger/days/store-ledger-days.ts";
import type { Sql } from "../platform/db/pool.ts";
import { compactHeartbeats } from "../office/status/heartbeat.ts";
import { nouns } from "./modules.ts";

export const retentionRules = nouns.flatMap(({ retention }) => retention ?? []);
export const partitionRules = nouns.flatMap(({ partitions }) => partitions ?? []);

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

/**
 * Removes what is no longer kept every 10 minutes (by the rules of the nouns), and adds up finished days, also at the start: a
 * database that was just restored has many of them, for which the back office would wait.
 */
export function runHousekeeping(sql: Sql, now: () => Date, log: Pick<BaseLogger, "warn">): Running {
  const failed = (error: unknown): void => log.warn({ err: error }, "housekeeping failed; it runs again in 10 minutes");
  const addingUp = runEvery({
    everyMs: INTERVAL_MS,
    run: async (signal) => {
      await storeLedgerDays({ sql, now }, { signal });
    },
    failed,
  });
  const removing = runEvery({
    everyMs: INTERVAL_MS,
    firstAfterMs: INTERVAL_MS,
    run: async (signal) => {
      const work = [removeOldRows({ sql, now }, signal), keepPartitions({ sql, now }), compactHeartbeats({ sql, now })];
      // One that fails does not keep the others from being awaited.
      for (const result of await Promise.allSettled(work)) if (result.status === "rejected") throw result.reason;
    },
    failed,
  });
  return {
    stop: async () => {
      await Promise.all([addingUp.stop(), removing.stop()]);
    },
  };
}
