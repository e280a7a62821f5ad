import type { Market } from "@wazi/contracts";
import type { Sql } from "../../db/pool.ts";
import type { Door } from "../../core/ledger/post.ts";

export interface InvestmentDeps {
  sql: Sql;
  door: Door;
  /** A price older than this, by arrival, is not one to buy or redeem at. */
  maxPriceAgeMs: number;
  now: () => Date;
  /** Whether a market's bots have prices and a broker here; in demo mode all have. */
  isTraded: (market: Market) => boolean;
}
