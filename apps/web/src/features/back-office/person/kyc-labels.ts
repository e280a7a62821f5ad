import type { AdminUser } from "@wazi/contracts";

/** The states of an identity check, and how they look in a tag. */
export const kycLabels = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;
export const kycLooks = { pending: "wait", approved: "gain", rejected: "loss" } as const;

/** Where a person stands: who has sent nothing that waits for a decision is not told from who has by the status alone. */
export type KycState = AdminUser["kycStatus"] | "none";

export const kycStateLabels: Readonly<Record<KycState, string>> = { ...kycLabels, none: "Not submitted" };
export const kycStateLooks = { ...kycLooks, none: "plain" } as const;

export function getKycState({ kycStatus, hasPendingVerification }: AdminUser): KycState {
  return kycStatus === "pending" && hasPendingVerification === false ? "none" : kycStatus;
}
