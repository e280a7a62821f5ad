import type { ExportGate } from "../../core/csv/export-gate.ts";
import type { Sql } from "../../db/pool.ts";
import type { Door } from "../../core/ledger/post.ts";
import type { FourEyesAbove } from "./four-eyes.ts";

export interface WithdrawalDeps {
  sql: Sql;
  door: Door;
  maxPriceAgeMs: number;
  /** In a demo, where nothing is paid out: addresses of test networks are good as well. */
  takesTestNetworks: boolean;
  fourEyesAbove: FourEyesAbove;
  now: () => Date;
  exports: ExportGate;
}
