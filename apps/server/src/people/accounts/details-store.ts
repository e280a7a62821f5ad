import type { AccountDetails, CurrentUser } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

type Details = Omit<AccountDetails, "pendingEmail">;
type EditableDetails = Pick<
  AccountDetails,
  "country" | "birthday" | "preferredMarket" | "riskTolerance" | "marketingOptIn"
>;

export async function readDetails(sql: Queryable, userId: string): Promise<Details | undefined> {
  const rows = await sql<(Omit<Details, "termsAccepted"> & { version: string | null; at: Date | null })[]>`
    select country, birthday, preferred_market as "preferredMarket", risk_tolerance as "riskTolerance",
      marketing_opt_in as "marketingOptIn", email_verified_at is not null as "emailVerified", terms_version as version,
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
    select country, birthday, preferred_market as "preferredMarket", risk_tolerance as "riskTolerance",
      marketing_opt_in as "marketingOptIn", kyc_status as "kycStatus"
    from users where id = ${userId} and deleted_at is null for update`;
  return rows[0];
}

export async function updateDetails(tx: Queryable, userId: string, details: EditableDetails, now: Date): Promise<void> {
  await tx`
    update users set country = ${details.country}, birthday = ${details.birthday},
      preferred_market = ${details.preferredMarket}, risk_tolerance = ${details.riskTolerance},
      marketing_opt_in = ${details.marketingOptIn}, updated_at = ${now}
    where id = ${userId}`;
}

export async function writeTermsVersion(tx: Queryable, userId: string, version: string): Promise<void> {
  await tx`update users set terms_version = ${version} where id = ${userId}`;
}
