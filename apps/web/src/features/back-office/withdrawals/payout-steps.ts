import type { AdminWithdrawal } from "@wazi/contracts";

/**
 * The stage of a payout for one administrator. "alone" needs no second administrator, "unconfirmed" needs a first
 * confirmation, "confirmed-by-you" needs another administrator, and "confirmed" can be completed by this one.
 */
export type PayoutStage = "ended" | "alone" | "unconfirmed" | "confirmed-by-you" | "confirmed";

/** A confirmation is valid only for the amount and destination that it was given for. */
export function getPayoutStage(
  withdrawal: Pick<AdminWithdrawal, "status" | "amount" | "destination" | "needsConfirmation" | "confirmation">,
  adminId: string,
): PayoutStage {
  const { status, amount, destination, needsConfirmation, confirmation } = withdrawal;
  if (status === "completed" || status === "rejected") return "ended";
  if (!needsConfirmation) return "alone";
  if (confirmation?.amount !== amount || confirmation.destination !== destination) return "unconfirmed";
  return confirmation.confirmedBy.id === adminId ? "confirmed-by-you" : "confirmed";
}

/** The step in the dialog of a withdrawal; `details` offers the others. */
export type WithdrawalStep = "details" | "confirm" | "complete" | "reject" | "delete";

export const stepTitles: Readonly<Record<WithdrawalStep, string>> = {
  details: "Withdrawal",
  confirm: "Confirm payout",
  complete: "Complete withdrawal",
  reject: "Reject withdrawal?",
  delete: "Delete withdrawal?",
};

/** The step that is possible: with two administrators, completing starts with confirming. */
export function getAllowedStep(chosen: WithdrawalStep, stage: PayoutStage): WithdrawalStep {
  switch (chosen) {
    case "complete":
      return stage === "unconfirmed" ? "confirm" : stage === "confirmed-by-you" ? "details" : "complete";
    case "confirm":
      return stage === "unconfirmed" || stage === "ended" ? "confirm" : "details";
    case "details":
    case "reject":
    case "delete":
      return chosen;
  }
}

/** The steps after the details. A withdrawal in payment cannot be rejected or deleted. */
export function listNextSteps({ status }: Pick<AdminWithdrawal, "status">, stage: PayoutStage): WithdrawalStep[] {
  if (stage === "ended") return ["delete"];
  const pay: WithdrawalStep[] =
    stage === "unconfirmed" ? ["confirm"] : stage === "confirmed-by-you" ? [] : ["complete"];
  return status === "processing" ? pay : ["delete", "reject", ...pay];
}
