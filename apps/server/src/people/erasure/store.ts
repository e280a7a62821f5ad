import { profileFieldNames, profileFields } from "@wazi/contracts";
import { PROFILE_COLUMNS, toColumnValues } from "../accounts/store.ts";
import { deleteSecondFactors } from "../second-factors/store.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** The ledger refuses postings to closed accounts. */
export async function closeAccounts(tx: Queryable, userId: string): Promise<void> {
  await tx`update ledger_accounts set closed_at = clock_timestamp() where user_id = ${userId}`;
}

const ERASED_PROFILE = toColumnValues(
  Object.fromEntries(profileFieldNames.map((name) => [name, profileFields[name].erased])),
);

/**
 * Erases all personal data of a user. The row stays for the ledger, under a placeholder name, and the e-mail address can be
 * used again. What stays of their requests and of the audit log is in platform/db/functions/erasure.sql.
 */
export async function erasePersonalData(tx: Queryable, userId: string): Promise<void> {
  const columns = tx.raw(PROFILE_COLUMNS);
  await tx`
    update users set
      (${columns}) = (select ${columns} from jsonb_populate_record(null::users, ${ERASED_PROFILE}::jsonb)),
      email = 'deleted-' || id, hashed_password = '', first_name = 'Deleted', last_name = 'user', phone = '', profile_image_url = null,
      referral_code = 'deleted-' || id, email_verified_at = null, frozen_at = null, deactivation_reason = null,
      kyc_status = 'pending', is_active = false, last_login_at = null, updated_at = now(), deleted_at = now()
    where id = ${userId}`;
  await deleteSecondFactors(tx, userId);
  await tx`select erase_user_records(${userId}::uuid)`;
}

/** The money that a user still has, in dollars, and the user's pending requests. */
export interface RemainingMoney {
  /** Deposit funds and profit funds. */
  balance: string;
  /** Requested and not yet paid out. */
  withdrawalHold: string;
  /** Granted by adjustment and not yet moved to the balance. */
  adjustmentProfit: string;
  activeBots: number;
  pendingDeposits: number;
  pendingWithdrawals: number;
  waitingExits: number;
  pendingVerifications: number;
  /** Changes of the e-mail address that the old one can undo. */
  emailChanges: number;
}

/**
 * Locks a user's ledger accounts in the same order as the ledger's door, so that no posting changes them until the
 * transaction ends.
 */
export async function lockAccounts(tx: Queryable, userId: string): Promise<void> {
  await tx`select from ledger_accounts where user_id = ${userId} order by id for no key update`;
}

/** The result does not change while `lockAccounts` holds the locks. */
export async function readRemainingMoney(tx: Queryable, userId: string): Promise<RemainingMoney> {
  const [row] = await tx<RemainingMoney[]>`
    select
      coalesce(sum(balance) filter (where code like '%:deposit_funds' or code like '%:profit_funds'), 0)::numeric(20, 2)::text
        as "balance",
      coalesce(sum(balance) filter (where code like '%:withdrawal_hold'), 0)::numeric(20, 2)::text as "withdrawalHold",
      coalesce(sum(balance) filter (where code like '%:running_profit'), 0)::numeric(20, 2)::text as "adjustmentProfit",
      (select count(*)::int from positions where user_id = ${userId} and is_active) as "activeBots",
      (select count(*)::int from deposits where user_id = ${userId} and status = 'pending') as "pendingDeposits",
      (select count(*)::int from withdrawals where user_id = ${userId} and status in ('pending', 'processing'))
        as "pendingWithdrawals",
      (select count(*)::int from exits where user_id = ${userId} and status = 'pending') as "waitingExits",
      (select count(*)::int from verifications where user_id = ${userId} and status = 'pending') as "pendingVerifications",
      (select count(*)::int from account_links where user_id = ${userId} and applied_at is not null and expires_at > now())
        as "emailChanges"
    from ledger_accounts where user_id = ${userId}`;
  if (!row) throw new Error("The query for the remaining money returned no row");
  return row;
}
