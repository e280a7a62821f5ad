import type { AdminDeposit, Deposit, DepositPayment } from "@wazi/contracts";
import { DEPOSIT_WINDOW_MS } from "@wazi/contracts";
import type { Person } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";
import type { RowFor } from "../../ledger/api.ts";
import { parseDates, type JsonRow, type UserRead } from "../../platform/http/user-read.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { DepositNetwork } from "./address-source.ts";

/** The confirmations of a payment p: of M-Pesa 1, of a chain by the last block that was read. */
export const CONFIRMATIONS = `case when p.network = 'MPESA' then 1 when p.block_height is null then 0 else greatest(0, coalesce(
      (select c.height from chain_cursors c where c.network = p.network) - p.block_height + 1, 0)) end`;

/** A row of the table; figures are decimal strings. */
export type DepositRow = RowFor<"deposits">;

/** The screen shows up to ten. */
const MAX_LISTED = 50;

const COLUMNS = `id, user_id as "userId", amount::text, currency, network, wallet_address as "walletAddress",
  is_test_address as "isTestAddress", crypto_amount::text as "cryptoAmount", rate::text,
  received_amount::text as "receivedAmount", transaction_hash as "transactionHash", status, settled_by as "settledBy",
  settled_at as "settledAt", late_for as "lateFor", created_at as "createdAt", updated_at as "updatedAt",
  version::text`;

/**
 * The payments to a deposit's address as the answers have them. Confirmations count up to the last block that was read. A
 * deposit that a payment was credited as shows that payment, and the others belong to the deposit that was requested.
 */
const PAYMENTS = `(
    select json_agg(json_build_object(
      'id', p.id, 'transactionHash', p.transaction_hash, 'currency', p.currency, 'token', p.token,
      'coins', trim_scale(p.coins)::text, 'status', p.status, 'timing', p.timing, 'amountState', p.amount_state,
      'confirmations', ${CONFIRMATIONS}, 'confirmationsNeeded', p.confirmations_needed,
      'seenAt', to_char(p.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'creditedAmount', p.credited_amount::text, 'rate', trim_scale(p.rate)::text) order by p.seen_at desc, p.id)
    from deposit_payments p
    where p.credited_deposit_id = deposits.id or (p.deposit_id = deposits.id and p.credited_deposit_id is null)
  ) as payments, (
    select json_build_object('currency', l.currency, 'amount', l.amount::text, 'rate', trim_scale(l.rate)::text,
      'source', l.source, 'rateAt', to_char(l.rate_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from deposit_local_amounts l where l.deposit_id = deposits.id
  ) as local, (
    select json_build_object('phoneNumber', m.phone_number, 'status', m.status, 'reason', m.reason)
    from mpesa_pushes m where m.deposit_id = deposits.id
  ) as prompt`;

/** The values that lists add to a row of the table; null where there is none. */
interface ListedParts {
  payments: DepositPayment[] | null;
  local: Deposit["local"] | null;
  prompt: Deposit["prompt"] | null;
}

type PaidDepositRow = DepositRow & ListedParts;

/** A user's newest deposits. */
export const userDeposits: UserRead<PaidDepositRow[]> = {
  own: `
    select json_agg(d) from (
      select ${COLUMNS}, ${PAYMENTS} from deposits where user_id = u.id order by created_at desc, id desc limit ${MAX_LISTED}
    ) d`,
  parse: (rows: JsonRow<PaidDepositRow>[] | null) =>
    (rows ?? []).map((row) => parseDates<PaidDepositRow>(row, ["createdAt", "updatedAt", "settledAt"])),
};

export async function findDeposit(sql: Queryable, id: string): Promise<DepositRow | null> {
  const rows = await sql<DepositRow[]>`select ${sql.raw(COLUMNS)} from deposits where id = ${id}`;
  return rows[0] ?? null;
}

export async function hasPendingDeposit(sql: Queryable, userId: string): Promise<boolean> {
  const rows = await sql`select from deposits where user_id = ${userId} and status = 'pending'`;
  return rows.length > 0;
}

/** Takes the index of the next address on a network. The counter increases at once, so no index is used twice. */
export async function takeAddressIndex(sql: Queryable, network: DepositNetwork): Promise<number> {
  const [row] = await sql<{ index: string }[]>`
    insert into deposit_address_counters as c (path, next_index) values (${network}, 1)
    on conflict (path) do update set next_index = c.next_index + 1
    returning (next_index - 1)::text as index`;
  return Number(row?.index ?? 0);
}

export interface GivenAddress {
  index: number;
  walletAddress: string;
}

/** US dollars per coin: 1 for dollar coins, else the feed's price; null if there is none since `since`. */
export async function findRate(sql: Queryable, currency: string, since: Date): Promise<string | null> {
  if (currency === "USDT" || currency === "USDC") return "1.00000000";
  const [row] = await sql<{ price: string }[]>`
    select price::text from market_prices 
    where market = 'crypto' and symbol = ${`${currency}/USD`} and priced_at > ${since}`;
  return row?.price ?? null;
}

export function toDeposit(row: DepositRow & Partial<ListedParts>): Deposit {
  return {
    ...(row.payments ? { payments: row.payments } : {}),
    ...(row.local ? { local: row.local } : {}),
    ...(row.prompt ? { prompt: row.prompt } : {}),
    id: row.id,
    userId: row.userId,
    amount: row.amount,
    currency: row.currency,
    network: row.network,
    walletAddress: row.walletAddress,
    isTestAddress: row.isTestAddress,
    cryptoAmount: row.cryptoAmount,
    rate: row.rate,
    receivedAmount: row.receivedAmount,
    transactionHash: row.transactionHash,
    lateFor: row.lateFor,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    expiresAt: new Date(row.createdAt.getTime() + DEPOSIT_WINDOW_MS).toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}

export interface OwnedDepositRow extends DepositRow, Partial<ListedParts> {
  owner: Person;
  settler: Person | null;
}

/** Columns of an `OwnedDepositRow`. */
export const OWNED_COLUMNS = `${COLUMNS}, ${personColumn("user_id", "owner")}, ${personColumn("settled_by", "settler")}`;

/** Columns of the administrators' lists. */
export const LISTED_COLUMNS = `${OWNED_COLUMNS}, ${PAYMENTS}`;

/** Compares hashes in the normalized form of the unique index. */
export async function isHashUsed(sql: Queryable, transactionHash: string): Promise<boolean> {
  const rows = await sql`
    select from deposits where lower(regexp_replace(transaction_hash, '^0[xX]', '')) = lower(regexp_replace(${transactionHash}::text, '^0[xX]', ''))`;
  return rows.length > 0;
}

export function toAdminDeposit(row: OwnedDepositRow): AdminDeposit {
  // A deposit that its owner cancelled has no deciding administrator.
  const isCancelled = row.settledBy === row.userId;
  return {
    ...toDeposit(row),
    user: row.owner,
    settledBy: isCancelled ? null : row.settler,
  };
}
