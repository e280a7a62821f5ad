import type { AdminWithdrawal } from "@wazi/contracts";

/**
 * How far a withdrawal has come for one administrator: ended; to be completed by one alone; waiting for a first
 * administrator's confirmation; confirmed by this one, so that another has to complete it; confirmed by another, so that
 * this one can.
 */
export type PayoutStage = "ended" | "alone" | "unconfirmed" | "confirmed-by-you" | "confirmed";

/** A confirmation holds for the amount and the destination that it was given for and for no others. */
export function payoutStage(
  withdrawal: Pick<AdminWithdrawal, "status" | "amount" | "destination" | "needsConfirmation" | "confirmation">,
  adminId: string,
): PayoutStage {
  const { status, amount, destination, needsConfirmation, confirmation } = withdrawal;
  if (status === "completed" || status === "rejected") return "ended";
  if (!needsConfirmation) return "alone";
  if (confirmation?.amount !== amount || confirmation.destination !== destination) return "unconfirmed";
  return confirmation.confirmedBy.id === adminId ? "confirmed-by-you" : "confirmed";
}
