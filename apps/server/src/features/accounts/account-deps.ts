import type { CurrentUser } from "@wazi/contracts";
import type { PasswordHasher } from "../../core/identity/passwords.ts";
import type { SessionUser } from "../../core/identity/store.ts";
import type { FactorVault } from "../../core/second-factors/factor-vault.ts";
import type { FirstRead } from "../../core/investors/store.ts";
import type { Sql } from "../../db/pool.ts";

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
    account,
  };
}
