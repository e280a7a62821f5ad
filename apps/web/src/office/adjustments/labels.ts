import type { Adjustment, AdjustmentKind, AdjustmentStatus } from "@wazi/contracts";
import type { FigureChange } from "../decisions/effects.tsx";
import * as texts from "../../messages/admin-adjustments.ts";

export const adjustmentKindLabels: Readonly<Record<AdjustmentKind, string>> = {
  account: texts.account,
  deposit: texts.kindDeposit,
  "late-deposit": texts.kindLateDeposit,
};

export const adjustmentStatusLabels: Readonly<Record<AdjustmentStatus, string>> = {
  pending: texts.pending,
  applied: texts.applied,
  rejected: texts.rejected,
  withdrawn: texts.withdrawn,
  expired: texts.expired,
};

export const adjustmentStatusLooks = {
  pending: "wait",
  applied: "gain",
  rejected: "loss",
  withdrawn: "plain",
  expired: "plain",
} as const satisfies Record<AdjustmentStatus, string>;

const figureLabels: Readonly<Record<string, string>> = {
  balance: texts.balance,
  totalInvested: texts.totalInvested,
  totalProfit: texts.runningProfit,
  requested: texts.requested,
  credited: texts.credited,
};

/** The figures of an adjustment before and after it. */
export function listFigureChanges({ before, after }: Pick<Adjustment, "before" | "after">): FigureChange[] {
  return Object.keys(after).map((name) => ({
    label: figureLabels[name] ?? name,
    before: before[name] ?? "0.00",
    after: after[name] ?? "0.00",
  }));
}
