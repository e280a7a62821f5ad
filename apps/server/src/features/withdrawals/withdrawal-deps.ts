import type { Sql } from "../../db/pool.ts";
import type { Door } from "../../core/ledger/post.ts";

export interface WithdrawalDeps {
  sql: Sql;
  door: Door;
  maxPriceAgeMs: number;
  /** In a demo, where nothing is paid out: addresses of test networks are good as well. */
  takesTestNetworks: boolean;
  now: () => Date;
}
