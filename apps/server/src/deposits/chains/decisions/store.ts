import { type DepositPayment, REVIEWS_PER_SENDER, type ReviewPayment, type UnmatchedReport } from "@wazi/contracts";
import { part, type Part, type Queryable, raw } from "../../../platform/db/pool.ts";
import { momentText } from "../../../platform/paging/cursor.ts";
import { personColumn } from "../../../record/api.ts";
import { PAYMENT_CONFIRMED_AT, CONFIRMATIONS } from "../../requests/store.ts";
import type { PaymentNetwork, PaymentRow } from "../store.ts";

const LISTED = `p.id, p.transaction_hash as "transactionHash", p.currency, p.token, trim_scale(p.coins)::text as coins, p.status,
  p.timing, p.amount_state as "amountState", (${CONFIRMATIONS})::integer as confirmations,
  p.confirmations_needed as "confirmationsNeeded", to_char(p.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "seenAt",
  ${PAYMENT_CONFIRMED_AT} as "confirmedAt", p.credited_amount::text as "creditedAmount", trim_scale(p.rate)::text as rate,
  p.rate_reason as "rateReason"`;

/** Payments of one sender stay together. Where the chain names no sender, those of one investor do. */
const SENDER = "coalesce(p.sender, p.user_id::text)";

/** The place of a payment in the queue: its time to the microsecond, and its id. */
export interface ReviewPlace {
  at: string;
  id: string;
}

export type ListedReview = Omit<ReviewPayment, "estimate"> & { pageAt: string };

/**
 * Payments that wait for an administrator, the oldest first.
 * @param sameAs a payment: all those of its sender; undefined: the first ones of every sender
 */
export function listReviews(
  sql: Queryable,
  { after, limit, sameAs }: { after: ReviewPlace | null; limit: number; sameAs: string | undefined },
): Promise<ListedReview[]> {
  const listed =
    sameAs === undefined
      ? part`w.place <= ${REVIEWS_PER_SENDER}`
      : part`(w.network, w.sent_by) = (select p.network, ${raw(SENDER)} from deposit_payments p where p.id = ${sameAs}::uuid)`;
  return sql<ListedReview[]>`
    select ${sql.raw(LISTED)}, p.network, p.wallet_address as "walletAddress", p.user_id as "userId", p.deposit_id as "depositId",
      p.review_reason as "reviewReason", p.sender, w.together as "fromSender", ${sql.raw(personColumn("p.user_id", "user"))},
      ${sql.raw(momentText("p.seen_at"))} as "pageAt"
    from (
      select p.id, p.network, ${sql.raw(SENDER)} as sent_by, count(*) over (partition by p.network, ${sql.raw(SENDER)})::integer as together,
        row_number() over (partition by p.network, ${sql.raw(SENDER)} order by p.seen_at, p.id) as place
      from deposit_payments p where p.status = 'review'
    ) w join deposit_payments p on p.id = w.id
    where ${listed} and (p.seen_at, p.id) > (${after?.at ?? "-infinity"}::timestamptz, ${after?.id ?? NO_ID}::uuid)
    order by p.seen_at, p.id limit ${limit}`;
}

/** Before every other id. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

export async function countReviews(sql: Queryable): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::integer as total from deposit_payments where status = 'review'`;
  return row?.total ?? 0;
}

export async function findListedPayment(sql: Queryable, id: string): Promise<DepositPayment | null> {
  const [row] = await sql<DepositPayment[]>`select ${sql.raw(LISTED)} from deposit_payments p where p.id = ${id}`;
  return row ?? null;
}

/** Reports of M-Pesa with a problem that no one has decided on, the oldest first. */
export function listUnmatched(sql: Queryable, limit: number): Promise<UnmatchedReport[]> {
  return sql<UnmatchedReport[]>`
    select id::text, transaction_id as receipt, trim_scale(amount)::text as amount, reference, problem,
      to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt"
    from mpesa_events where problem is not null and decided_by is null order by id limit ${limit}`;
}

/** The input for a decision on a payment, besides the payment and its deposit. */
export interface PaymentContext {
  isOwnerActive: boolean;
  /** The exact value in US dollars of this deposit's other payments with the same timing, dust included. */
  valueBefore: string;
  /** The sum that was credited for them. */
  creditedBefore: string;
  /** Coins of this deposit's other payments, dust included. */
  receivedCoins: string;
  /** Coins of this deposit's other payments that were first seen in its window and keep their claim: in a block, or waiting. */
  confirmedCoins: string;
  waitingCoins: string;
  /** Coins of those that have the locked rate. */
  coveredCoins: string;
  isLockLost: boolean;
  /** This deposit's payments below the dust bound that wait for a person: their number and their value in US dollars. */
  smallInReview: number;
  smallValue: string;
  /** All that was credited for this deposit. It changes with each credit. */
  creditedForDeposit: string;
  /** A completed deposit of the owner with this transaction that no payment was credited as: an administrator's. */
  handCredited: { id: string; amount: string } | null;
  isHashTaken: boolean;
}

/** On the chain and worth less than a cent. Payments of M-Pesa have no block. */
const IS_DUST = "p.status = 'dust' and (p.block_height is not null or p.network = 'MPESA')";
/**
 * Payments that are valued with a new one. One that vanished after its credit still counts, with its value and its credit: if only
 * one of the two did, its cents would be credited twice or never when it comes back.
 */
const IS_COUNTED = `(${IS_DUST}) or (p.credited_amount is not null and p.rate is not null
      and (p.status = 'credited' or p.review_reason = 'vanished'))`;
/** The rate by which a payment is credited, or would be if it was worth a cent. */
const RATE = `coalesce(p.rate, case when p.timing = 'on_time' and d.currency = p.currency then d.rate else p.arrival_rate end)`;

/** A payment that keeps its claim on the locked rate. */
const IN_WINDOW = "p.timing = 'on_time' and p.status <> 'dropped' and p.rate_reason is distinct from 'replaced'";
/** A decision that holds: the payment is credited, or counts with later ones. */
const IS_DECIDED = "p.status in ('credited', 'dust') and p.block_height is not null";

/** Below the dust bound, and it waits for a person. */
const isSmallInReview = (dustBelow: string): Part =>
  part`p.status = 'review' and p.review_reason <> 'vanished' and p.coins * ${raw(RATE)} < ${dustBelow}::numeric`;

/** @param claimMs how long after the deposit's request a first block may come */
export async function readContext(
  sql: Queryable,
  payment: PaymentRow,
  { claimMs, dustBelow }: { claimMs: number; dustBelow: string },
): Promise<PaymentContext> {
  const { depositId, id, userId, transactionHash, currency, timing } = payment;
  const [row] = await sql<PaymentContext[]>`
    select
      (select u.is_active and u.deleted_at is null from users u where u.id = ${userId}) as "isOwnerActive",
      coalesce(sum(p.coins * ${sql.raw(RATE)}) filter (where p.timing = ${timing} and (${sql.raw(IS_COUNTED)})), 0)::text as "valueBefore",
      coalesce(sum(p.credited_amount) filter (where p.timing = ${timing} and (${sql.raw(IS_COUNTED)})), 0)::text as "creditedBefore",
      coalesce(sum(p.coins) filter (where p.status = 'credited' and (${sql.raw(IS_COUNTED)}) or ${sql.raw(IS_DUST)}), 0)::text as "receivedCoins",
      coalesce(sum(p.coins) filter (where ${sql.raw(IN_WINDOW)} and p.block_height is not null
        and (p.confirmed_at is null or p.confirmed_at <= d.created_at + make_interval(secs => ${claimMs / 1_000}))), 0)::text as "confirmedCoins",
      coalesce(sum(p.coins) filter (where ${sql.raw(IN_WINDOW)} and p.block_height is null and p.status in ('seen', 'review')
        and p.review_reason is distinct from 'vanished'), 0)::text as "waitingCoins",
      coalesce(sum(p.coins) filter (where p.rate_reason = 'locked' and ${sql.raw(IS_DECIDED)}), 0)::text as "coveredCoins",
      coalesce(bool_or(p.rate_reason = 'amount' and ${sql.raw(IS_DECIDED)}), false) as "isLockLost",
      (count(*) filter (where ${isSmallInReview(dustBelow)}))::integer as "smallInReview",
      coalesce(sum(p.coins * ${sql.raw(RATE)}) filter (where ${isSmallInReview(dustBelow)}), 0)::text as "smallValue",
      credited_for_deposit(${depositId})::text as "creditedForDeposit",
      (
        select jsonb_build_object('id', d.id, 'amount', coalesce(d.received_amount, d.amount)::text)
        from deposits d
        where d.user_id = ${userId} and d.status = 'completed'
          and lower(regexp_replace(d.transaction_hash, '^0[xX]', '')) = lower(regexp_replace(${transactionHash}::text, '^0[xX]', ''))
          and not exists (select from deposit_payments o where o.credited_deposit_id = d.id)
      ) as "handCredited",
      exists (
        select from deposits d
        where lower(regexp_replace(d.transaction_hash, '^0[xX]', '')) = lower(regexp_replace(${transactionHash}::text, '^0[xX]', ''))
      ) as "isHashTaken"
    from deposit_payments p join deposits d on d.id = p.deposit_id
    where p.deposit_id = ${depositId} and p.id <> ${id} and p.currency = ${currency}`;
  if (!row) throw new Error("An aggregate returns one row");
  return row;
}

/** Records a decision that moves no money. False: the payment has changed since it was read. */
export async function updatePayment(sql: Queryable, before: PaymentRow, after: PaymentRow): Promise<boolean> {
  const rows = await sql`
    update deposit_payments set
      timing = ${after.timing}, amount_state = ${after.amountState}, status = ${after.status}, review_reason = ${after.reviewReason},
      credited_amount = ${after.creditedAmount}, rate = ${after.rate}, rate_reason = ${after.rateReason}, credited_deposit_id = ${after.creditedDepositId},
      decided_by = ${after.decidedBy}, note = ${after.note}, updated_at = clock_timestamp(), version = version + 1
    where id = ${before.id} and version = ${before.version}::bigint returning id`;
  return rows.length > 0;
}

/**
 * Takes payments out of review that an administrator has credited in the usual way, with their transaction. Each such deposit
 * takes one payment.
 */
export async function linkHandCredits(sql: Queryable, network: PaymentNetwork): Promise<void> {
  await sql`
    update deposit_payments p set
      status = 'credited', review_reason = null, credited_deposit_id = m.deposit_id, credited_amount = m.amount,
      decided_by = m.settled_by, updated_at = clock_timestamp(), version = p.version + 1
    from (
      select distinct on (d.id) d.id as deposit_id, coalesce(d.received_amount, d.amount) as amount, d.settled_by, w.id as payment_id
      from deposit_payments w
      join deposits d on d.user_id = w.user_id and d.network = w.network and d.status = 'completed'
        and lower(regexp_replace(d.transaction_hash, '^0[xX]', '')) = lower(regexp_replace(w.transaction_hash, '^0[xX]', ''))
      where w.network = ${network} and w.status = 'review' and w.review_reason <> 'vanished'
        and not exists (select from deposit_payments o where o.credited_deposit_id = d.id)
      order by d.id, w.coins desc, w.id
    ) m
    where p.id = m.payment_id and p.status = 'review'`;
}
