import type { WithdrawalHold } from "@wazi/contracts";
import * as texts from "../../messages/withdrawals.ts";

const reasonTexts: Readonly<Record<WithdrawalHold["reasons"][number], string>> = {
  "password-changed": texts.yourPasswordWasChanged,
  "password-reset": texts.yourPasswordWasReset,
  "factor-changed": texts.yourSecondFactorWasChanged,
  "email-changed": texts.yourEmailWasChanged,
  "account-frozen": texts.yourAccountWasFrozen,
};

/** "your password was changed and your email was changed". */
export function describeHold({ reasons }: WithdrawalHold): string {
  return reasons.map((reason) => reasonTexts[reason]).join(" and ");
}
