import type { ReviewPayment } from "@wazi/contracts";
import * as texts from "../../messages/admin-deposits.ts";

/** Why a payment waits, and what can be done. */
export const reviewReasonTexts: Readonly<Record<ReviewPayment["reviewReason"], string>> = {
  manual: texts.confirmedPaymentsCreditedByAdministrator,
  "unknown-token": texts.thisTokenNotDepositCurrencyIt,
  "wrong-currency": texts.theDepositAskedForAnotherCurrency,
  "closed-account": texts.theAccountDeactivatedOrDeletedFind,
  "approved-without-hash": texts.anAdministratorApprovedDepositWithout,
  "too-large": texts.theAmountLargerThanDepositCan,
  vanished: texts.theNetworkRemovedThisPayment,
};
