import type { FeedKind, Market } from "@wazi/contracts";
import type { Sql } from "../../db/pool.ts";

export interface OperationsDeps {
  sql: Sql;
  now: () => Date;
  feedOf: (market: Market) => FeedKind;
  /** What a bot of the catalogue trades on this feed. */
  symbolsOf: (botName: string) => readonly string[];
}
