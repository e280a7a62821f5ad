import type { SystemSettings, Withdrawal } from "@wazi/contracts";
import { parseCents, type FundsSplit } from "@wazi/domain";
import { personColumn, type Person } from "../../core/identity/person-store.ts";
import type { RowFor } from "../../core/ledger/row-store.ts";
import { parseDates, type JsonRow, type UserRead } from "../../core/identity/user-read.ts";
import type { Queryable } from "../../db/pool.ts";

/** A row of the table; figures are decimal strings. */
export type WithdrawalRow = RowFor<"withdrawals">;

const MAX_LISTED = 50;

const COLUMNS = `id, user_id as "userId", amount::text, from_deposit::text as "fromDeposit",
  from_profit::text as "fromProfit", withdrawal_type as "withdrawalType", currency, network,
  destination_address as "destinationAddress", country, bank_name as "bankName", account_name as "accountName",
  phone_number as "phoneNumber", transaction_hash as "transactionHash", notes, status, settled_by as "settledBy",
  settled_at as "settledAt", hidden_at as "hiddenAt", created_at as "createdAt", updated_at as "updatedAt",
  version::text`;

/** A user's newest withdrawals. */
export const userWithdrawals: UserRead<WithdrawalRow[]> = {
  own: `
    select json_agg(w) from (
      select ${COLUMNS} from withdrawals where user_id = u.id
      order by created_at desc, id desc limit ${MAX_LISTED}
    ) w`,
  parse: (rows: JsonRow<WithdrawalRow>[] | null) =>
    (rows ?? []).map((row) => parseDates<WithdrawalRow>(row, ["createdAt", "updatedAt", "settledAt", "hiddenAt"])),
};

export async function hasPendingWithdrawal(sql: Queryable, userId: string): Promise<boolean> {
  const rows = await sql`select from withdrawals where user_id = ${userId} and status in ('pending', 'processing')`;
  return rows.length > 0;
}

export async function readSystemSettings(sql: Queryable): Promise<SystemSettings> {
  const [row] = await sql<{ gas_fee_address: string | null; gas_fee_amount: string }[]>`
    select gas_fee_address, gas_fee_amount from system_settings`;
  return { gasFeeAddress: row?.gas_fee_address ?? "", gasFeeAmount: row?.gas_fee_amount ?? "500 TRX" };
}

export function toFundsSplit(row: WithdrawalRow): FundsSplit {
  return { fromDeposit: parseCents(row.fromDeposit), fromProfit: parseCents(row.fromProfit) };
}

export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  return {
    id: row.id,
    userId: row.userId,
    amount: row.amount,
    withdrawalType: row.withdrawalType,
    currency: row.currency,
    network: row.network,
    destinationAddress: row.destinationAddress,
    country: row.country,
    bankName: row.bankName,
    accountName: row.accountName,
    phoneNumber: row.phoneNumber,
    transactionHash: row.transactionHash,
    notes: row.notes,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export interface OwnedWithdrawalRow extends WithdrawalRow {
  owner: Person;
  settler: Person | null;
}

/** Columns of an `OwnedWithdrawalRow`. */
export const OWNED_COLUMNS = `${COLUMNS}, ${personColumn("user_id", "owner")}, ${personColumn("settled_by", "settler")}`;

export async function findWithdrawalWithOwner(sql: Queryable, id: string): Promise<OwnedWithdrawalRow | null> {
  const rows = await sql<OwnedWithdrawalRow[]>`
    select ${sql.raw(OWNED_COLUMNS)} from withdrawals where id = ${id} and hidden_at is null`;
  return rows[0] ?? null;
}
