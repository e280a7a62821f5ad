import type { AdminWithdrawal, SystemSettings, Withdrawal } from "@wazi/contracts";
import { parseCents, type FundsSplit } from "@wazi/domain";
import { pageAt, type PageKey } from "../../core/paging/answer-list.ts";
import type { Queryable } from "../../db/pool.ts";

/** A row of the table, figures as decimal strings. */
export interface WithdrawalRow {
  id: string;
  user_id: string;
  amount: string;
  from_deposit: string;
  from_profit: string;
  withdrawal_type: Withdrawal["withdrawalType"];
  currency: string | null;
  network: string | null;
  destination_address: string | null;
  country: string | null;
  bank_name: string | null;
  account_name: string | null;
  phone_number: string | null;
  transaction_hash: string | null;
  notes: string | null;
  status: Withdrawal["status"];
  settled_by: string | null;
  hidden_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: string;
}

const MAX_LISTED = 50;

const columns = `id, user_id, amount::text, from_deposit::text, from_profit::text, withdrawal_type, currency, network,
  destination_address, country, bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by,
  hidden_at, created_at, updated_at, version::text`;

export function listWithdrawalsOf(sql: Queryable, userId: string): Promise<WithdrawalRow[]> {
  return sql<WithdrawalRow[]>`
    select ${sql.raw(columns)} from withdrawals where user_id = ${userId}
    order by created_at desc, id desc limit ${MAX_LISTED}`;
}

export async function hasPendingWithdrawal(sql: Queryable, userId: string): Promise<boolean> {
  const rows = await sql`select from withdrawals where user_id = ${userId} and status in ('pending', 'processing')`;
  return rows.length > 0;
}

export async function readSystemSettings(sql: Queryable): Promise<SystemSettings> {
  const [row] = await sql<{ gas_fee_address: string | null; gas_fee_amount: string }[]>`
    select gas_fee_address, gas_fee_amount from system_settings`;
  return { gasFeeAddress: row?.gas_fee_address ?? "", gasFeeAmount: row?.gas_fee_amount ?? "500 TRX" };
}

export function splitOf(row: WithdrawalRow): FundsSplit {
  return { fromDeposit: parseCents(row.from_deposit), fromProfit: parseCents(row.from_profit) };
}

/** A row as the API shows it. */
export function withdrawalOf(row: WithdrawalRow): Withdrawal {
  return {
    id: row.id,
    userId: row.user_id,
    amount: row.amount,
    withdrawalType: row.withdrawal_type,
    currency: row.currency,
    network: row.network,
    destinationAddress: row.destination_address,
    country: row.country,
    bankName: row.bank_name,
    accountName: row.account_name,
    phoneNumber: row.phone_number,
    transactionHash: row.transaction_hash,
    notes: row.notes,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export interface OwnedWithdrawalRow extends WithdrawalRow {
  owner: AdminWithdrawal["user"];
}

const owner = `(select jsonb_build_object('email', u.email, 'firstName', u.first_name, 'lastName', u.last_name)
  from users u where u.id = user_id) as owner`;

export interface ListedWithdrawalRow extends OwnedWithdrawalRow {
  page_at: string;
}

export interface WithdrawalFilters {
  status?: Withdrawal["status"] | undefined;
  withdrawalType?: Withdrawal["withdrawalType"] | undefined;
  /** Looked for in the owner's name and e-mail, without case. */
  search?: string | undefined;
  /** Asked for at this moment or later. */
  from?: string | undefined;
  /** Asked for before this moment. */
  to?: string | undefined;
}

const ownerText = `(select lower(concat_ws(' ', u.first_name, u.last_name, u.email)) from users u where u.id = user_id)`;

/** For administrators: those that wait first, then the newest; deleted ones not at all. */
export function listWithdrawalsWaitingFirst(sql: Queryable, limit: number): Promise<OwnedWithdrawalRow[]> {
  return sql<OwnedWithdrawalRow[]>`
    select ${sql.raw(columns)}, ${sql.raw(owner)} from withdrawals where hidden_at is null
    order by (status in ('pending', 'processing')) desc, created_at desc, id desc limit ${limit}`;
}

/** For administrators: the newest first, below a place in the list; deleted ones not at all. */
export function listWithdrawalsWithOwners(
  sql: Queryable,
  filters: WithdrawalFilters,
  after: PageKey,
  limit: number,
): Promise<ListedWithdrawalRow[]> {
  const { status = null, withdrawalType: type = null, search = "", from = null, to = null } = filters;
  return sql<ListedWithdrawalRow[]>`
    select ${sql.raw(columns)}, ${sql.raw(owner)}, ${sql.raw(pageAt("created_at"))} from withdrawals
    where hidden_at is null and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
      and (${status}::text is null or status = ${status}::text)
      and (${type}::text is null or withdrawal_type = ${type}::text)
      and (${from}::timestamptz is null or created_at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or created_at < ${to}::timestamptz)
      and (${search} = '' or strpos(${sql.raw(ownerText)}, lower(${search})) > 0)
    order by created_at desc, id desc limit ${limit}`;
}

export async function countWithdrawals(sql: Queryable, filters: WithdrawalFilters): Promise<number> {
  const { status = null, withdrawalType: type = null, search = "", from = null, to = null } = filters;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from withdrawals
    where hidden_at is null
      and (${status}::text is null or status = ${status}::text)
      and (${type}::text is null or withdrawal_type = ${type}::text)
      and (${from}::timestamptz is null or created_at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or created_at < ${to}::timestamptz)
      and (${search} = '' or strpos(${sql.raw(ownerText)}, lower(${search})) > 0)`;
  return row?.count ?? 0;
}

export async function findWithdrawalWithOwner(sql: Queryable, id: string): Promise<OwnedWithdrawalRow | null> {
  const rows = await sql<OwnedWithdrawalRow[]>`
    select ${sql.raw(columns)}, ${sql.raw(owner)} from withdrawals where id = ${id} and hidden_at is null`;
  return rows[0] ?? null;
}

export function adminWithdrawalOf(row: OwnedWithdrawalRow): AdminWithdrawal {
  return { ...withdrawalOf(row), user: row.owner };
}
