import { personColumn, type Person } from "../../record/api.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type { ImportRow } from "./store.ts";

/** A booking of charges; figures are decimal strings. */
export interface ChargeRow {
  id: string;
  account: string;
  kind: ImportRow["kind"];
  month: string;
  currency: string;
  localAmount: string;
  rate: string;
  rateAt: Date;
  /** In US dollars. */
  amount: string;
  note: string;
  status: "pending" | "booked" | "declined";
  proposedBy: string;
  proposedAt: Date;
  version: string;
}

export interface ListedCharge extends ChargeRow {
  proposer: Person;
  lines: number;
}

const COLUMNS = `c.id, c.account, c.kind, c.month, c.currency, c.local_amount::text as "localAmount", c.rate::text, c.rate_at as "rateAt",
  c.amount::text, c.note, c.status, c.proposed_by as "proposedBy", c.proposed_at as "proposedAt", c.version::text,
  (select count(*)::int from statement_charge_lines l where l.charge_id = c.id) as lines, ${personColumn("c.proposed_by", "proposer")}`;

export async function findCharge(sql: Queryable, id: string): Promise<ListedCharge | null> {
  const [row] = await sql<ListedCharge[]>`
    select ${sql.raw(COLUMNS)} from statement_charges c where c.id::text = ${id}`;
  return row ?? null;
}

export function listPendingCharges(sql: Queryable): Promise<ListedCharge[]> {
  return sql<ListedCharge[]>`
    select ${sql.raw(COLUMNS)} from statement_charges c where c.status = 'pending' order by c.month, c.account, c.id`;
}

/** Lines that are booked as charges, or wait for it. */
export async function listChargeLines(sql: Queryable): Promise<Set<string>> {
  const rows = await sql<{ lineId: string }[]>`select line_id as "lineId" from statement_charge_lines where is_open`;
  return new Set(rows.map(({ lineId }) => lineId));
}

/** @returns false if one of the lines is booked, or proposed, already. The caller's transaction must then be rolled back. */
export async function insertCharge(tx: Tx, row: ChargeRow, lineIds: readonly string[]): Promise<boolean> {
  await tx`
    insert into statement_charges (id, account, kind, month, currency, local_amount, rate, rate_at, amount, note, status,
      proposed_by, proposed_at, version)
    values (${row.id}, ${row.account}, ${row.kind}, ${row.month}, ${row.currency}, ${row.localAmount}::numeric, ${row.rate}::numeric,
      ${row.rateAt}, ${row.amount}::numeric, ${row.note}, ${row.status}, ${row.proposedBy}, ${row.proposedAt}, ${row.version}::bigint)`;
  const rows = await tx`
    insert into statement_charge_lines (charge_id, line_id) select ${row.id}::uuid, id from unnest(${lineIds}::uuid[]) l (id)
    on conflict (line_id) where is_open do nothing returning 1`;
  return rows.length === lineIds.length;
}

const MAX_BOOKED = 100;

/** The booked charges, by account and month, the latest month first. */
export function listBookedCharges(
  sql: Queryable,
): Promise<{ account: string; month: string; lines: number; amount: string }[]> {
  return sql<{ account: string; month: string; lines: number; amount: string }[]>`
    select c.account, c.month, sum((select count(*) from statement_charge_lines l where l.charge_id = c.id))::int as lines,
      sum(c.amount)::numeric(14, 2)::text as amount
    from statement_charges c where c.status = 'booked' group by c.account, c.month order by c.month desc, c.account limit ${MAX_BOOKED}`;
}
