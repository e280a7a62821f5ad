import type { PasswordHasher } from "../../core/identity/passwords.ts";
import type { Sql } from "../../db/pool.ts";

export interface AdministratorDeps {
  sql: Sql;
  now: () => Date;
  passwords: PasswordHasher;
  /** The setting RATE_LIMIT_SCALE. */
  rateLimitScale: number;
}
