import { deleteSecondFactors } from "../../core/second-factors/store.ts";
import type { Queryable } from "../../db/pool.ts";

/** The ledger refuses postings to closed accounts. */
export async function closeAccounts(tx: Queryable, userId: string): Promise<void> {
  await tx`update ledger_accounts set closed_at = clock_timestamp() where user_id = ${userId}`;
}

/**
 * Erases all personal data from the user's row. The row stays for the ledger, under a placeholder name, and the e-mail
 * address can be used again.
 */
export async function erasePersonalData(tx: Queryable, userId: string): Promise<void> {
  await tx`
    update users set
      email = 'deleted-' || id, hashed_password = '', first_name = 'Deleted', last_name = 'user', phone = '', country = '',
      birthday = null, preferred_market = null, risk_tolerance = null, marketing_opt_in = false, profile_image_url = null,
      kyc_status = 'pending', is_active = false, last_login_at = null, updated_at = now(), deleted_at = now()
    where id = ${userId}`;
  await deleteSecondFactors(tx, userId);
  await tx`delete from known_devices where user_id = ${userId}`;
  // Stored answers repeat request data: names, phone numbers, accounts.
  await tx`delete from idempotency_keys where user_id = ${userId}`;
  await tx`delete from payout_addresses where user_id = ${userId}`;
  await tx`delete from mail_outbox where user_id = ${userId} and sent_at is null`;
}
