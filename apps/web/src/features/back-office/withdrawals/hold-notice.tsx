import type { WithdrawalHold } from "@wazi/contracts";
import { Notice } from "../../../ui/notice.tsx";
import { formatUtc } from "../display/format-age.ts";

const reasonTexts: Readonly<Record<WithdrawalHold["reasons"][number], string>> = {
  "password-changed": "the investor's password was changed",
  "password-reset": "the investor's password was reset",
  "factor-changed": "the investor's second factor was changed",
  "email-changed": "the investor's email was changed",
  "account-frozen": "the investor froze the account",
};

/** "the investor's password was changed and the investor froze the account". */
function describeHold({ reasons }: WithdrawalHold): string {
  return reasons.map((reason) => reasonTexts[reason]).join(" and ");
}

/** Why a withdrawal is not paid out yet, and until when. */
export function HoldNotice({ hold }: { hold: WithdrawalHold }) {
  return (
    <Notice look="warning" title={`Held until ${formatUtc(hold.endsAt)}`}>
      <p>
        Recently {describeHold(hold)}. Someone else may be using the account. You can reject the withdrawal now, and
        complete it after this time.
      </p>
    </Notice>
  );
}
