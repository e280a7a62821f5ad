import type { Market } from "@wazi/contracts";
import type { Sql } from "../../platform/db/pool.ts";
import type { Door } from "../../ledger/api.ts";

export interface InvestmentDeps {
  sql: Sql;
  door: Door;
  /** Units are not bought or redeemed at a price that arrived longer ago than this. */
  maxPriceAgeMs: number;
  now: () => Date;
  /** True in live mode: money goes into a bot only after the suitability questions. */
  requiresAnswers: boolean;
  /** True when the bots of a market have prices and a broker; always true in demo mode. */
  isTraded: (market: Market) => boolean;
}
