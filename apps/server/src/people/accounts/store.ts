import type { Queryable } from "../../platform/db/pool.ts";
import { type AccountDetails, type CurrentUser, type ProfileField, profileFieldNames } from "@wazi/contracts";

export interface Profile {
  firstName: string;
  lastName: string;
  phone: string;
}

/** Reads the fields that users may change themselves, and locks the row until the transaction ends. */
export async function lockProfile(
  tx: Queryable,
  userId: string,
): Promise<(Profile & { kycStatus: CurrentUser["kycStatus"] }) | undefined> {
  const rows = await tx<(Profile & { kycStatus: CurrentUser["kycStatus"] })[]>`
    select first_name as "firstName", last_name as "lastName", phone, kyc_status as "kycStatus" from users
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

export async function writeEmailVerified(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx`update users set email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now} where id = ${userId}`;
}

/** Replaces the address, which is confirmed. The caller has locked it and knows that it is free. */
export async function writeEmail(tx: Queryable, userId: string, email: string, now: Date): Promise<void> {
  await tx`
    update users set email = ${email}, email_verified_at = ${now}, updated_at = ${now}
    where id = ${userId} and deleted_at is null`;
}

export async function writeFreeze(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx`update users set frozen_at = ${now}, updated_at = ${now} where id = ${userId} and frozen_at is null`;
}

/**
 * Says whether a freeze link that was made at a time still works: not for a deleted user, and not after a password reset that
 * came later. Locks nothing.
 */
export async function canBeFrozenSince(
  tx: Queryable,
  userId: string,
  issuedAt: Date,
): Promise<"yes" | "no" | "frozen"> {
  const rows = await tx<{ isFrozen: boolean; isReset: boolean }[]>`
    select frozen_at is not null as "isFrozen", exists (
      select from security_events e where e.user_id = u.id and e.kind = 'password-reset' and e.happened_at > ${issuedAt}
    ) or exists (select from restores where restored_at > ${issuedAt}) as "isReset"
    from users u where id = ${userId} and deleted_at is null`;
  const [row] = rows;
  if (row === undefined || row.isReset) return "no";
  return row.isFrozen ? "frozen" : "yes";
}

interface NewConsent {
  userId: string;
  document: "terms" | "privacy" | "marketing";
  version: string;
  isGiven: boolean;
  givenAt: Date;
}

export async function insertConsent(tx: Queryable, consent: NewConsent): Promise<void> {
  await tx`
    insert into consents (user_id, document, version, is_given, given_at)
    values (${consent.userId}, ${consent.document}, ${consent.version}, ${consent.isGiven}, ${consent.givenAt})`;
}

type Details = Omit<AccountDetails, "pendingEmail" | "emailChange">;
type EditableDetails = Pick<AccountDetails, ProfileField>;

/** The column of `users` that has a field of the profile. */
const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of all fields of the profile, as SQL. */
export const PROFILE_COLUMNS = profileFieldNames.map(toColumn).join(", ");

/** Values of fields as a JSON object of columns. */
export const toColumnValues = (values: { [Name in ProfileField]?: unknown }): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).map(([name, value]) => [toColumn(name), value])));

const PROFILE_SELECT = profileFieldNames.map((name) => `${toColumn(name)} as "${name}"`).join(", ");

export async function readDetails(sql: Queryable, userId: string): Promise<Details | undefined> {
  const rows = await sql<(Omit<Details, "termsAccepted"> & { version: string | null; at: Date | null })[]>`
    select ${sql.raw(PROFILE_SELECT)}, email_verified_at is not null as "emailVerified", terms_version as version,
      (select max(c.given_at) from consents c where c.user_id = u.id and c.document = 'terms' and c.is_given) as at
    from users u where id = ${userId} and deleted_at is null`;
  const [row] = rows;
  if (row === undefined) return undefined;
  const { version, at, ...details } = row;
  return { ...details, termsAccepted: version === null || at === null ? null : { version, at: at.toISOString() } };
}

/** Locks the row until the transaction ends. */
export async function lockDetails(
  tx: Queryable,
  userId: string,
): Promise<(EditableDetails & { kycStatus: CurrentUser["kycStatus"] }) | undefined> {
  const rows = await tx<(EditableDetails & { kycStatus: CurrentUser["kycStatus"] })[]>`
    select ${tx.raw(PROFILE_SELECT)}, kyc_status as "kycStatus"
    from users where id = ${userId} and deleted_at is null for update`;
  return rows[0];
}

export async function updateDetails(tx: Queryable, userId: string, details: EditableDetails, now: Date): Promise<void> {
  const columns = tx.raw(PROFILE_COLUMNS);
  await tx`
    update users u set (${columns}) = (
      select ${columns} from jsonb_populate_record(u, ${toColumnValues(details)}::jsonb)
    ), updated_at = ${now}
    where id = ${userId}`;
}

export async function writeTermsVersion(tx: Queryable, userId: string, version: string): Promise<void> {
  await tx`update users set terms_version = ${version} where id = ${userId}`;
}
