import type { WithdrawalHold } from "@wazi/contracts";
import * as texts from "../../messages/withdrawals.ts";

const reasonTexts: Readonly<Record<WithdrawalHold["reasons"][number], string>> = {
  "password-changed": texts.holdReasonPasswordChanged,
  "password-reset": texts.holdReasonPasswordReset,
  "factor-changed": texts.holdReasonFactorChanged,
  "email-changed": texts.holdReasonEmailChanged,
  "account-frozen": texts.holdReasonAccountFrozen,
};

/** "your password was changed and your email was changed". */
export function describeHold({ reasons }: WithdrawalHold): string {
  return reasons.map((reason) => reasonTexts[reason]).join(" and ");
}
