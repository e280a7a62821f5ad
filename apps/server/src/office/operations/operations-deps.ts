import type { FeedKind, Market } from "@wazi/contracts";
import type { FurtherChecks } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";

export interface OperationsDeps {
  sql: Sql;
  now: () => Date;
  /** The checks of the payment rails, for the comparison of the books. */
  furtherChecks: FurtherChecks;
  /** Where mails go, such as the mail server's name. */
  mailTransport: string;
  feedOf: (market: Market) => FeedKind;
  /** The symbols that a bot trades on its feed. */
  symbolsOf: (botName: string) => readonly string[];
}
