import type { AdjustmentKind } from "@wazi/contracts";
import type { Cents } from "@wazi/domain";
import type { NamedAdjustmentRow, Door, Operation } from "../../ledger/api.ts";
import type { ActingAdministrator } from "../../record/api.ts";
import type { Sql } from "../../platform/db/pool.ts";

/**
 * Decides the operation of an approved adjustment, on the current data.
 * @throws AppError CONFLICT when what was asked for no longer fits the data
 */
type ApplyAdjustment = (adjustment: NamedAdjustmentRow, approver: ActingAdministrator) => Promise<Operation>;

export interface AdjustmentDeps {
  sql: Sql;
  door: Door;
  now: () => Date;
  limit: Cents;
  apply: Readonly<Record<AdjustmentKind, ApplyAdjustment>>;
}
