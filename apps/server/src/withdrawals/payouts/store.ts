import { buildJsonRow, listSelectColumns, type RowFor } from "../../ledger/api.ts";
import type { StoredHold } from "../../people/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { PayoutRow, ReviewKind } from "./decide-report.ts";

export type WithdrawalRow = RowFor<"withdrawals">;

/** A payout with its withdrawal and what holds it. */
export interface OpenPayout {
  payout: PayoutRow;
  withdrawal: WithdrawalRow;
  hold: StoredHold | null;
  notes: PayoutNotes;
}

interface PayoutNotes {
  /** Status questions so far. */
  checks: number;
  /** How often the provider said that it does not know the payment, since it was last sent. */
  notFound: number;
}

const PAYOUT_COLUMNS = listSelectColumns("payouts");
const WITHDRAWAL_JSON = buildJsonRow("withdrawals", "w");

const FEE_QUESTIONS = 5;

/**
 * Payouts in flight that are due, oldest first. Besides them, those that were paid over a rail that tells its fee later and has not yet.
 */
export function listDuePayouts(
  sql: Queryable,
  now: Date,
  limit: number,
  feeRails: readonly string[] = [],
): Promise<{ id: string; state: string }[]> {
  return sql<{ id: string; state: string }[]>`
    (select id, state from payouts where state in ('approved', 'sent', 'unknown') and next_at <= ${now}
      order by next_at, id limit ${limit})
    union all
    (select id, state from payouts p where state = 'confirmed' and fee is null and rail = any(${feeRails}::text[])
        and next_at <= ${now} and sent_at > ${now}::timestamptz - interval '3 days'
        and coalesce((select n.checks from payout_notes n where n.payout_id = p.id), 0) < ${FEE_QUESTIONS}
      order by sent_at limit ${limit})`;
}

export async function findOpenPayout(sql: Queryable, id: string): Promise<OpenPayout | null> {
  const [row] = await sql<
    (PayoutRow & { withdrawal: Record<string, unknown>; hold: StoredHold | null } & PayoutNotes)[]
  >`
    select ${sql.raw(PAYOUT_COLUMNS)}, coalesce(n.checks, 0) as checks, coalesce(n.not_found, 0) as "notFound",
      (select ${sql.raw(WITHDRAWAL_JSON)} from withdrawals w where w.id = payouts.withdrawal_id) as withdrawal,
      (select withdrawal_hold(w.user_id, clock_timestamp()) from withdrawals w where w.id = payouts.withdrawal_id) as hold
    from payouts left join payout_notes n on n.payout_id = payouts.id where id = ${id}`;
  if (!row) return null;
  const { withdrawal, hold, checks, notFound, ...payout } = row;
  return { payout, withdrawal: parseWithdrawal(withdrawal), hold, notes: { checks, notFound } };
}

const withdrawalDates = ["settledAt", "hiddenAt", "createdAt", "updatedAt"] as const;

function parseWithdrawal(row: Record<string, unknown>): WithdrawalRow {
  const dates = withdrawalDates.map((name) => [name, row[name] === null ? null : new Date(row[name] as string)]);
  return { ...(row as unknown as WithdrawalRow), ...(Object.fromEntries(dates) as Partial<WithdrawalRow>) };
}

export async function findPayoutByReference(sql: Queryable, rail: string, reference: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`select id from payouts where reference = ${reference} and rail = ${rail}`;
  return row?.id ?? null;
}

export async function findPayoutByReceipt(sql: Queryable, rail: string, receipt: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from payouts where receipt = ${receipt} and rail = ${rail} order by ended_at limit 1`;
  return row?.id ?? null;
}

/** The amount sent over a rail since a time that has not failed, in US dollars. */
export async function sumSent(sql: Queryable, rail: string, since: Date): Promise<string> {
  const [row] = await sql<{ amount: string }[]>`
    select coalesce(sum(amount), 0)::text as amount from payouts
    where sent_at > ${since} and rail = ${rail} and state in ('sent', 'unknown', 'confirmed', 'reversed')`;
  return row?.amount ?? "0";
}

export async function isStopped(sql: Queryable, rail: string): Promise<boolean> {
  const rows = await sql`select from payout_rail_stops where rail = ${rail} and resumed_at is null`;
  return rows.length > 0;
}

export type WaitReason = "stopped" | "daily-limit" | "hold";

/** Looks at an approved payout later, and notes why it waits. */
export async function postponePayout(
  sql: Queryable,
  id: string,
  until: Date,
  waitsFor: WaitReason | null,
): Promise<void> {
  await sql`
    with postponed as (update payouts set next_at = ${until} where id = ${id} and next_at < ${until})
    insert into payout_notes (payout_id, waits_for) values (${id}, ${waitsFor})
    on conflict (payout_id) do update set waits_for = excluded.waits_for`;
}

/** Counts a status question, and looks again later. */
export async function noteCheck(sql: Queryable, id: string, until: Date, isNotFound: boolean): Promise<void> {
  await sql`
    with postponed as (update payouts set next_at = ${until} where id = ${id})
    insert into payout_notes as n (payout_id, checks, not_found) values (${id}, 1, ${isNotFound ? 1 : 0})
    on conflict (payout_id) do update set
      checks = n.checks + 1, not_found = n.not_found + excluded.not_found, waits_for = null`;
}

/** A new request under the same reference: earlier answers about a payment that was not found say nothing about it. */
export async function clearNotFound(sql: Queryable, id: string): Promise<void> {
  await sql`update payout_notes set not_found = 0, waits_for = null where payout_id = ${id}`;
}

/** Adds an entry for an administrator; the same one is kept once. */
export async function insertReview(
  sql: Queryable,
  row: { payoutId: string | null; rail: string; kind: ReviewKind; summary: string; foundAt: Date },
): Promise<void> {
  await sql`
    insert into payout_reviews (payout_id, rail, kind, summary, found_at)
    values (${row.payoutId}, ${row.rail}, ${row.kind}, ${row.summary}, ${row.foundAt}) on conflict do nothing`;
}

/** A confirmed payout whose status is due to be asked for again. */
export interface DueRecheck {
  id: string;
  rail: string;
}

/**
 * Confirmed payouts over these rails that are due: asked about so long ago, and past the wait after a question without an answer.
 * The rails take turns, and the payouts of each come in the order in which they became due.
 */
export function listPayoutsToRecheck(
  sql: Queryable,
  rails: readonly string[],
  { now, endedAfter, everyMs, limit }: { now: Date; endedAfter: Date; everyMs: number; limit: number },
): Promise<DueRecheck[]> {
  return sql<DueRecheck[]>`
    select id, rail from (
      select p.id, p.rail, d.due_at, row_number() over (partition by p.rail order by d.due_at, p.id) as turn
      from payouts p left join payout_notes n on n.payout_id = p.id
      cross join lateral (select greatest(
        coalesce(n.rechecked_at, p.ended_at) + ${everyMs}::float8 * interval '1 millisecond', n.recheck_after) as due_at) d
      where p.state = 'confirmed' and p.rail = any(${[...rails]}::text[]) and p.ended_at > ${endedAfter} and d.due_at < ${now}
    ) due
    order by turn, due_at, id limit ${limit}`;
}

/** Notes when a confirmed payout was last asked about, with an answer. */
export async function noteRecheck(sql: Queryable, id: string, at: Date): Promise<void> {
  await sql`
    insert into payout_notes (payout_id, rechecked_at) values (${id}, ${at})
    on conflict (payout_id) do update set rechecked_at = excluded.rechecked_at, recheck_after = null`;
}

/** Notes that a question about a confirmed payout had no answer: the next one waits. */
export async function postponeRecheck(sql: Queryable, id: string, until: Date): Promise<void> {
  await sql`
    insert into payout_notes (payout_id, recheck_after) values (${id}, ${until})
    on conflict (payout_id) do update set recheck_after = excluded.recheck_after`;
}
