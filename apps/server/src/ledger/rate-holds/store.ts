import type { Person } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";
import { part, type Part, type Queryable } from "../../platform/db/pool.ts";
import { listSelectColumns, type RowFor } from "../door/door-rows.ts";

export type RateHoldRow = RowFor<"rateHolds">;

/** A hold as lists of its deposit or withdrawal have it; figures are decimal strings. */
export interface RateHoldJson {
  id: string;
  kind: RateHoldRow["kind"];
  currency: string;
  fixedAmount: string;
  shownAmount: string;
  places: number;
  rateShown: string;
  rateDecided: string | null;
  decidedAt: string | null;
  rateNow: string | null;
  status: RateHoldRow["status"];
  heldAt: string;
  decideBy: string;
}

/** Columns text: the open hold of a deposit. */
export const DEPOSIT_RATE_HOLD = `(select rate_hold_json(h.id) from rate_holds h
    where h.deposit_id = deposits.id and h.status = 'open' order by h.held_at limit 1) as "rateHold"`;

/** The same of a withdrawal that has not ended; one that was decided says what to pay. @param of the name of its table */
export const withdrawalRateHold = (of: string): string => `(select rate_hold_json(h.id) from rate_holds h
    where h.withdrawal_id = ${of}.id and ${of}.status in ('pending', 'processing') and h.status in ('open', 'shown', 'now')
      and (h.status <> 'open' or ${of}.status = 'pending')
    order by h.held_at desc limit 1) as "rateHold"`;

export async function findRateHold(sql: Queryable, id: string): Promise<RateHoldRow | null> {
  const [row] = await sql<RateHoldRow[]>`
    select ${sql.raw(listSelectColumns("rateHolds"))} from rate_holds where id = ${id}`;
  return row ?? null;
}

export async function hasOpenDepositHold(sql: Queryable, depositId: string): Promise<boolean> {
  const rows = await sql`select from rate_holds where deposit_id = ${depositId} and status = 'open'`;
  return rows.length > 0;
}

/** The rate that was shown for a deposit in its own currency; null if none was stored. */
export async function findShownRate(sql: Queryable, depositId: string, currency: string): Promise<string | null> {
  const [row] = await sql<{ rate: string }[]>`
    select trim_scale(rate)::text as rate from deposit_local_amounts where deposit_id = ${depositId} and currency = ${currency}`;
  return row?.rate ?? null;
}

/** True if an administrator set the rate that was in force when it was held, or a later one that is or was. */
export async function hasSetRate(
  sql: Queryable,
  { currency, heldAt }: Pick<RateHoldRow, "currency" | "heldAt">,
  adminId: string,
): Promise<boolean> {
  const rows = await sql`
    select from local_rates r where r.currency = ${currency} and r.set_by = ${adminId}
      and coalesce(r.takes_effect_at, r.set_at) between coalesce((
        select max(coalesce(e.takes_effect_at, e.set_at)) from local_rates e
        where e.currency = ${currency} and coalesce(e.takes_effect_at, e.set_at) <= ${heldAt}), '-infinity') and now()
    limit 1`;
  return rows.length > 0;
}

/** Ids of holds that no one decided in time, the oldest first. */
export async function listDueHolds(sql: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from rate_holds where status = 'open' and decide_by <= ${now} order by decide_by, id limit ${limit}`;
  return rows.map(({ id }) => id);
}

export interface ListedHold extends RateHoldRow {
  user: Person;
  asker: Person | null;
  rateNow: string | null;
}

const LISTED = `${listSelectColumns("rateHolds")}, ${personColumn("user_id", "user")}, ${personColumn("asked_by", "asker")},
  (select trim_scale(r.rate)::text from local_rate_in_force(rate_holds.currency) r) as "rateNow"`;

/** Holds whose deposit or withdrawal still waits for the decision. */
const STILL_WAITS = part`status = 'open' and case kind
    when 'payment' then exists (select from deposit_payments p where p.id = payment_id and p.review_reason = 'rate')
    when 'deposit' then exists (select from deposits d where d.id = deposit_id and d.status = 'pending')
    else exists (select from withdrawals w where w.id = withdrawal_id and w.status = 'pending') end`;

/** Open holds, the next to end first. */
export function listOpenHolds(sql: Queryable, limit: number): Promise<ListedHold[]> {
  return select(sql, STILL_WAITS, limit);
}

export async function findListedHold(sql: Queryable, id: string): Promise<ListedHold | null> {
  const [row] = await select(sql, part`id = ${id}::uuid`, 1);
  return row ?? null;
}

const select = (sql: Queryable, which: Part, limit: number): Promise<ListedHold[]> => sql<ListedHold[]>`
  select ${sql.raw(LISTED)} from rate_holds where ${which} order by decide_by, id limit ${limit}`;
