import type { AdminWithdrawal } from "@wazi/contracts";

/**
 * How far a withdrawal has come for one administrator: ended; to be completed by one alone; waiting for a first
 * administrator's confirmation; confirmed by this one, so that another has to complete it; confirmed by another, so that
 * this one can.
 */
export type PayoutStage = "ended" | "alone" | "unconfirmed" | "confirmed-by-you" | "confirmed";

/** A confirmation holds for the amount and the destination that it was given for and for no others. */
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

/** What is being done in the dialog of a withdrawal; `details` is the choice between the others. */
export type WithdrawalStep = "details" | "confirm" | "complete" | "reject" | "delete";

export const stepTitles: Readonly<Record<WithdrawalStep, string>> = {
  details: "Withdrawal",
  confirm: "Confirm payout",
  complete: "Complete withdrawal",
  reject: "Reject withdrawal?",
  delete: "Delete withdrawal?",
};

/** The step that can really be taken: where two administrators are needed, completing begins with confirming. */
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

/** The steps that lead on from the details; one that is being paid can't be rejected or deleted any more. */
export function listNextSteps({ status }: Pick<AdminWithdrawal, "status">, stage: PayoutStage): WithdrawalStep[] {
  if (stage === "ended") return ["delete"];
  const pay: WithdrawalStep[] =
    stage === "unconfirmed" ? ["confirm"] : stage === "confirmed-by-you" ? [] : ["complete"];
  return status === "processing" ? pay : ["delete", "reject", ...pay];
}
