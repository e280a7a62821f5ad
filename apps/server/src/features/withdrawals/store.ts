import type { SystemSettings, Withdrawal } from "@wazi/contracts";
import { parseCents, type FundsSplit } from "@wazi/domain";
import { personColumn, type Person } from "../../core/identity/person-store.ts";
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
  settled_at: Date | null;
  hidden_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: string;
}

const MAX_LISTED = 50;

const COLUMNS = `id, user_id, amount::text, from_deposit::text, from_profit::text, withdrawal_type, currency, network,
  destination_address, country, bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by,
  settled_at, hidden_at, created_at, updated_at, version::text`;

export function listWithdrawalsOf(sql: Queryable, userId: string): Promise<WithdrawalRow[]> {
  return sql<WithdrawalRow[]>`
    select ${sql.raw(COLUMNS)} from withdrawals where user_id = ${userId}
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
  owner: Person;
  /** Who `settled_by` is. */
  settler: Person | null;
}

/** Columns of an `OwnedWithdrawalRow`. */
export const OWNED_COLUMNS = `${COLUMNS}, ${personColumn("user_id", "owner")}, ${personColumn("settled_by", "settler")}`;

export async function findWithdrawalWithOwner(sql: Queryable, id: string): Promise<OwnedWithdrawalRow | null> {
  const rows = await sql<OwnedWithdrawalRow[]>`
    select ${sql.raw(OWNED_COLUMNS)} from withdrawals where id = ${id} and hidden_at is null`;
  return rows[0] ?? null;
}
