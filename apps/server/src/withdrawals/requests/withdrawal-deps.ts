import type { Cents } from "@wazi/domain";
import type { ExportGate } from "../../platform/csv/export-gate.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { Door } from "../../ledger/api.ts";
import type { FourEyesAbove } from "./four-eyes.ts";
import type { PayoutPlanner } from "./payout-approval.ts";

export interface WithdrawalDeps {
  sql: Sql;
  door: Door;
  maxPriceAgeMs: number;
  /** True in demo mode, where no money is paid out and addresses of test networks are accepted. */
  isPaperMoney: boolean;
  fourEyesAbove: FourEyesAbove;
  /** The amount that an investor can request in 24 hours; undefined without a limit. */
  dailyLimit: Cents | undefined;
  /** How long a new destination waits in the address book; 0 if any destination can be used at once. */
  addressWaitHours: number;
  /** Null with PAYOUTS=manual: administrators pay by hand. */
  payouts: PayoutPlanner | null;
  now: () => Date;
  exports: ExportGate;
  /** RATE_LIMIT_SCALE. */
  rateLimitScale: number;
}
