import type { CurrentUser } from "@wazi/contracts";
import type { PasswordHasher } from "../../core/identity/passwords.ts";
import type { SessionUser } from "../../core/identity/store.ts";
import type { Sql } from "../../db/pool.ts";

export interface AccountDeps {
  sql: Sql;
  now: () => Date;
  passwords: PasswordHasher;
  /** RATE_LIMIT_SCALE. */
  rateLimitScale: number;
  /** Live mode's list of countries from which one may sign up; undefined where everybody may. */
  countriesServed: readonly string[] | undefined;
  /** The figures of the user's account. */
  readAccount: (userId: string) => Promise<CurrentUser["account"]>;
}

/** The user as the screens know them. */
export async function toCurrentUser(deps: AccountDeps, user: SessionUser): Promise<CurrentUser> {
  const { id, email, firstName, lastName, phone, country, isAdmin, adminRole, isActive, kycStatus } = user;
  const account = await deps.readAccount(id);
  const role = adminRole === null ? {} : { adminRole };
  return { id, email, firstName, lastName, phone, country, isAdmin, ...role, isActive, kycStatus, account };
}
