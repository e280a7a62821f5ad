import * as texts from "../../messages/admin-deposits.ts";
import type { ReviewPayment } from "@wazi/contracts";

/** Why a payment waits, and what can be done. */
export const reviewReasonTexts: Readonly<Record<ReviewPayment["reviewReason"], string>> = {
  manual: texts.reviewReasonManual,
  "wrong-currency": texts.reviewReasonWrongCurrency,
  "closed-account": texts.reviewReasonClosedAccount,
  "approved-without-hash": texts.reviewReasonApprovedWithoutHash,
  "too-large": texts.reviewReasonTooLarge,
  vanished: texts.reviewReasonVanished,
  rate: texts.reviewReasonRate,
};

/** The statuses of a deposit and their tag styles. */
export const depositStatusLabels = {
  pending: texts.pending,
  completed: texts.completed,
  failed: texts.failed,
} as const;
export const depositStatusLooks = { pending: "wait", completed: "gain", failed: "loss" } as const;
