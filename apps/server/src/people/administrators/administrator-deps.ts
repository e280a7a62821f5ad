import type { PasswordHasher } from "../identity/passwords.ts";
import type { Sql } from "../../platform/db/pool.ts";

export interface AdministratorDeps {
  sql: Sql;
  now: () => Date;
  passwords: PasswordHasher;
  /** The setting RATE_LIMIT_SCALE. */
  rateLimitScale: number;
}
