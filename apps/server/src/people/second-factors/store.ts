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

interface AuthenticatorRow {
  sealedSecret: Buffer;
  createdAt: Date;
  /** Null until a first code was right. */
  confirmedAt: Date | null;
}

/** Brings `users.has_second_factor` up to date, after every change of a factor. @returns what it is now */
export async function refreshSecondFactor(tx: Queryable, userId: string): Promise<boolean> {
  const [row] = await tx<{ has: boolean }[]>`
    update users set has_second_factor =
      exists (select from authenticator_apps where user_id = ${userId} and confirmed_at is not null)
        or exists (select from passkeys where user_id = ${userId})
    where id = ${userId} returning has_second_factor as has`;
  return row?.has ?? false;
}

/** Locks the user's row until the transaction ends, so that changes of one user's factors come one after another. */
export async function lockFactors(tx: Queryable, userId: string): Promise<void> {
  await tx`select from users where id = ${userId} for no key update`;
}

export async function findAuthenticator(tx: Queryable, userId: string): Promise<AuthenticatorRow | undefined> {
  const rows = await tx<AuthenticatorRow[]>`
    select sealed_secret as "sealedSecret", created_at as "createdAt", confirmed_at as "confirmedAt"
    from authenticator_apps where user_id = ${userId}`;
  return rows[0];
}

/** Stores a secret to be confirmed, in place of another unconfirmed one. @returns false if there is a confirmed one */
export async function insertAuthenticator(
  tx: Queryable,
  userId: string,
  sealedSecret: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    insert into authenticator_apps (user_id, sealed_secret, created_at) values (${userId}, ${sealedSecret}, ${now})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
    where authenticator_apps.confirmed_at is null
    returning 1`;
  return rows.length > 0;
}

/** Confirms the secret with a code of this step. @returns false if it was confirmed or replaced meanwhile */
export async function confirmAuthenticator(
  tx: Queryable,
  userId: string,
  confirmed: { sealedSecret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const rows = await tx`
    update authenticator_apps set confirmed_at = ${confirmed.now}, last_step = ${confirmed.step}
    where user_id = ${userId} and confirmed_at is null and sealed_secret = ${confirmed.sealedSecret} returning 1`;
  return rows.length > 0;
}

/** Uses up the codes until this step. @returns false if it was used already, also by a concurrent call */
export async function useCodeStep(tx: Queryable, userId: string, step: number): Promise<boolean> {
  const rows = await tx`
    update authenticator_apps set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step} returning 1`;
  return rows.length > 0;
}

/** @returns false if there was no confirmed one */
export async function deleteAuthenticator(tx: Queryable, userId: string): Promise<boolean> {
  const rows = await tx`
    delete from authenticator_apps where user_id = ${userId} and confirmed_at is not null returning 1`;
  return rows.length > 0;
}

/** Stores a new set of recovery codes in place of the former one. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: string,
  set: { sealedKey: Buffer; hashes: readonly Buffer[]; now: Date },
): Promise<void> {
  await tx`delete from recovery_codes where user_id = ${userId}`;
  await tx`
    insert into recovery_code_sets (user_id, sealed_key, created_at) values (${userId}, ${set.sealedKey}, ${set.now})
    on conflict (user_id) do update set sealed_key = excluded.sealed_key, created_at = excluded.created_at`;
  await tx`
    insert into recovery_codes (user_id, code_hash) select ${userId}, hash from unnest(${set.hashes}::bytea[]) hash`;
}

export async function findRecoveryCodes(
  tx: Queryable,
  userId: string,
): Promise<{ sealedKey: Buffer; createdAt: Date; left: number } | undefined> {
  const rows = await tx<{ sealedKey: Buffer; createdAt: Date; left: number }[]>`
    select sealed_key as "sealedKey", created_at as "createdAt",
      (select count(*)::int from recovery_codes c where c.user_id = s.user_id and c.used_at is null) as left
    from recovery_code_sets s where user_id = ${userId}`;
  return rows[0];
}

/** Uses up a code. @returns false if there is no such code, or it was used already, also by a concurrent call */
export async function useRecoveryCode(tx: Queryable, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx`
    update recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${hash} and used_at is null returning 1`;
  return rows.length > 0;
}

export async function deleteRecoveryCodes(tx: Queryable, userId: string): Promise<void> {
  await tx`delete from recovery_code_sets where user_id = ${userId}`;
}

/** Removes everything about a user's second factors. */
export async function deleteSecondFactors(tx: Queryable, userId: string): Promise<void> {
  await tx`delete from authenticator_apps where user_id = ${userId}`;
  await tx`delete from passkeys where user_id = ${userId}`;
  await tx`delete from passkey_challenges where user_id = ${userId}`;
  await tx`delete from act_proofs where user_id = ${userId}`;
  await deleteRecoveryCodes(tx, userId);
  await refreshSecondFactor(tx, userId);
}

interface SealedSecret {
  userId: string;
  sealed: Buffer;
}

/** Reads encrypted secrets in the order of their users, for a change of keys. */
export function listSealedSecrets(
  tx: Queryable,
  table: "authenticator_apps" | "recovery_code_sets",
  afterUser: string,
  limit: number,
): Promise<SealedSecret[]> {
  const column = table === "authenticator_apps" ? "sealed_secret" : "sealed_key";
  return tx<SealedSecret[]>`
    select user_id as "userId", ${tx.raw(column)} as sealed from ${tx.raw(table)}
    where user_id > ${afterUser}::uuid order by user_id limit ${limit}`;
}

/** Replaces an encrypted secret unless it was replaced meanwhile. */
export async function updateSealedSecret(
  tx: Queryable,
  table: "authenticator_apps" | "recovery_code_sets",
  { userId, sealed }: SealedSecret,
  renewed: Buffer,
): Promise<void> {
  const column = table === "authenticator_apps" ? "sealed_secret" : "sealed_key";
  await tx`
    update ${tx.raw(table)} set ${tx.raw(column)} = ${renewed}
    where user_id = ${userId} and ${tx.raw(column)} = ${sealed}`;
}

/** The first bytes of the encrypted secrets, each once. They name the keys. */
export async function listSealedHeaders(sql: Queryable): Promise<Buffer[]> {
  const rows = await sql<{ header: Buffer }[]>`
    select substring(sealed_secret for 12) as header from authenticator_apps
    union select substring(sealed_key for 12) from recovery_code_sets`;
  return rows.map(({ header }) => header);
}
