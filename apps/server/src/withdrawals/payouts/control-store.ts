import type { Queryable, Tx } from "../../platform/db/pool.ts";

/** One stop or resumption of a rail at a time. */
export async function lockRail(tx: Tx, rail: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`payout-rail:${rail}`}, 0))`;
}

export async function insertStop(
  tx: Tx,
  row: { rail: string; stoppedBy: string; stoppedAt: Date; reason: string },
): Promise<void> {
  await tx`
    insert into payout_rail_stops (rail, stopped_by, stopped_at, reason)
    values (${row.rail}, ${row.stoppedBy}, ${row.stoppedAt}, ${row.reason})`;
}

/** @returns false if the rail is not stopped */
export async function endStop(tx: Tx, rail: string, by: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update payout_rail_stops set resumed_by = ${by}, resumed_at = ${at} where rail = ${rail} and resumed_at is null
    returning 1`;
  return rows.length > 0;
}

/** @returns false if there is no such open entry */
export async function closeReview(
  sql: Queryable,
  id: string,
  by: string,
  at: Date,
  decision: string,
): Promise<boolean> {
  const rows = await sql`
    update payout_reviews set decided_by = ${by}, decided_at = ${at}, decision = ${decision}
    where id = ${id} and decided_at is null returning 1`;
  return rows.length > 0;
}
