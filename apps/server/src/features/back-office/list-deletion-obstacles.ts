import { heldMoneyInWords, waitingMoneyInWords } from "../../core/investors/money-left.ts";
import type { MoneyLeft } from "../../core/investors/money-left-store.ts";

/** Why a user can't be deleted, each in a sentence; empty where they can. */
export function listDeletionObstacles(left: MoneyLeft): string[] {
  const held = heldMoneyInWords(left);
  const waiting = [...waitingMoneyInWords(left), ...describePendingDocuments(left.pendingVerifications)];
  return [
    ...(held.length > 0
      ? [`This user still holds money: ${held.join(", ")}. Deactivate them and let them withdraw it first.`]
      : []),
    ...(waiting.length > 0 ? [`Something of theirs still waits to be ended: ${waiting.join(", ")}.`] : []),
  ];
}

function describePendingDocuments(count: number): string[] {
  return count === 0 ? [] : ["identity documents to be reviewed"];
}
