import type { paymentNetworks, PaymentRateReason } from "@wazi/contracts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";

/** The networks of payments: chains, and M-Pesa, where a reference takes the place of an address. */
export type PaymentNetwork = (typeof paymentNetworks)[number];
type PaymentStatus = "seen" | "dropped" | "credited" | "dust" | "review" | "dismissed";

/** The columns that a decision fills, after a payment was stored. */
type JudgedColumn =
  | "status"
  | "reviewReason"
  | "creditedAmount"
  | "rate"
  | "rateReason"
  | "creditedDepositId"
  | "decidedBy"
  | "note";

/** A row of deposit_payments; figures are decimal strings. */
export interface PaymentRow {
  id: string;
  network: PaymentNetwork;
  transactionHash: string;
  output: string;
  walletAddress: string;
  userId: string;
  depositId: string | null;
  /** Null for tokens that earlier versions read. */
  currency: string | null;
  token: string | null;
  coins: string;
  /** The address that sent it; null where the chain names none. */
  sender: string | null;
  blockHeight: string | null;
  seenAt: Date;
  /** The time of its first block; null while it waits, and for M-Pesa. */
  confirmedAt: Date | null;
  confirmationsNeeded: number;
  timing: "on_time" | "late";
  /** Null where there is no deposit in the same currency. */
  amountState: "under" | "exact" | "over" | null;
  arrivalRate: string | null;
  status: PaymentStatus;
  reviewReason: string | null;
  creditedAmount: string | null;
  rate: string | null;
  /** Null until the rate is decided, and for M-Pesa. */
  rateReason: PaymentRateReason | null;
  creditedDepositId: string | null;
  decidedBy: string | null;
  note: string | null;
  version: string;
}

const COLUMNS = `p.id, p.network, p.transaction_hash as "transactionHash", p.output, p.wallet_address as "walletAddress",
  p.user_id as "userId", p.deposit_id as "depositId", p.currency, p.token, p.coins::text, p.sender, p.block_height::text as "blockHeight",
  p.seen_at as "seenAt", p.confirmed_at as "confirmedAt", p.rate_reason as "rateReason", p.confirmations_needed as "confirmationsNeeded", p.timing, p.amount_state as "amountState",
  p.arrival_rate::text as "arrivalRate", p.status, p.review_reason as "reviewReason",
  p.credited_amount::text as "creditedAmount", p.rate::text, p.credited_deposit_id as "creditedDepositId",
  p.decided_by as "decidedBy", p.note, p.version::text`;

/** A payment that was seen, before it is stored. */
export interface SeenPayment extends Omit<PaymentRow, "blockHeight" | "token" | JudgedColumn | "version"> {
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
      currency, coins, sender, block_height, block_hash, seen_at, confirmed_at, confirmations_needed, timing, amount_state, arrival_rate,
      status, updated_at, version)
    select id, network, "transactionHash", output, "walletAddress", "userId", "depositId", currency, coins, sender, "blockHeight",
      "blockHash", "seenAt", "confirmedAt", "confirmationsNeeded", timing, "amountState", "arrivalRate", 'seen', clock_timestamp(), 1`;
const SEEN_COLUMNS = `id uuid, network text, "transactionHash" text, output text, "walletAddress" text, "userId" uuid,
      "depositId" uuid, currency text, coins numeric, sender text, "blockHeight" bigint, "blockHash" text, "seenAt" timestamptz,
      "confirmedAt" timestamptz, "confirmationsNeeded" integer, timing text, "amountState" text, "arrivalRate" numeric`;

const toJson = (payments: readonly SeenPayment[]): string => JSON.stringify(payments);

/**
 * Stores the payments of a block. One that is known moves to this block; it keeps its earliest time, the rate of its first block, and
 * what was decided on it. A payment that was lost in a reorganisation after its credit, and is found again, needs no review.
 */
async function savePayments(tx: Tx, payments: readonly SeenPayment[]): Promise<void> {
  if (payments.length === 0) return;
  await tx`
    ${tx.raw(INSERT)}
    from jsonb_to_recordset(${toJson(payments)}::text::jsonb) as r (${tx.raw(SEEN_COLUMNS)})
    on conflict (network, transaction_hash, output) do update set
      block_height = excluded.block_height, block_hash = excluded.block_hash,
      confirmed_at = coalesce(p.confirmed_at, excluded.confirmed_at),
      arrival_rate = case when p.confirmed_at is null and p.rate is null then excluded.arrival_rate else p.arrival_rate end,
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

/** In a block, or paid by M-Pesa, while there was no fresh price. */
const IS_UNRATED = `status in ('seen', 'review') and arrival_rate is null and currency is not null
      and (block_height is not null or network = 'MPESA')`;

/** Currencies of payments that still have no rate of their arrival. */
export async function listUnrated(sql: Queryable, network: PaymentNetwork): Promise<string[]> {
  const rows = await sql<{ currency: string }[]>`
    select distinct currency from deposit_payments
    where network = ${network} and ${sql.raw(IS_UNRATED)}`;
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

/** Payments that are in no block and not marked as gone. */
export function listUnblocked(
  sql: Queryable,
  network: PaymentNetwork,
): Promise<{ id: string; transactionHash: string }[]> {
  return sql<{ id: string; transactionHash: string }[]>`
    select id, transaction_hash as "transactionHash" from deposit_payments
    where network = ${network} and block_height is null
      and (status in ('seen', 'credited', 'dust') or (status = 'review' and review_reason <> 'vanished'))`;
}

/**
 * Marks payments that are neither in a block nor waiting: dropped, or for review when they were credited. Called when all
 * blocks have been read. One that is found again has the rate of its new first block; one that has left the mempool also then.
 * @param isShown true if the chain shows what waits
 * @returns their owners
 */
export async function markMissing(sql: Queryable, ids: readonly string[], isShown: boolean): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sql<{ userId: string }[]>`
    update deposit_payments p set
      status = case when p.status = 'credited' then 'review' else 'dropped' end,
      review_reason = case when p.status = 'credited' then 'vanished' end,
      confirmed_at = case when p.status = 'credited' then p.confirmed_at end,
      arrival_rate = case when p.status = 'credited' then p.arrival_rate end,
      rate = case when p.status = 'credited' then p.rate end,
      rate_reason = case when p.status = 'credited' then p.rate_reason when ${isShown} or p.rate_reason = 'replaced' then 'replaced' end,
      updated_at = clock_timestamp(), version = p.version + 1
    where p.id = any(${[...ids]}::uuid[]) and p.block_height is null and p.status <> 'dropped'
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
    where network = ${network} and currency = ${currency} and ${sql.raw(IS_UNRATED)}`;
}

const CONFIRMED_PER_READ = 200;

/**
 * Ids of payments that have their confirmations and wait for a decision, oldest first. All are given, so that those that cannot
 * be decided yet never stand in the way of others.
 */
export async function* eachConfirmed(
  sql: Queryable,
  network: PaymentNetwork,
  tip: number | null,
): AsyncGenerator<string> {
  let after = { at: "-infinity", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const rows = await sql<{ id: string; at: string }[]>`
      select id, seen_at::text as at from deposit_payments
      where network = ${network} and status = 'seen' and (seen_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
        and (${tip}::bigint is null or block_height + confirmations_needed - 1 <= ${tip}::bigint)
      order by seen_at, id limit ${CONFIRMED_PER_READ}`;
    for (const { id } of rows) yield id;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Owners of payments whose confirmations are being counted. */
export async function listWaitingOwners(sql: Queryable, network: PaymentNetwork): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select distinct user_id as "userId" from deposit_payments where network = ${network} and status = 'seen'`;
  return rows.map(({ userId }) => userId);
}

export async function findPayment(sql: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await sql<PaymentRow[]>`select ${sql.raw(COLUMNS)} from deposit_payments p where p.id = ${id}`;
  return row ?? null;
}
