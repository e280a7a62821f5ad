import { formatAmount, type WithdrawalHold, type WithdrawalTerms } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
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

/** The delays and limits of the next withdrawal, before it is requested. Empty without any. */
export function WithdrawalTermsNotice({ terms: { hold, dailyLimit } }: { terms: WithdrawalTerms }) {
  return (
    <>
      {hold === null ? null : (
        <Notice look="warning" title={texts.termsHoldTitle({ endsAt: formatDayAndTime(hold.endsAt) })}>
          <p>{texts.termsHoldText({ hold: describeHold(hold) })}</p>
          <p className="mt-1">
            {hold.reasons.includes("account-frozen")
              ? texts.termsFrozen({ link: (text) => <TextLink href="/profile#freeze">{text}</TextLink> })
              : texts.termsNotYou}
          </p>
        </Notice>
      )}
      {dailyLimit === null ? null : (
        <p className="text-14 text-muted">
          {texts.termsLimit({
            left: <strong className="figure font-semibold text-ink">${formatAmount(dailyLimit.left)}</strong>,
            limit: formatAmount(dailyLimit.limit),
            part:
              dailyLimit.fullAt === null
                ? null
                : ` ${texts.termsLimitFreeAt({ fullAt: formatDayAndTime(dailyLimit.fullAt) })}`,
          })}
        </p>
      )}
    </>
  );
}
