import type { Sql } from "../../db/pool.ts";
import type { Door } from "../../core/ledger/post.ts";

export interface WithdrawalDeps {
  sql: Sql;
  door: Door;
  maxPriceAgeMs: number;
  now: () => Date;
}
