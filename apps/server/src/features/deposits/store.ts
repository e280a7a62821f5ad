import type { AdminDeposit, Deposit } from "@wazi/contracts";
import { depositWindowMs } from "@wazi/contracts";
import { pageAt, type PageKey } from "../../core/paging/answer-list.ts";
import type { Queryable } from "../../db/pool.ts";
import type { DepositNetwork } from "./address-source.ts";

/** A row of the table, figures as decimal strings. */
export interface DepositRow {
  id: string;
  user_id: string;
  amount: string;
  currency: string;
  network: string;
  wallet_address: string;
  is_test_address: boolean;
  crypto_amount: string;
  rate: string;
  received_amount: string | null;
  transaction_hash: string | null;
  status: Deposit["status"];
  settled_by: string | null;
  ledger_transaction_id: string | null;
  /** The deposit that late money was meant for. */
  late_for: string | null;
  created_at: Date;
  updated_at: Date;
  version: string;
}

/** SPEC.md shows up to ten. */
const MAX_LISTED = 50;

const columns = `id, user_id, amount::text, currency, network, wallet_address, is_test_address, crypto_amount::text,
  rate::text, received_amount::text, transaction_hash, status, settled_by, ledger_transaction_id::text, late_for,
  created_at, updated_at, version::text`;

export function listDepositsOf(sql: Queryable, userId: string): Promise<DepositRow[]> {
  return sql<DepositRow[]>`
    select ${sql.raw(columns)} from deposits where user_id = ${userId} order by created_at desc, id desc limit ${MAX_LISTED}`;
}

export async function findDeposit(sql: Queryable, id: string): Promise<DepositRow | null> {
  const rows = await sql<DepositRow[]>`select ${sql.raw(columns)} from deposits where id = ${id}`;
  return rows[0] ?? null;
}

export async function hasPendingDeposit(sql: Queryable, userId: string): Promise<boolean> {
  const rows = await sql`select from deposits where user_id = ${userId} and status = 'pending'`;
  return rows.length > 0;
}

/** The number of the next address on a network. Counted up at once, so that none is ever given twice. */
export async function takeAddressIndex(sql: Queryable, network: DepositNetwork): Promise<number> {
  const [row] = await sql<{ index: string }[]>`
    insert into deposit_address_counters as c (path, next_index) values (${network}, 1)
    on conflict (path) do update set next_index = c.next_index + 1
    returning (next_index - 1)::text as index`;
  return Number(row?.index ?? 0);
}

/** US dollars for one of a currency: 1 for dollar coins, else the feed's price; null when there is none after `since`. */
export async function findRate(sql: Queryable, currency: string, since: Date): Promise<string | null> {
  if (currency === "USDT" || currency === "USDC") return "1.00000000";
  const [row] = await sql<{ price: string }[]>`
    select price::text from market_prices 
    where market = 'crypto' and symbol = ${`${currency}/USD`} and priced_at > ${since}`;
  return row?.price ?? null;
}

/** A row as the API shows it. */
export function depositOf(row: DepositRow): Deposit {
  return {
    id: row.id,
    userId: row.user_id,
    amount: row.amount,
    currency: row.currency,
    network: row.network,
    walletAddress: row.wallet_address,
    isTestAddress: row.is_test_address,
    cryptoAmount: row.crypto_amount,
    rate: row.rate,
    receivedAmount: row.received_amount,
    transactionHash: row.transaction_hash,
    lateFor: row.late_for,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    expiresAt: new Date(row.created_at.getTime() + depositWindowMs).toISOString(),
  };
}

export interface OwnedDepositRow extends DepositRow {
  owner: AdminDeposit["user"];
}

const owner = `(select jsonb_build_object('email', u.email, 'firstName', u.first_name, 'lastName', u.last_name)
  from users u where u.id = user_id) as owner`;

export interface ListedDepositRow extends OwnedDepositRow {
  page_at: string;
}

export interface DepositFilters {
  status?: Deposit["status"] | undefined;
  currency?: string | undefined;
  /** Looked for in the owner's name and e-mail, without case. */
  search?: string | undefined;
  /** Started at this moment or later. */
  from?: string | undefined;
  /** Started before this moment. */
  to?: string | undefined;
}

const ownerText = `(select lower(concat_ws(' ', u.first_name, u.last_name, u.email)) from users u where u.id = user_id)`;

/** For administrators: pending ones first, then the newest. */
export function listDepositsPendingFirst(sql: Queryable, limit: number): Promise<OwnedDepositRow[]> {
  return sql<OwnedDepositRow[]>`
    select ${sql.raw(columns)}, ${sql.raw(owner)} from deposits
    order by (status = 'pending') desc, created_at desc, id desc limit ${limit}`;
}

/** For administrators: the newest first, below a place in the list. */
export function listDepositsWithOwners(
  sql: Queryable,
  filters: DepositFilters,
  after: PageKey,
  limit: number,
): Promise<ListedDepositRow[]> {
  const { status = null, currency = null, search = "", from = null, to = null } = filters;
  return sql<ListedDepositRow[]>`
    select ${sql.raw(columns)}, ${sql.raw(owner)}, ${sql.raw(pageAt("created_at"))} from deposits
    where (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
      and (${status}::text is null or status = ${status}::text)
      and (${currency}::text is null or currency = ${currency}::text)
      and (${from}::timestamptz is null or created_at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or created_at < ${to}::timestamptz)
      and (${search} = '' or strpos(${sql.raw(ownerText)}, lower(${search})) > 0)
    order by created_at desc, id desc limit ${limit}`;
}

export async function countDeposits(sql: Queryable, filters: DepositFilters): Promise<number> {
  const { status = null, currency = null, search = "", from = null, to = null } = filters;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from deposits
    where (${status}::text is null or status = ${status}::text)
      and (${currency}::text is null or currency = ${currency}::text)
      and (${from}::timestamptz is null or created_at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or created_at < ${to}::timestamptz)
      and (${search} = '' or strpos(${sql.raw(ownerText)}, lower(${search})) > 0)`;
  return row?.count ?? 0;
}

export async function findDepositWithOwner(sql: Queryable, id: string): Promise<OwnedDepositRow | null> {
  const rows = await sql<OwnedDepositRow[]>`
    select ${sql.raw(columns)}, ${sql.raw(owner)} from deposits where id = ${id}`;
  return rows[0] ?? null;
}

/** Whether a transaction has been credited, however its hash is written: the unique index looks at the same form. */
export async function isHashUsed(sql: Queryable, transactionHash: string): Promise<boolean> {
  const rows = await sql`
    select from deposits where lower(regexp_replace(transaction_hash, '^0[xX]', '')) = lower(regexp_replace(${transactionHash}::text, '^0[xX]', ''))`;
  return rows.length > 0;
}

export function adminDepositOf(row: OwnedDepositRow): AdminDeposit {
  return { ...depositOf(row), user: row.owner };
}
