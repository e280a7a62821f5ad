import type { AdjustmentLimits, Door } from "../../ledger/api.ts";
import type { ExportGate } from "../../platform/csv/export-gate.ts";
import type { Queryable, Sql } from "../../platform/db/pool.ts";

export interface BackOfficeDeps {
  sql: Sql;
  door: Door;
  /** Maximum age, by arrival, of a price to buy or redeem at. */
  maxPriceAgeMs: number;
  now: () => Date;
  /** The amount that one administrator can adjust alone for one investor in 24 hours. */
  adjustmentLimits: AdjustmentLimits;
  /** True if a reason is required for every adjustment, as in live mode. */
  requiresReason: boolean;
  exports: ExportGate;
  /** Erases a user's identity documents in the given transaction. Can be repeated after a failure. */
  eraseFiles: (tx: Queryable, userId: string) => Promise<void>;
}
