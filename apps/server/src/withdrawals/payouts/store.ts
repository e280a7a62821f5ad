import {
  buildJsonRow,
  findLocalRate,
  listSelectColumns,
  type RateHoldJson,
  type RateInForce,
  type RowFor,
  withdrawalRateHold,
} from "../../ledger/api.ts";
import type { StoredHold } from "../../people/api.ts";
import { parseDates, type JsonRow } from "../../platform/http/user-read.ts";
import { findQuarantine } from "../../platform/backup/store.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type { PayoutRow, ReviewKind } from "./decide-report.ts";
import type { AdminPayout, PayoutOverview, PayoutRailHealth, PayoutRailName, Person } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";

export type WithdrawalRow = RowFor<"withdrawals">;

/** A payout with its withdrawal and what holds it. */
export interface OpenPayout {
  payout: PayoutRow;
  withdrawal: WithdrawalRow;
  hold: StoredHold | null;
  /** The rate of its currency; null for coins. */
  inForce: RateInForce | null;
  /** The latest hold for a decision on its amount. */
  rateHold: RateHoldJson | null;
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
    (PayoutRow & { withdrawal: JsonRow<WithdrawalRow> } & Pick<OpenPayout, "hold" | "inForce" | "rateHold"> &
      PayoutNotes)[]
  >`
    select ${sql.raw(PAYOUT_COLUMNS)}, coalesce(n.checks, 0) as checks, coalesce(n.not_found, 0) as "notFound",
      (select ${sql.raw(WITHDRAWAL_JSON)} from withdrawals w where w.id = payouts.withdrawal_id) as withdrawal,
      (select withdrawal_hold(w.user_id, clock_timestamp()) from withdrawals w where w.id = payouts.withdrawal_id) as hold,
      (select jsonb_build_object('id', r.id::text, 'currency', r.currency, 'rate', trim_scale(r.rate)::text)
        from local_rate_in_force(payouts.currency) r) as "inForce",
      (select "rateHold" from withdrawals w, lateral (select ${sql.raw(withdrawalRateHold("w"))}) h where w.id = payouts.withdrawal_id)
        as "rateHold"
    from payouts left join payout_notes n on n.payout_id = payouts.id where id = ${id}`;
  if (!row) return null;
  const { withdrawal, hold, inForce, rateHold, checks, notFound, ...payout } = row;
  return {
    payout,
    inForce,
    rateHold,
    withdrawal: parseDates<WithdrawalRow>(withdrawal, withdrawalDates),
    hold,
    notes: { checks, notFound },
  };
}

const withdrawalDates = ["settledAt", "hiddenAt", "createdAt", "updatedAt"] as const;

/** The payments that were approved or sent since a time, oldest first. */
export function listPayoutsSince(sql: Queryable, since: Date, limit: number): Promise<{ id: string; rail: string }[]> {
  return sql<{ id: string; rail: string }[]>`
    select id, rail from payouts where greatest(approved_at, sent_at) > ${since} order by approved_at, id limit ${limit}`;
}

/** The withdrawals since a time that were paid without a rail: a person says that they were. */
export async function countPaidByHand(sql: Queryable, since: Date): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from withdrawals w where w.status = 'completed' and w.settled_at > ${since}
      and not exists (select from payouts p where p.withdrawal_id = w.id and p.rail <> 'manual')`;
  return row?.count ?? 0;
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

/** True while nothing may be handed to a rail: it is stopped, or the database is in quarantine after a restore. */
export async function isClosed(sql: Queryable, rail: string): Promise<boolean> {
  return (await isStopped(sql, rail)) || (await findQuarantine(sql)) !== null;
}

export type WaitReason = "stopped" | "daily-limit" | "hold" | "rate";

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

const MAX_PAYOUTS = 100;
const MAX_REVIEWS = 50;
const MAX_FEE_ROWS = 100;

interface ListedPayout extends PayoutRow {
  owner: Person;
  waitsFor: WaitReason | null;
}

const LISTED = `${listSelectColumns("payouts")},
  (
    select n.waits_for from payout_notes n where n.payout_id = payouts.id
      -- What the worker noted before the rail was resumed no longer holds.
      and (n.waits_for <> 'stopped' or in_quarantine() or exists (select from payout_rail_stops s where s.rail = payouts.rail and s.resumed_at is null))
  ) as "waitsFor",
  ${personColumn("(select w.user_id from withdrawals w where w.id = payouts.withdrawal_id)", "owner")}`;

/** Payments in flight, those with an unknown result first, then the oldest; then the latest that ended. */
export async function listPayouts(sql: Queryable): Promise<AdminPayout[]> {
  const rows = await sql<ListedPayout[]>`
    (select ${sql.raw(LISTED)} from payouts where state in ('approved', 'sent', 'unknown')
      order by state = 'unknown' desc, approved_at, id limit ${MAX_PAYOUTS})
    union all
    (select ${sql.raw(LISTED)} from payouts where state not in ('approved', 'sent', 'unknown')
      order by ended_at desc nulls last, id limit ${MAX_PAYOUTS})`;
  return rows.slice(0, MAX_PAYOUTS).map(toAdminPayout);
}

export async function findListedPayout(sql: Queryable, id: string): Promise<ListedPayout | null> {
  const [row] = await sql<ListedPayout[]>`select ${sql.raw(LISTED)} from payouts where id = ${id}`;
  return row ?? null;
}

const text = (at: Date | null): string | null => at && at.toISOString();

export function toAdminPayout(row: ListedPayout): AdminPayout {
  const { owner, rail, version: _version, approvedBy: _by, reasonCode: _code, ...rest } = row;
  return {
    ...rest,
    rail: rail as PayoutRailName,
    user: owner,
    rateAt: row.rateAt.toISOString(),
    approvedAt: row.approvedAt.toISOString(),
    nextAt: row.nextAt.toISOString(),
    sentAt: text(row.sentAt),
    endedAt: text(row.endedAt),
  };
}

interface HealthRow {
  rail: PayoutRailName;
  stop: { at: string; by: Person; reason: string } | null;
  approved: number;
  approvedSince: Date | null;
  sent: number;
  sentSince: Date | null;
  unknown: number;
  unknownSince: Date | null;
  sentAmount: string;
  failed: number;
  lastConfirmedAt: Date | null;
}

/** The state of the given rails. @param dailyLimitOf a rail's limit as a decimal string in US dollars */
export async function readRailHealth(
  sql: Queryable,
  rails: readonly string[],
  dailyLimitOf: (rail: string) => string | null,
  now: Date,
): Promise<PayoutRailHealth[]> {
  const rows = await sql<HealthRow[]>`
    select r.rail,
      (select jsonb_build_object('at', s.stopped_at, 'reason', s.reason, 'by', jsonb_build_object(
          'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name))
        from payout_rail_stops s join users u on u.id = s.stopped_by where s.rail = r.rail and s.resumed_at is null) as stop,
      count(*) filter (where p.state = 'approved')::int as approved,
      min(p.approved_at) filter (where p.state = 'approved') as "approvedSince",
      count(*) filter (where p.state = 'sent')::int as sent, min(p.sent_at) filter (where p.state = 'sent') as "sentSince",
      count(*) filter (where p.state = 'unknown')::int as unknown,
      min(p.sent_at) filter (where p.state = 'unknown') as "unknownSince",
      coalesce(sum(p.amount) filter (where p.sent_at > ${now}::timestamptz - interval '24 hours'
        and p.state in ('sent', 'unknown', 'confirmed', 'reversed')), 0)::numeric(14, 2)::text as "sentAmount",
      count(*) filter (where p.state = 'failed' and p.ended_at > ${now}::timestamptz - interval '24 hours')::int as failed,
      max(p.ended_at) filter (where p.state = 'confirmed') as "lastConfirmedAt"
    from unnest(${rails}::text[]) with ordinality r (rail, n) left join payouts p on p.rail = r.rail
    group by r.rail, r.n order by r.n`;
  return rows.map((row) => ({
    rail: row.rail,
    stopped: row.stop && { ...row.stop, at: new Date(row.stop.at).toISOString() },
    waiting: { count: row.approved, oldestAt: text(row.approvedSince) },
    sent: { count: row.sent, oldestAt: text(row.sentSince) },
    unknown: { count: row.unknown, oldestAt: text(row.unknownSince) },
    sentAmount: row.sentAmount,
    dailyLimit: dailyLimitOf(row.rail),
    failed24h: row.failed,
    lastConfirmedAt: text(row.lastConfirmedAt),
  }));
}

export async function listReviews(sql: Queryable): Promise<PayoutOverview["reviews"]> {
  const rows = await sql<(Omit<PayoutOverview["reviews"][number], "foundAt"> & { foundAt: Date })[]>`
    select id::text, payout_id as "payoutId", rail, kind, summary, found_at as "foundAt",
      (select p.withdrawal_id from payouts p where p.id = payout_id) as "withdrawalId"
    from payout_reviews
    where decided_at is null order by found_at, id limit ${MAX_REVIEWS}`;
  return rows.map(({ foundAt, ...row }) => ({ ...row, foundAt: foundAt.toISOString() }));
}

export function listFees(sql: Queryable): Promise<PayoutOverview["fees"]> {
  return sql<PayoutOverview["fees"]>`
    select rail, to_char(ended_at at time zone 'UTC', 'YYYY-MM') as month,
      count(*) filter (where state <> 'failed')::int as payouts,
      coalesce(sum(amount) filter (where state <> 'failed'), 0)::numeric(14, 2)::text as paid,
      coalesce(sum(fee), 0)::numeric(14, 2)::text as fees,
      count(*) filter (where fee is null and state <> 'failed')::int as "withoutFee"
    from payouts where state in ('confirmed', 'reversed') or (state = 'failed' and fee is not null) group by 1, 2 order by 2 desc, 1 limit ${MAX_FEE_ROWS}`;
}

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

/** Units of a currency for one US dollar, and when that was so. */
export interface PayoutRate {
  /** US dollars for one unit of a coin, or units of a currency for one US dollar. */
  price: string;
  isPerUnit: boolean;
  at: Date;
}

const dollarCoins: ReadonlySet<string> = new Set(["USD", "USDT", "USDC"]);

/** The latest price of a coin or rate of a currency; null if there is none. */
export async function findPayoutRate(sql: Queryable, currency: string, now: Date): Promise<PayoutRate | null> {
  if (dollarCoins.has(currency)) return { price: "1", isPerUnit: true, at: now };
  const local = await findLocalRate(sql, currency);
  if (local) return { price: local.rate, isPerUnit: false, at: local.setAt };
  const [row] = await sql<{ price: string; at: Date }[]>`
    select price::text, priced_at as at from market_prices where market = 'crypto' and symbol = ${`${currency}/USD`}`;
  return row ? { price: row.price, isPerUnit: true, at: row.at } : null;
}
