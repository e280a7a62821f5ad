import type { ExportGate } from "../../core/csv/export-gate.ts";
import type { Queryable, Sql } from "../../db/pool.ts";
import type { Door } from "../../core/ledger/post.ts";

export interface BackOfficeDeps {
  sql: Sql;
  door: Door;
  /** A price older than this, by arrival, is not one to buy or redeem at. */
  maxPriceAgeMs: number;
  now: () => Date;
  exports: ExportGate;
  /** Erases a user's identity documents, in the transaction given; run again after a failure it finishes what is left. */
  eraseDocuments: (tx: Queryable, userId: string) => Promise<void>;
}
