import { MINUTE_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import type { Sql } from "../db/pool.ts";
import { runEvery, type Running } from "../jobs/run-every.ts";
import { maintainPartitions } from "./maintain-partitions.ts";
import { removeExpiredRows } from "./remove-expired-rows.ts";
import type { PartitionRule, RetentionRule } from "./retention-rule.ts";

const EVERY_MS = 10 * MINUTE_MS;

interface Rules {
  rows: readonly RetentionRule[];
  partitions: readonly PartitionRule[];
}

/** Removes the rows that Wazi no longer keeps, and creates and removes the partitions of months. */
export function runRetention(
  rules: Rules,
  deps: { sql: Sql; now: () => Date },
  log: Pick<BaseLogger, "warn">,
): Running {
  return runEvery({
    everyMs: EVERY_MS,
    firstAfterMs: EVERY_MS,
    run: async (signal) => {
      const work = [removeExpiredRows(rules.rows, deps, signal), maintainPartitions(rules.partitions, deps)];
      // One that fails does not keep the other from being awaited.
      for (const result of await Promise.allSettled(work)) if (result.status === "rejected") throw result.reason;
    },
    failed: (error) => log.warn({ err: error }, "removing old rows failed; it runs again in 10 minutes"),
  });
}
