import type { CurrentUser, Verification } from "@wazi/contracts";

/** Where an investor's identity check stands. */
export type VerificationState = "not-submitted" | "pending" | "approved" | "rejected";

/** Pending is also what somebody is who has never sent anything: that has a name of its own. */
export function getVerificationState(
  kycStatus: CurrentUser["kycStatus"],
  latest: Verification | null,
): VerificationState {
  return kycStatus === "pending" && latest === null ? "not-submitted" : kycStatus;
}

/** Documents are taken where there are none, or where the latest were rejected. */
export function canSubmit(state: VerificationState, latest: Verification | null): boolean {
  return state !== "approved" && (latest === null || latest.status === "rejected");
}

export const REJECTED_DEFAULT = "Your verification was rejected. Please submit again with clear documents.";
