import type { AdjustmentLimits, Door } from "../../ledger/api.ts";
import type { ExportGate } from "../../platform/csv/export-gate.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { AddressSource } from "./address-source.ts";

export interface DepositDeps {
  sql: Sql;
  door: Door;
  addresses: AddressSource;
  /** KYC_REQUIRED_FOR=deposit: deposits require an approved identity check. Withdrawals never do. */
  requireIdentity: boolean;
  /** Demo mode: an investor without a deposit can take practice money. */
  givesPracticeMoney: boolean;
  /** In live mode a deposit is only credited with its transaction hash. */
  requireHash: boolean;
  /** Older prices are not used to compute an amount of coins. */
  maxRateAgeMs: number;
  now: () => Date;
  /** The amount that one administrator can adjust alone for one investor in 24 hours, credits above the request included. */
  adjustmentLimits: AdjustmentLimits;
  /** The setting RATE_LIMIT_SCALE. */
  rateLimitScale: number;
  exports: ExportGate;
}
