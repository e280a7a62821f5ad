import type { Queryable } from "../../platform/db/pool.ts";

export type ChallengePurpose = "registration" | "sign-in" | "step-up";

export interface PasskeyRow {
  id: string;
  userId: string;
  rpId: string;
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
  name: string;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export type NewPasskey = Omit<PasskeyRow, "id" | "lastUsedAt">;

const COLUMNS = `id, user_id as "userId", rp_id as "rpId", credential_id as "credentialId", public_key as "publicKey",
  sign_count::float8 as "signCount", transports, name, is_synced as "isSynced", created_at as "createdAt",
  last_used_at as "lastUsedAt"`;

export async function insertChallenge(
  tx: Queryable,
  challenge: { hash: Buffer; purpose: ChallengePurpose; userId: string | null; expiresAt: Date },
): Promise<void> {
  await tx`
    insert into passkey_challenges (challenge_hash, purpose, user_id, expires_at)
    values (${challenge.hash}, ${challenge.purpose}, ${challenge.userId}, ${challenge.expiresAt})`;
}

/** Uses up a challenge. @returns false if there is none for this purpose and user, or it has expired */
export async function takeChallenge(
  tx: Queryable,
  challenge: { hash: Buffer; purpose: ChallengePurpose; userId: string | null; now: Date },
): Promise<boolean> {
  const rows = await tx`
    delete from passkey_challenges
    where challenge_hash = ${challenge.hash} and purpose = ${challenge.purpose}
      and user_id is not distinct from ${challenge.userId}::uuid and expires_at > ${challenge.now}
    returning 1`;
  return rows.length > 0;
}

/** A user's passkeys, the oldest first. */
export function listPasskeys(tx: Queryable, userId: string): Promise<PasskeyRow[]> {
  return tx<PasskeyRow[]>`
    select ${tx.raw(COLUMNS)} from passkeys where user_id = ${userId} order by created_at, id`;
}

/** Finds a passkey of this host, of any user who can sign in. */
export async function findPasskey(tx: Queryable, credentialId: string, rpId: string): Promise<PasskeyRow | undefined> {
  const rows = await tx<PasskeyRow[]>`
    select ${tx.raw(COLUMNS)} from passkeys where credential_id = ${credentialId} and rp_id = ${rpId}`;
  return rows[0];
}

/** @returns undefined if the credential is registered already */
export async function insertPasskey(tx: Queryable, row: NewPasskey): Promise<PasskeyRow | undefined> {
  const rows = await tx<PasskeyRow[]>`
    insert into passkeys (
      user_id, rp_id, credential_id, public_key, sign_count, transports, name, is_synced, created_at
    ) values (
      ${row.userId}, ${row.rpId}, ${row.credentialId}, ${row.publicKey}, ${row.signCount}, ${row.transports},
      ${row.name}, ${row.isSynced}, ${row.createdAt}
    )
    on conflict (credential_id) do nothing returning ${tx.raw(COLUMNS)}`;
  return rows[0];
}

/**
 * Stores the sign counter of a use. @returns false if the counter did not rise since, as after a use of a copy; passkeys
 * without a counter always send 0
 */
export async function recordPasskeyUse(tx: Queryable, id: string, signCount: number, now: Date): Promise<boolean> {
  const rows = await tx`
    update passkeys set sign_count = ${signCount}, last_used_at = ${now}
    where id = ${id} and (sign_count < ${signCount} or (sign_count = 0 and ${signCount}::bigint = 0)) returning 1`;
  return rows.length > 0;
}

export async function renamePasskey(
  tx: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const rows = await tx<PasskeyRow[]>`
    update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning ${tx.raw(COLUMNS)}`;
  return rows[0];
}

/** @returns its name; undefined when the user has no such passkey */
export async function deletePasskey(tx: Queryable, userId: string, id: string): Promise<string | undefined> {
  const rows = await tx<{ name: string }[]>`
    delete from passkeys where id = ${id} and user_id = ${userId} returning name`;
  return rows[0]?.name;
}
