import type { PasswordHasher } from "../identity/passwords.ts";
import type { SessionRow } from "../../platform/http/session-user.ts";
import type { FactorVault } from "./factor-vault.ts";
import type { Sql } from "../../platform/db/pool.ts";

export interface FactorDeps {
  sql: Sql;
  now: () => Date;
  passwords: PasswordHasher;
  factors: FactorVault;
  /** The setting RATE_LIMIT_SCALE. */
  rateLimitScale: number;
}

/** The user who changes their own factors, and the session that they do it in. */
export interface FactorOwner {
  user: SessionRow;
  sessionToken: string | undefined;
  address: string;
}
