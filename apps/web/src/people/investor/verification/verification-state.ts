import type { CurrentUser, Verification } from "@wazi/contracts";
import * as texts from "../../../messages/verification.ts";

/** The state of an investor's identity check. */
export type VerificationState = "not-submitted" | "pending" | "approved" | "rejected";

/** Accounts without any submission are "pending" in the API and "not-submitted" here. */
export function getVerificationState(
  kycStatus: CurrentUser["kycStatus"],
  latest: Verification | null,
): VerificationState {
  return kycStatus === "pending" && latest === null ? "not-submitted" : kycStatus;
}

/** A user can submit documents if there are none, or if the latest were rejected. */
export function canSubmit(state: VerificationState, latest: Verification | null): boolean {
  return state !== "approved" && (latest === null || latest.status === "rejected");
}

export const REJECTED_DEFAULT = texts.rejectedDefault;
