import { formatAmount, type WithdrawalTerms } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Notice } from "../../ui/notice.tsx";
import { describeHold } from "./hold-text.ts";

/** What delays or limits the next withdrawal, before it is requested. Nothing if there is nothing. */
export function WithdrawalTermsNotice({ terms: { hold, dailyLimit } }: { terms: WithdrawalTerms }) {
  return (
    <>
      {hold === null ? null : (
        <Notice look="warning" title={`Paid out after ${formatDayAndTime(hold.endsAt)}`}>
          <p>
            Recently {describeHold(hold)}. To protect your money, withdrawals are not paid out before this time. You can
            request one now. Your money stays yours.
          </p>
          <p className="mt-1">Was it not you? Change your password and contact support.</p>
        </Notice>
      )}
      {dailyLimit === null ? null : (
        <p className="text-14 text-muted">
          You can request up to{" "}
          <strong className="figure font-semibold text-ink">${formatAmount(dailyLimit.left)}</strong> now. The limit is
          ${formatAmount(dailyLimit.limit)} in 24 hours.
          {dailyLimit.fullAt === null ? null : ` It is fully free again at ${formatDayAndTime(dailyLimit.fullAt)}.`}
        </p>
      )}
    </>
  );
}
