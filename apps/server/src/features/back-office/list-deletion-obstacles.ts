import { formatHeldMoney, formatPendingMoney } from "../../core/investors/remaining-money.ts";
import type { RemainingMoney } from "../../core/investors/remaining-money-store.ts";

/** Reasons why a user cannot be deleted, each a sentence; empty if deletion is possible. */
export function listDeletionObstacles(left: RemainingMoney): string[] {
  const held = formatHeldMoney(left);
  const waiting = [...formatPendingMoney(left), ...describePendingDocuments(left.pendingVerifications)];
  return [
    ...(held.length > 0
      ? [`This user still holds money: ${held.join(", ")}. Deactivate them and let them withdraw it first.`]
      : []),
    ...(waiting.length > 0 ? [`They still have pending requests: ${waiting.join(", ")}.`] : []),
  ];
}

function describePendingDocuments(count: number): string[] {
  return count === 0 ? [] : ["identity documents to be reviewed"];
}
