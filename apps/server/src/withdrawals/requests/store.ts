import type { LocalAmount, PayoutRailName, SystemSettings, Withdrawal, WithdrawalPayout } from "@wazi/contracts";
import { parseCents, type FundsSplit } from "@wazi/domain";
import type { Person } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";
import { buildJsonRow, type RowFor } from "../../ledger/api.ts";
import { parseDates, type JsonRow, type UserRead } from "../../platform/http/user-read.ts";
import { toWithdrawalHold, type StoredHold } from "../../people/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { RECIPIENT } from "./recipient-store.ts";

/** A row of the table; figures are decimal strings. */
export type WithdrawalRow = RowFor<"withdrawals">;

const MAX_LISTED = 50;

const COLUMNS = `id, user_id as "userId", amount::text, from_deposit::text as "fromDeposit",
  from_profit::text as "fromProfit", withdrawal_type as "withdrawalType", currency, network,
  destination_address as "destinationAddress", country, bank_name as "bankName", account_name as "accountName",
  phone_number as "phoneNumber", transaction_hash as "transactionHash", notes, status, settled_by as "settledBy",
  settled_at as "settledAt", hidden_at as "hiddenAt", hidden_by as "hiddenBy", created_at as "createdAt",
  updated_at as "updatedAt", version::text`;
/** The hold of a pending withdrawal. */
const HOLD = `case when status = 'pending' then withdrawal_hold(withdrawals.user_id, clock_timestamp()) end as hold`;

/** The latest payment over a rail, as JSON: times are texts. */
const PAYOUT = `(select ${buildJsonRow("payouts", "p")} from payouts p where p.withdrawal_id = withdrawals.id
  order by p.attempt desc limit 1) as payout`;

/** The amount in the investor's local currency, as JSON. */
const LOCAL = `(
    select json_build_object('currency', l.currency, 'amount', l.amount::text, 'rate', trim_scale(l.rate)::text,
      'source', l.source, 'rateAt', to_char(l.rate_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from withdrawal_local_amounts l where l.withdrawal_id = withdrawals.id
  ) as local`;

export type PayoutJson = JsonRow<RowFor<"payouts">>;

/** A withdrawal with its hold, if it is pending and held, and its latest payment over a rail. */
interface HeldWithdrawalRow extends WithdrawalRow {
  hold: StoredHold | null;
  payout: PayoutJson | null;
  local?: LocalAmount | null;
}

/** A user's newest withdrawals. */
export const userWithdrawals: UserRead<HeldWithdrawalRow[]> = {
  own: `
    select json_agg(w) from (
      select ${COLUMNS}, ${HOLD}, ${PAYOUT}, ${LOCAL} from withdrawals where user_id = u.id
      order by created_at desc, id desc limit ${MAX_LISTED}
    ) w`,
  parse: (rows: JsonRow<HeldWithdrawalRow>[] | null) =>
    (rows ?? []).map((row) => parseDates<HeldWithdrawalRow>(row, ["createdAt", "updatedAt", "settledAt", "hiddenAt"])),
};

/** Reads whether an investor has an unpaid withdrawal, and what would hold a new one. */
export async function readBeforeWithdrawal(
  sql: Queryable,
  userId: string,
  at: Date,
): Promise<{ isPending: boolean; hold: StoredHold | null }> {
  const [row] = await sql<{ isPending: boolean; hold: StoredHold | null }[]>`
    select withdrawal_hold(${userId}, ${at}) as hold, exists (
      select from withdrawals where user_id = ${userId} and status in ('pending', 'processing')
    ) as "isPending"`;
  return row ?? { isPending: false, hold: null };
}

/** Sums what an investor asked to withdraw since a time, rejected requests left out; and the first of those requests. */
export async function sumWithdrawn(
  sql: Queryable,
  userId: string,
  since: Date,
): Promise<{ amount: string; latestAt: Date | null }> {
  const [row] = await sql<{ amount: string; latestAt: Date | null }[]>`
    select withdrawn_between(${userId}, ${since}, 'infinity')::text as amount,
      (select max(created_at) from withdrawals
        where user_id = ${userId} and status <> 'rejected' and created_at > ${since}) as "latestAt"`;
  return row ?? { amount: "0", latestAt: null };
}

export async function readSystemSettings(sql: Queryable): Promise<SystemSettings> {
  const [row] = await sql<{ gas_fee_address: string | null; gas_fee_amount: string }[]>`
    select gas_fee_address, gas_fee_amount from system_settings`;
  return { gasFeeAddress: row?.gas_fee_address ?? "", gasFeeAmount: row?.gas_fee_amount ?? "500 TRX" };
}

export function toFundsSplit(row: WithdrawalRow): FundsSplit {
  return { fromDeposit: parseCents(row.fromDeposit), fromProfit: parseCents(row.fromProfit) };
}

export function toWithdrawal(row: HeldWithdrawalRow): Withdrawal {
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
    isCancelled: isCancelled(row),
    hold: row.status === "pending" ? toWithdrawalHold(row.hold) : null,
    payout: row.payout && toWithdrawalPayout(row.payout),
    ...(row.local ? { local: row.local } : {}),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}

/** A row as the statements read it. */
export function toPayoutJson(row: RowFor<"payouts">): PayoutJson {
  const text = (at: Date | null): string | null => at && at.toISOString();
  return {
    ...row,
    rateAt: row.rateAt.toISOString(),
    approvedAt: row.approvedAt.toISOString(),
    nextAt: row.nextAt.toISOString(),
    sentAt: text(row.sentAt),
    endedAt: text(row.endedAt),
  };
}

function toWithdrawalPayout(row: PayoutJson): WithdrawalPayout {
  return {
    id: row.id,
    rail: row.rail as PayoutRailName,
    state: row.state,
    attempt: row.attempt,
    currency: row.currency,
    localAmount: row.localAmount,
    rate: row.rate,
    rateAt: new Date(row.rateAt).toISOString(),
    recipientName: row.recipientName,
    sentAt: row.sentAt === null ? null : new Date(row.sentAt).toISOString(),
    fee: row.fee,
    feeAmount: row.feeAmount,
    feeCurrency: row.feeCurrency,
  };
}

/** True if the investor ended it. */
export const isCancelled = ({ settledBy, userId }: WithdrawalRow): boolean => settledBy === userId;

export interface OwnedWithdrawalRow extends HeldWithdrawalRow {
  owner: Person;
  settler: Person | null;
  hider: Person | null;
  /** The account holder's name that the investor saw; null if none was shown. */
  recipient: { holderName: string; isOtherName: boolean } | null;
  /** The amount that the investor asked for in the 24 hours up to this request, itself included. */
  dayAmount: string;
}

const DAY_AMOUNT = `withdrawn_between(withdrawals.user_id, withdrawals.created_at - interval '24 hours', withdrawals.created_at)::text
  as "dayAmount"`;

/** Columns of an `OwnedWithdrawalRow`. */
export const OWNED_COLUMNS = `${COLUMNS}, ${HOLD}, ${PAYOUT}, ${LOCAL}, ${DAY_AMOUNT}, ${RECIPIENT}, ${personColumn("user_id", "owner")},
  ${personColumn("settled_by", "settler")}, ${personColumn("hidden_by", "hider")}`;

/** @param options.includesHidden true for its owner, who still sees a withdrawal that an administrator deleted */
export async function findWithdrawalWithOwner(
  sql: Queryable,
  id: string,
  { includesHidden = false } = {},
): Promise<OwnedWithdrawalRow | null> {
  const rows = await sql<OwnedWithdrawalRow[]>`
    select ${sql.raw(OWNED_COLUMNS)} from withdrawals where id = ${id} and (${includesHidden} or hidden_at is null)`;
  return rows[0] ?? null;
}
