import type { Queryable } from "../../db/pool.ts";

export interface Profile {
  firstName: string;
  lastName: string;
  phone: string;
}

/** Reads the fields that users may change themselves, and locks the row until the transaction ends. */
export async function lockProfile(tx: Queryable, userId: string): Promise<Profile | undefined> {
  const rows = await tx<Profile[]>`
    select first_name as "firstName", last_name as "lastName", phone from users
    where id = ${userId} and deleted_at is null for update`;
  return rows[0];
}

export async function updateProfile(tx: Queryable, userId: string, profile: Profile, now: Date): Promise<void> {
  await tx`
    update users set first_name = ${profile.firstName}, last_name = ${profile.lastName}, phone = ${profile.phone},
      updated_at = ${now}
    where id = ${userId}`;
}

/** Replaces the verified password hash. @returns false if it was changed at the same time */
export async function replacePasswordHash(
  tx: Queryable,
  userId: string,
  hashes: { verified: string; replacement: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update users set hashed_password = ${hashes.replacement}, updated_at = ${now}
    where id = ${userId} and hashed_password = ${hashes.verified} and deleted_at is null returning 1`;
  return rows.length > 0;
}
