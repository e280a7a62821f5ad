import type { Adjustment, AdjustmentKind, AdjustmentStatus } from "@wazi/contracts";
import type { FigureChange } from "../decisions/effects.tsx";

export const adjustmentKindLabels: Readonly<Record<AdjustmentKind, string>> = {
  account: "Account",
  deposit: "Deposit above the request",
  "late-deposit": "Late payment above the request",
};

export const adjustmentStatusLabels: Readonly<Record<AdjustmentStatus, string>> = {
  pending: "Pending",
  applied: "Applied",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  expired: "Expired",
};

export const adjustmentStatusLooks = {
  pending: "wait",
  applied: "gain",
  rejected: "loss",
  withdrawn: "plain",
  expired: "plain",
} as const satisfies Record<AdjustmentStatus, string>;

const figureLabels: Readonly<Record<string, string>> = {
  balance: "Balance",
  totalInvested: "Total invested",
  totalProfit: "Running profit",
  requested: "Requested",
  credited: "Credited",
};

/** The figures of an adjustment before and after it. */
export function listFigureChanges({ before, after }: Pick<Adjustment, "before" | "after">): FigureChange[] {
  return Object.keys(after).map((name) => ({
    label: figureLabels[name] ?? name,
    before: before[name] ?? "0.00",
    after: after[name] ?? "0.00",
  }));
}
