import type { AdminWithdrawal } from "@wazi/contracts";
import * as texts from "../../../messages/admin-withdrawals.ts";

/**
 * The stage of a payout for one administrator. "held" waits for the end of a hold, "alone" needs no second administrator, "unconfirmed" needs a first
 * confirmation, "confirmed-by-you" needs another administrator, and "confirmed" can be completed by this one.
 */
export type PayoutStage = "ended" | "held" | "alone" | "unconfirmed" | "confirmed-by-you" | "confirmed";

/** A confirmation is valid only for the amount and destination that it was given for. */
export function getPayoutStage(
  withdrawal: Pick<
    AdminWithdrawal,
    "status" | "amount" | "destination" | "needsConfirmation" | "confirmation" | "hold"
  >,
  adminId: string,
): PayoutStage {
  const { status, amount, destination, needsConfirmation, confirmation } = withdrawal;
  if (status === "completed" || status === "rejected") return "ended";
  if (withdrawal.hold !== null) return "held";
  if (!needsConfirmation) return "alone";
  if (confirmation?.amount !== amount || confirmation.destination !== destination) return "unconfirmed";
  return confirmation.confirmedBy.id === adminId ? "confirmed-by-you" : "confirmed";
}

/** The age from which a waiting withdrawal is overdue: at the time that its investor was told. Undefined once it is decided. */
export const findOverdueMs = ({ createdAt, decideBy }: AdminWithdrawal): number | undefined =>
  decideBy === null ? undefined : Date.parse(decideBy) - Date.parse(createdAt);

/** The step in the dialog of a withdrawal; `details` offers the others. */
export type WithdrawalStep = "details" | "confirm" | "complete" | "reject" | "release" | "delete";

export const stepTitles: Readonly<Record<WithdrawalStep, string>> = {
  details: texts.withdrawal,
  confirm: texts.confirmPayout,
  complete: texts.completeWithdrawal,
  reject: texts.rejectWithdrawal,
  release: texts.releaseTitle,
  delete: texts.deleteWithdrawal,
};

/** The step that is possible: with two administrators, completing starts with confirming. */
export function getAllowedStep(chosen: WithdrawalStep, stage: PayoutStage): WithdrawalStep {
  switch (chosen) {
    case "complete":
      if (stage === "unconfirmed") return "confirm";
      return stage === "confirmed-by-you" || stage === "held" ? "details" : "complete";
    case "confirm":
      return stage === "unconfirmed" || stage === "ended" ? "confirm" : "details";
    case "details":
    case "reject":
    case "release":
    case "delete":
      return chosen;
  }
}

const payingSteps: Readonly<Record<Exclude<PayoutStage, "ended">, WithdrawalStep[]>> = {
  held: ["release"],
  unconfirmed: ["confirm"],
  "confirmed-by-you": [],
  alone: ["complete"],
  confirmed: ["complete"],
};

/** The steps after the details. A withdrawal in payment cannot be rejected or deleted. */
export function listNextSteps({ status }: Pick<AdminWithdrawal, "status">, stage: PayoutStage): WithdrawalStep[] {
  if (stage === "ended") return ["delete"];
  const pay: WithdrawalStep[] = payingSteps[stage];
  return status === "processing" ? pay : ["delete", "reject", ...pay];
}
