import type { BaseLogger } from "pino";
import type { Sql } from "../../db/pool.ts";
import { readLatestReconciliation, saveReconciliation } from "./result-store.ts";
import { checkNames, findDifferences } from "./store.ts";

/** Not while everything else is starting; books that were never compared are small, and are compared at once. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 60 * 60_000;
/** What another process, or the command, has checked since then is not checked again. */
const FRESH_MS = 55 * 60_000;

interface ReconcileDeps {
  sql: Sql;
  now: () => Date;
}

/**
 * Compares every figure kept with the ledger's entries, unless that was done lately, and writes the result down.
 * @returns the differences; null where nothing was done
 * @throws when a check takes longer than a statement may: books of that size are for the command
 */
export async function reconcile({ sql, now }: ReconcileDeps): Promise<number | null> {
  const latest = await readLatestReconciliation(sql);
  if (latest && now().getTime() - latest.checkedAt.getTime() < FRESH_MS) return null;
  const { differences } = await findDifferences(sql, false);
  await saveReconciliation(sql, { checkedAt: now(), checks: checkNames.length, differences: differences.length });
  return differences.length;
}

/** Reconciles at the first start and once an hour, on one connection. A stop does not wait for it: it only reads. */
export function runReconciliation(deps: ReconcileDeps, log: Pick<BaseLogger, "warn" | "error">): { stop(): void } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const later = (ms: number): void => {
    timer = setTimeout(() => void round(), ms);
    timer.unref();
  };
  const round = async (): Promise<void> => {
    try {
      const differences = await reconcile(deps);
      if (differences) log.error({ differences }, "the books differ: npm run reconcile names each account");
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, "the books could not be compared; npm run reconcile takes its time");
    }
    if (!isStopped) later(EVERY_MS);
  };
  const begin = async (): Promise<void> => {
    const latest = await readLatestReconciliation(deps.sql).catch(() => undefined);
    if (isStopped) return;
    if (latest === null) await round();
    else later(FIRST_AFTER_MS);
  };
  void begin();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
