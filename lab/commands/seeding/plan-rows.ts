import type { SeedRow } from "./seed-table-store.ts";

/** A user, as after signing up. */
export type PlannedUser = SeedRow<"users">;
/** Identity documents that a user has submitted. Their images do not exist. */
export type PlannedSubmission = SeedRow<"submissions">;
export type PlannedAuditEvent = SeedRow<"audit">;

/** Rows to write. */
export interface AccountPlan {
  deposits: SeedRow<"deposits">[];
  withdrawals: SeedRow<"withdrawals">[];
  transactions: (SeedRow<"transactions"> & { entries: { code: string; amount: string }[] })[];
  positions: SeedRow<"positions">[];
  audit: PlannedAuditEvent[];
}

export interface Plan extends AccountPlan {
  people: PlannedUser[];
  submissions: PlannedSubmission[];
  /** Users to deactivate after all other rows are written. */
  deactivated: string[];
}
