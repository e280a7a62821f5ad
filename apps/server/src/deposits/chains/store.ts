import type { DepositPayment, paymentNetworks, ReviewPayment, UnmatchedReport } from "@wazi/contracts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { personColumn } from "../../record/api.ts";
import { CONFIRMATIONS } from "../requests/store.ts";

const REVIEWED = `p.id, p.transaction_hash as "transactionHash", p.currency, p.token, trim_scale(p.coins)::text as coins, p.status,
  p.timing, p.amount_state as "amountState", (${CONFIRMATIONS})::integer as confirmations,
  p.confirmations_needed as "confirmationsNeeded", to_char(p.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "seenAt",
  p.credited_amount::text as "creditedAmount", trim_scale(p.rate)::text as rate`;

type ListedReview = Omit<ReviewPayment, "estimate">;

/** Payments that wait for an administrator, the oldest first. */
export function listReviews(sql: Queryable, limit: number): Promise<ListedReview[]> {
  return sql<ListedReview[]>`
    select ${sql.raw(REVIEWED)}, p.network, p.wallet_address as "walletAddress", p.user_id as "userId", p.deposit_id as "depositId",
      p.review_reason as "reviewReason", ${sql.raw(personColumn("p.user_id", "user"))}
    from deposit_payments p where p.status = 'review' order by p.seen_at, p.id limit ${limit}`;
}

export async function countReviews(sql: Queryable): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::integer as total from deposit_payments where status = 'review'`;
  return row?.total ?? 0;
}

export async function findListedPayment(sql: Queryable, id: string): Promise<DepositPayment | null> {
  const [row] = await sql<DepositPayment[]>`select ${sql.raw(REVIEWED)} from deposit_payments p where p.id = ${id}`;
  return row ?? null;
}

/** Reports of M-Pesa with a problem that nobody decided on, the oldest first. */
export function listUnmatched(sql: Queryable, limit: number): Promise<UnmatchedReport[]> {
  return sql<UnmatchedReport[]>`
    select id::text, transaction_id as receipt, trim_scale(amount)::text as amount, reference, problem,
      to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt"
    from mpesa_events where problem is not null and decided_by is null order by id limit ${limit}`;
}

/** The networks of payments: chains, and M-Pesa, where a reference takes the place of an address. */
export type PaymentNetwork = (typeof paymentNetworks)[number];
type PaymentStatus = "seen" | "dropped" | "credited" | "dust" | "review" | "dismissed";

/** The columns that a decision fills, after a payment was stored. */
type JudgedColumn = "status" | "reviewReason" | "creditedAmount" | "rate" | "creditedDepositId" | "decidedBy" | "note";

/** A row of deposit_payments; figures are decimal strings. */
export interface PaymentRow {
  id: string;
  network: PaymentNetwork;
  transactionHash: string;
  output: string;
  walletAddress: string;
  userId: string;
  depositId: string | null;
  currency: string | null;
  token: string | null;
  coins: string;
  blockHeight: string | null;
  seenAt: Date;
  confirmationsNeeded: number;
  timing: "on_time" | "late";
  /** Null where there is no deposit in the same currency. */
  amountState: "under" | "exact" | "over" | null;
  arrivalRate: string | null;
  status: PaymentStatus;
  reviewReason: string | null;
  creditedAmount: string | null;
  rate: string | null;
  creditedDepositId: string | null;
  decidedBy: string | null;
  note: string | null;
  version: string;
}

const COLUMNS = `p.id, p.network, p.transaction_hash as "transactionHash", p.output, p.wallet_address as "walletAddress",
  p.user_id as "userId", p.deposit_id as "depositId", p.currency, p.token, p.coins::text, p.block_height::text as "blockHeight",
  p.seen_at as "seenAt", p.confirmations_needed as "confirmationsNeeded", p.timing, p.amount_state as "amountState",
  p.arrival_rate::text as "arrivalRate", p.status, p.review_reason as "reviewReason",
  p.credited_amount::text as "creditedAmount", p.rate::text, p.credited_deposit_id as "creditedDepositId",
  p.decided_by as "decidedBy", p.note, p.version::text`;

/** A payment that was seen, before it is stored. */
export interface SeenPayment extends Omit<PaymentRow, "blockHeight" | JudgedColumn | "version"> {
  blockHeight: number | null;
  blockHash: string | null;
}

/** A deposit at an address, as far as a payment is judged by it. */
export interface AddressDeposit {
  id: string;
  userId: string;
  walletAddress: string;
  currency: string;
  rate: string;
  /** The coins that were asked for. */
  cryptoAmount: string;
  /** The coins of its other payments so far, also before they are credited. */
  receivedCoins: string;
  createdAt: Date;
}

/** Owners of those of the addresses that are investors' deposit addresses. */
export async function findOwners(
  sql: Queryable,
  network: PaymentNetwork,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await sql<{ walletAddress: string; userId: string }[]>`
    select wallet_address as "walletAddress", user_id as "userId" from deposit_addresses
    where network = ${network} and wallet_address = any(${addresses}::text[])`;
  return new Map(rows.map(({ walletAddress, userId }) => [walletAddress, userId]));
}

/**
 * Deposits that were requested at these addresses, newest first.
 * @param transactionHashes the payments that are judged, which do not count as received yet
 */
export function listAddressDeposits(
  sql: Queryable,
  network: PaymentNetwork,
  addresses: readonly string[],
  transactionHashes: readonly string[],
): Promise<AddressDeposit[]> {
  return sql<AddressDeposit[]>`
    select id, user_id as "userId", wallet_address as "walletAddress", currency, rate::text, crypto_amount::text as "cryptoAmount",
      (select coalesce(sum(p.coins), 0)::text from deposit_payments p
        where p.deposit_id = deposits.id and p.currency = deposits.currency and p.status not in ('dropped', 'dismissed')
          and p.transaction_hash <> all(${[...transactionHashes]}::text[])) as "receivedCoins",
      created_at as "createdAt"
    from deposits
    where network = ${network} and wallet_address = any(${addresses}::text[]) and late_for is null
    order by created_at desc, id desc`;
}

const INSERT = `insert into deposit_payments as p (id, network, transaction_hash, output, wallet_address, user_id, deposit_id,
      currency, token, coins, block_height, block_hash, seen_at, confirmations_needed, timing, amount_state, arrival_rate, status, updated_at,
      version)
    select id, network, "transactionHash", output, "walletAddress", "userId", "depositId", currency, token, coins, "blockHeight",
      "blockHash", "seenAt", "confirmationsNeeded", timing, "amountState", "arrivalRate", 'seen', clock_timestamp(), 1`;
const SEEN_COLUMNS = `id uuid, network text, "transactionHash" text, output text, "walletAddress" text, "userId" uuid,
      "depositId" uuid, currency text, token text, coins numeric, "blockHeight" bigint, "blockHash" text, "seenAt" timestamptz,
      "confirmationsNeeded" integer, timing text, "amountState" text, "arrivalRate" numeric`;

const toJson = (payments: readonly SeenPayment[]): string => JSON.stringify(payments);

/**
 * Stores the payments of a block. One that is known moves to this block; it keeps its earliest time, and what was decided on it. A
 * payment that was lost in a reorganisation after its credit, and is found again, needs no review.
 */
async function savePayments(tx: Tx, payments: readonly SeenPayment[]): Promise<void> {
  if (payments.length === 0) return;
  await tx`
    ${tx.raw(INSERT)}
    from jsonb_to_recordset(${toJson(payments)}::text::jsonb) as r (${tx.raw(SEEN_COLUMNS)})
    on conflict (network, transaction_hash, output) do update set
      block_height = excluded.block_height, block_hash = excluded.block_hash,
      status = case when p.status = 'dropped' then 'seen' when p.review_reason = 'vanished' then 'credited' else p.status end,
      review_reason = case when p.review_reason = 'vanished' then null else p.review_reason end,
      updated_at = excluded.updated_at, version = p.version + 1
    where p.block_hash is distinct from excluded.block_hash or p.status = 'dropped' or p.review_reason = 'vanished'`;
}

/**
 * Stores payments that wait outside of blocks. Those that are known as part of a block stay there until that block is gone.
 * @returns the owners of payments that are new or back
 */
export async function savePending(sql: Queryable, payments: readonly SeenPayment[]): Promise<string[]> {
  if (payments.length === 0) return [];
  const rows = await sql<{ userId: string }[]>`
    ${sql.raw(INSERT)}
    from jsonb_to_recordset(${toJson(payments)}::text::jsonb) as r (${sql.raw(SEEN_COLUMNS)})
    on conflict (network, transaction_hash, output) do update set
      status = 'seen', updated_at = excluded.updated_at, version = p.version + 1
    where p.status = 'dropped'
    returning p.user_id as "userId"`;
  return rows.map(({ userId }) => userId);
}

/** Currencies of payments that still have no rate of their arrival. */
export async function listUnrated(sql: Queryable, network: PaymentNetwork): Promise<string[]> {
  const rows = await sql<{ currency: string }[]>`
    select distinct currency from deposit_payments
    where network = ${network} and status in ('seen', 'dropped', 'review') and arrival_rate is null and currency is not null`;
  return rows.map(({ currency }) => currency);
}

export interface Cursor {
  height: number;
  /** Empty when the chain has changed below all blocks that were kept: then any block may follow. */
  hash: string;
}

export async function readCursor(sql: Queryable, network: PaymentNetwork): Promise<Cursor | null> {
  const [row] = await sql<{ height: string; hash: string }[]>`
    select height::text, hash from chain_cursors where network = ${network}`;
  return row ? { height: Number(row.height), hash: row.hash } : null;
}

export async function startCursor(sql: Queryable, network: PaymentNetwork, { height, hash }: Cursor): Promise<void> {
  await sql`
    insert into chain_cursors (network, height, hash, read_at) values (${network}, ${height}, ${hash}, clock_timestamp())
    on conflict do nothing`;
}

/** Moves the cursor, if it still is where it was read. Another process may have moved it. */
async function moveCursor(tx: Tx, network: PaymentNetwork, from: Cursor, to: Cursor): Promise<boolean> {
  const rows = await tx`
    update chain_cursors set height = ${to.height}, hash = ${to.hash}, read_at = clock_timestamp()
    where network = ${network} and height = ${from.height} and hash = ${from.hash} returning network`;
  return rows.length > 0;
}

/** Records a block: its payments, its hash and the new cursor, in the caller's transaction. False: another process did. */
export async function saveBlock(
  tx: Tx,
  network: PaymentNetwork,
  input: { from: Cursor; to: Cursor; payments: readonly SeenPayment[]; keptBlocks: number },
): Promise<boolean> {
  const { from, to, payments, keptBlocks } = input;
  if (!(await moveCursor(tx, network, from, to))) return false;
  await savePayments(tx, payments);
  await tx`
    insert into chain_blocks (network, height, hash) values (${network}, ${to.height}, ${to.hash})
    on conflict (network, height) do update set hash = excluded.hash`;
  await tx`delete from chain_blocks where network = ${network} and height <= ${to.height - keptBlocks}`;
  return true;
}

/** The kept blocks at and below a height, newest first. */
export async function listBlocks(sql: Queryable, network: PaymentNetwork, below: number): Promise<Cursor[]> {
  const rows = await sql<{ height: string; hash: string }[]>`
    select height::text, hash from chain_blocks where network = ${network} and height <= ${below} order by chain_blocks.height desc`;
  return rows.map(({ height, hash }) => ({ height: Number(height), hash }));
}

/** Goes back to an earlier block: payments above it are outside of blocks again, in the caller's transaction. */
export async function stepBack(tx: Tx, network: PaymentNetwork, from: Cursor, to: Cursor): Promise<boolean> {
  if (!(await moveCursor(tx, network, from, to))) return false;
  await tx`delete from chain_blocks where network = ${network} and height > ${to.height}`;
  await tx`
    update deposit_payments set block_height = null, block_hash = null, updated_at = clock_timestamp(), version = version + 1
    where network = ${network} and block_height > ${to.height}`;
  return true;
}

/**
 * Marks payments that are neither in a block nor waiting: dropped, or for review when they were credited. Called when all
 * blocks have been read.
 * @returns their owners
 */
export async function markMissing(
  sql: Queryable,
  network: PaymentNetwork,
  pending: readonly { transactionHash: string; output: string }[],
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    update deposit_payments p set
      status = case when p.status = 'credited' then 'review' else 'dropped' end,
      review_reason = case when p.status = 'credited' then 'vanished' end,
      updated_at = clock_timestamp(), version = p.version + 1
    where p.network = ${network} and p.block_height is null
      and (p.status in ('seen', 'credited', 'dust') or (p.status = 'review' and p.review_reason <> 'vanished'))
      and not exists (
        select from jsonb_to_recordset(${JSON.stringify(pending)}::text::jsonb) as w ("transactionHash" text, output text)
        where w."transactionHash" = p.transaction_hash and w.output = p.output
      )
    returning p.user_id as "userId"`;
  return rows.map(({ userId }) => userId);
}

/** Gives payments that arrived without a fresh price the first one. */
export async function setArrivalRate(
  sql: Queryable,
  network: PaymentNetwork,
  currency: string,
  rate: string,
): Promise<void> {
  await sql`
    update deposit_payments set arrival_rate = ${rate}, version = version + 1
    where network = ${network} and status in ('seen', 'dropped', 'review') and arrival_rate is null and currency = ${currency}`;
}

/** Ids of payments that have their confirmations and wait for a decision, oldest first. */
export async function listConfirmed(
  sql: Queryable,
  network: PaymentNetwork,
  tip: number | null,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from deposit_payments
    where network = ${network} and status = 'seen'
      and (${tip}::bigint is null or block_height + confirmations_needed - 1 <= ${tip}::bigint)
    order by seen_at, id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Owners of payments whose confirmations are being counted. */
export async function listWaitingOwners(sql: Queryable, network: PaymentNetwork): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select distinct user_id as "userId" from deposit_payments where network = ${network} and status = 'seen'`;
  return rows.map(({ userId }) => userId);
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
  /** All that was credited for this deposit. It changes with each credit. */
  creditedForDeposit: string;
  /** A completed deposit of the owner with this transaction that no payment was credited as: an administrator's. */
  handCredited: { id: string; amount: string } | null;
  isHashTaken: boolean;
}

export async function findPayment(sql: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await sql<PaymentRow[]>`select ${sql.raw(COLUMNS)} from deposit_payments p where p.id = ${id}`;
  return row ?? null;
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

export async function readContext(sql: Queryable, payment: PaymentRow): Promise<PaymentContext> {
  const { depositId, id, userId, transactionHash, currency, timing } = payment;
  const [row] = await sql<PaymentContext[]>`
    select
      (select u.is_active and u.deleted_at is null from users u where u.id = ${userId}) as "isOwnerActive",
      coalesce(sum(p.coins * ${sql.raw(RATE)}) filter (where p.timing = ${timing}), 0)::text as "valueBefore",
      coalesce(sum(p.credited_amount) filter (where p.timing = ${timing}), 0)::text as "creditedBefore",
      coalesce(sum(p.coins) filter (where p.status in ('credited', 'dust')), 0)::text as "receivedCoins",
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
    where p.deposit_id = ${depositId} and p.id <> ${id} and p.currency = ${currency} and (${sql.raw(IS_COUNTED)})`;
  if (!row) throw new Error("An aggregate returns one row");
  return row;
}

/** Records a decision that moves no money. False: the payment has changed since it was read. */
export async function updatePayment(sql: Queryable, before: PaymentRow, after: PaymentRow): Promise<boolean> {
  const rows = await sql`
    update deposit_payments set
      timing = ${after.timing}, amount_state = ${after.amountState}, status = ${after.status}, review_reason = ${after.reviewReason},
      credited_amount = ${after.creditedAmount}, rate = ${after.rate}, credited_deposit_id = ${after.creditedDepositId},
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
