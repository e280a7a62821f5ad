import type { ReviewPayment } from "@wazi/contracts";
import * as texts from "../../messages/admin-deposits.ts";

/** Why a payment waits, and what can be done. */
export const reviewReasonTexts: Readonly<Record<ReviewPayment["reviewReason"], string>> = {
  manual: texts.reviewReasonManual,
  "unknown-token": texts.reviewReasonUnknownToken,
  "wrong-currency": texts.reviewReasonWrongCurrency,
  "closed-account": texts.reviewReasonClosedAccount,
  "approved-without-hash": texts.reviewReasonApprovedWithoutHash,
  "too-large": texts.reviewReasonTooLarge,
  vanished: texts.reviewReasonVanished,
};
