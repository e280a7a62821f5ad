import { MINUTE_MS, type RailStatements } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import type { Sql } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import { findComparedAt, saveComparison } from "./store.ts";
import { readRailStatements } from "./compare-statements.ts";

const EVERY_MS = 10 * MINUTE_MS;
/** Not compared again if another process, or the Payouts page, has done it within this time. */
const FRESH_MS = 55 * MINUTE_MS;

interface ComparisonDeps {
  sql: Sql;
  now: () => Date;
}

/** Keeps what a comparison found for the queues of the Operations page and the metrics. */
export async function keepComparison({ sql, now }: ComparisonDeps, found: RailStatements): Promise<void> {
  // The oldest is listed first.
  const oldestDay = found.differences[0]?.day ?? null;
  await saveComparison(sql, { differences: found.total, oldestDay, at: now() });
}

/** Compares the statements with our books, unless it was done recently. */
export async function compareAgain(deps: ComparisonDeps): Promise<void> {
  const last = await findComparedAt(deps.sql);
  if (last && deps.now().getTime() - last.getTime() < FRESH_MS) return;
  await keepComparison(deps, await readRailStatements(deps.sql, deps.now(), { most: 1 }));
}

/** Compares about once an hour, so that a difference is seen while no administrator looks at the Payouts page. */
export function runComparisons(deps: ComparisonDeps, log: Pick<BaseLogger, "warn">): Running {
  return runEvery({
    everyMs: EVERY_MS,
    firstAfterMs: EVERY_MS,
    run: () => compareAgain(deps),
    failed: (error) => log.warn({ err: error }, "the statements could not be compared"),
    isAwaited: false,
  });
}
