import type { WithdrawalHold } from "@wazi/contracts";

const reasonTexts: Readonly<Record<WithdrawalHold["reasons"][number], string>> = {
  "password-changed": "your password was changed",
  "password-reset": "your password was reset",
  "factor-changed": "your second factor was changed",
  "email-changed": "your email was changed",
  "account-frozen": "your account was frozen",
};

/** "your password was changed and your email was changed". */
export function describeHold({ reasons }: WithdrawalHold): string {
  return reasons.map((reason) => reasonTexts[reason]).join(" and ");
}
