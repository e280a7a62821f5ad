import { deleteSecondFactors } from "../second-factors/store.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** The ledger refuses postings to closed accounts. */
export async function closeAccounts(tx: Queryable, userId: string): Promise<void> {
  await tx`update ledger_accounts set closed_at = clock_timestamp() where user_id = ${userId}`;
}

/**
 * Erases all personal data of a user. The row stays for the ledger, under a placeholder name, and the e-mail address can be
 * used again. What stays of their requests and of the audit log is in platform/db/functions/erasure.sql.
 */
export async function erasePersonalData(tx: Queryable, userId: string): Promise<void> {
  await tx`
    update users set
      email = 'deleted-' || id, hashed_password = '', first_name = 'Deleted', last_name = 'user', phone = '', country = '',
      birthday = null, preferred_market = null, risk_tolerance = null, marketing_opt_in = false, profile_image_url = null,
      referral_code = 'deleted-' || id, email_verified_at = null, frozen_at = null, deactivation_reason = null,
      kyc_status = 'pending', is_active = false, last_login_at = null, updated_at = now(), deleted_at = now()
    where id = ${userId}`;
  await deleteSecondFactors(tx, userId);
  await tx`select erase_user_records(${userId}::uuid)`;
}
