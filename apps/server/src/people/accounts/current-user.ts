import { TERMS_VERSION, type CurrentUser } from "@wazi/contracts";
import type { LinkSigner } from "../identity/signed-links.ts";
import type { PasswordHasher } from "../identity/passwords.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import type { FactorVault } from "../second-factors/factor-vault.ts";
import type { FirstRead } from "../../ledger/api.ts";
import type { Sql, Tx } from "../../platform/db/pool.ts";

export interface AccountDeps {
  sql: Sql;
  now: () => Date;
  passwords: PasswordHasher;
  /** The setting RATE_LIMIT_SCALE. */
  rateLimitScale: number;
  /** Countries whose residents may sign up in live mode; undefined for no limit. */
  countriesServed: readonly string[] | undefined;
  factors: FactorVault;
  /** True in live mode: administrators must have a second factor. */
  requiresAdminFactor: boolean;
  links: LinkSigner;
  /** Erases a user's files: identity documents, and copies of mails. */
  eraseFiles: (tx: Tx, userId: string) => Promise<void>;
  readAccount: (userId: string, first?: FirstRead) => Promise<CurrentUser["account"]>;
}

export async function toCurrentUser(deps: AccountDeps, user: SessionUser, first?: FirstRead): Promise<CurrentUser> {
  const { id, email, firstName, lastName, phone, country, isAdmin, adminRole, isActive, kycStatus } = user;
  const account = await deps.readAccount(id, first);
  const role = adminRole === null ? {} : { adminRole };
  const secondFactor = user.hasSecondFactor ? "on" : isAdmin && deps.requiresAdminFactor ? "required" : "off";
  return {
    id,
    email,
    firstName,
    lastName,
    phone,
    country,
    isAdmin,
    ...role,
    secondFactor,
    isActive,
    kycStatus,
    ...noticesFor(user),
    account,
  };
}

/** The account data that the screens show to its user. */
function noticesFor({
  isActive,
  deactivationReason,
  isEmailVerified,
  termsVersion,
}: SessionUser): Partial<CurrentUser> {
  return {
    ...(!isActive && deactivationReason !== null ? { deactivationReason } : {}),
    ...(isEmailVerified ? {} : { isEmailUnverified: true as const }),
    ...(termsVersion === TERMS_VERSION ? {} : { mustAcceptTerms: true as const }),
  };
}
