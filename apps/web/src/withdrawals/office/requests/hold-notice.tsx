import type { WithdrawalHold } from "@wazi/contracts";
import { Notice } from "../../../ui/notice.tsx";
import { formatUtc } from "../../../office/display/age.tsx";
import * as texts from "../../../messages/admin-withdrawals.ts";

const reasonTexts: Readonly<Record<WithdrawalHold["reasons"][number], string>> = {
  "password-changed": texts.holdReasonPasswordChanged,
  "password-reset": texts.holdReasonPasswordReset,
  "factor-changed": texts.holdReasonFactorChanged,
  "email-changed": texts.holdReasonEmailChanged,
  "account-frozen": texts.holdReasonAccountFrozen,
};

/** "the investor's password was changed and the investor froze the account". */
function describeHold({ reasons }: WithdrawalHold): string {
  return reasons.map((reason) => reasonTexts[reason]).join(" and ");
}

/** Why a withdrawal is not paid out yet, and until when. */
export function HoldNotice({ hold }: { hold: WithdrawalHold }) {
  return (
    <Notice look="warning" title={texts.holdUntil({ endsAt: formatUtc(hold.endsAt) })}>
      <p>{texts.holdText({ hold: describeHold(hold) })}</p>
    </Notice>
  );
}
