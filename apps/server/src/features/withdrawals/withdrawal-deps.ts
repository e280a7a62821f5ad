import type { ExportGate } from "../../core/csv/export-gate.ts";
import type { Sql } from "../../db/pool.ts";
import type { Door } from "../../core/ledger/post.ts";
import type { FourEyesAbove } from "./four-eyes.ts";

export interface WithdrawalDeps {
  sql: Sql;
  door: Door;
  maxPriceAgeMs: number;
  /** True in demo mode, where no money is paid out and addresses of test networks are accepted. */
  takesTestNetworks: boolean;
  fourEyesAbove: FourEyesAbove;
  now: () => Date;
  exports: ExportGate;
}
