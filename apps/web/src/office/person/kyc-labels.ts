import type { AdminUser } from "@wazi/contracts";
import * as texts from "../../messages/admin-person.ts";

/** The KYC statuses and their tag styles. */
export const kycLabels = { pending: texts.pending, approved: texts.approved, rejected: texts.rejected } as const;
export const kycLooks = { pending: "wait", approved: "gain", rejected: "loss" } as const;

/** The KYC status of a person. The server's "pending" also covers people who have not submitted any documents. */
export type KycState = AdminUser["kycStatus"] | "none";

export const kycStateLabels: Readonly<Record<KycState, string>> = { ...kycLabels, none: texts.notSubmitted };
export const kycStateLooks = { ...kycLooks, none: "plain" } as const;

export function getKycState({ kycStatus, hasPendingVerification }: AdminUser): KycState {
  return kycStatus === "pending" && hasPendingVerification === false ? "none" : kycStatus;
}
