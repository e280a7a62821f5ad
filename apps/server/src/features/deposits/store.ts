import type { AdminDeposit, Deposit } from "@wazi/contracts";
import { DEPOSIT_WINDOW_MS } from "@wazi/contracts";
import { personColumn, type Person } from "../../core/identity/person-store.ts";
import type { RowFor } from "../../core/ledger/row-store.ts";
import { parseDates, type JsonRow, type UserRead } from "../../core/identity/user-read.ts";
import type { Queryable } from "../../db/pool.ts";
import type { DepositNetwork } from "./address-source.ts";

/** A row of the table; figures are decimal strings. */
export type DepositRow = RowFor<"deposits">;

/** The screen shows up to ten. */
const MAX_LISTED = 50;

const COLUMNS = `id, user_id as "userId", amount::text, currency, network, wallet_address as "walletAddress",
  is_test_address as "isTestAddress", crypto_amount::text as "cryptoAmount", rate::text,
  received_amount::text as "receivedAmount", transaction_hash as "transactionHash", status, settled_by as "settledBy",
  settled_at as "settledAt", late_for as "lateFor", created_at as "createdAt", updated_at as "updatedAt",
  version::text`;

/** A user's newest deposits. */
export const userDeposits: UserRead<DepositRow[]> = {
  own: `
    select json_agg(d) from (
      select ${COLUMNS} from deposits where user_id = u.id order by created_at desc, id desc limit ${MAX_LISTED}
    ) d`,
  parse: (rows: JsonRow<DepositRow>[] | null) =>
    (rows ?? []).map((row) => parseDates<DepositRow>(row, ["createdAt", "updatedAt", "settledAt"])),
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

/** The newest address that was given to the user on a network and to which nothing has been credited; null without one. */
export async function findUnusedAddress(
  sql: Queryable,
  userId: string,
  network: DepositNetwork,
): Promise<GivenAddress | null> {
  const [row] = await sql<{ index: string; walletAddress: string }[]>`
    select a.address_index::text as index, a.wallet_address as "walletAddress" from deposit_addresses a
    where a.user_id = ${userId} and a.network = ${network} and a.address_index is not null and not exists (
      select from deposits d
      where d.network = a.network and d.wallet_address = a.wallet_address and d.status = 'completed'
    )
    order by a.address_index desc limit 1`;
  return row ? { index: Number(row.index), walletAddress: row.walletAddress } : null;
}

export async function insertAddress(
  sql: Queryable,
  { index, walletAddress }: GivenAddress,
  userId: string,
  network: DepositNetwork,
): Promise<void> {
  await sql`
    insert into deposit_addresses (network, wallet_address, user_id, address_index)
    values (${network}, ${walletAddress}, ${userId}, ${index})`;
}

/** US dollars per coin: 1 for dollar coins, else the feed's price; null if there is none since `since`. */
export async function findRate(sql: Queryable, currency: string, since: Date): Promise<string | null> {
  if (currency === "USDT" || currency === "USDC") return "1.00000000";
  const [row] = await sql<{ price: string }[]>`
    select price::text from market_prices 
    where market = 'crypto' and symbol = ${`${currency}/USD`} and priced_at > ${since}`;
  return row?.price ?? null;
}

export function toDeposit(row: DepositRow): Deposit {
  return {
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
  };
}

export interface OwnedDepositRow extends DepositRow {
  owner: Person;
  settler: Person | null;
}

/** Columns of an `OwnedDepositRow`. */
export const OWNED_COLUMNS = `${COLUMNS}, ${personColumn("user_id", "owner")}, ${personColumn("settled_by", "settler")}`;

export async function findDepositWithOwner(sql: Queryable, id: string): Promise<OwnedDepositRow | null> {
  const rows = await sql<OwnedDepositRow[]>`
    select ${sql.raw(OWNED_COLUMNS)} from deposits where id = ${id}`;
  return rows[0] ?? null;
}

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
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}
