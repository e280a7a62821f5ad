import type { Tx } from "../../platform/db/pool.ts";

/** The advisory lock of a comparison with a time limit. Only one runs at a time in all processes. */
const COMPARISON_LOCK = 7_234_117_002n;

/** @returns false when another comparison runs */
export async function takeComparisonLock(tx: Tx): Promise<boolean> {
  const [lock] = await tx<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(${COMPARISON_LOCK.toString()}::bigint) as "isOurs"`;
  return lock?.isOurs === true;
}

/** Limits each further statement of the transaction; 0 for no limit. */
export async function setStatementTimeout(tx: Tx, ms: number): Promise<void> {
  await tx`select set_config('statement_timeout', ${String(ms)}, true)`;
}

/**
 * How the next statements find their rows: what has come since a checkpoint by keys, and totals by passes over tables, with
 * memory for their sums.
 */
export async function preferIndexes(tx: Tx, prefers: boolean): Promise<void> {
  await tx`
    select set_config('enable_seqscan', ${prefers ? "off" : "on"}, true), set_config('jit', 'off', true),
      set_config('work_mem', '64MB', true)`;
}
