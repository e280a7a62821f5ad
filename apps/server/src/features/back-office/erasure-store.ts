import type { Queryable } from "../../db/pool.ts";

/** From here on no posting can put money into these accounts. */
export async function closeAccounts(tx: Queryable, userId: string): Promise<void> {
  await tx`update ledger_accounts set closed_at = clock_timestamp() where user_id = ${userId}`;
}

/**
 * Takes out of the user's row all that tells who they were; the row stays, for the ledger. Their e-mail address is free
 * again. What lists show in its place is a name that belongs to nobody.
 */
export async function erasePersonalData(tx: Queryable, userId: string): Promise<void> {
  await tx`
    update users set
      email = 'deleted-' || id, hashed_password = '', first_name = 'Deleted', last_name = 'user', phone = '', country = '',
      birthday = null, preferred_market = null, risk_tolerance = null, marketing_opt_in = false, profile_image_url = null,
      kyc_status = 'pending', is_active = false, last_login_at = null, updated_at = now(), deleted_at = now()
    where id = ${userId}`;
  await tx`delete from known_devices where user_id = ${userId}`;
  // Kept answers repeat what a request said: names, phone numbers, accounts.
  await tx`delete from idempotency_keys where user_id = ${userId}`;
  await tx`delete from mail_outbox where user_id = ${userId} and sent_at is null`;
}
