import { formatDayAndTime } from "../../lib/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOwnActs } from "./api.ts";
import * as texts from "../../messages/proofs.ts";

/** The meaning of each action of the audit log for the person concerned. */
const actTexts: Readonly<Record<string, string>> = {
  "user.adjust": texts.actUserAdjust,
  "deposit.late-credit": texts.actDepositLateCredit,
  "deposit.settle": texts.actDepositSettle,
  "withdrawal.settle": texts.actWithdrawalSettle,
  "withdrawal.confirm": texts.actWithdrawalConfirm,
  "withdrawal.release": texts.actWithdrawalRelease,
  "user.deactivate": texts.actUserDeactivate,
  "user.activate": texts.actUserActivate,
  "user.view": texts.actUserView,
  "user.view-movements": texts.actUserViewMovements,
  "user.end-sessions": texts.actUserEndSessions,
  "user.end-session": texts.actUserEndSession,
  "user.unfreeze": texts.actUserUnfreeze,
  "user.freeze-account": texts.actUserFreezeAccount,
  "user.freeze-longer": texts.actUserFreezeLonger,
  "users.export": texts.actUsersExport,
  "deposits.export": texts.actDepositsExport,
  "withdrawals.export": texts.actWithdrawalsExport,
  "verifications.export": texts.actVerificationsExport,
  "bot.pause": texts.actBotPause,
  "bot.resume": texts.actBotResume,
  "deposit.payment-credit": texts.actDepositPaymentCredit,
  "deposit.payment-dismiss": texts.actDepositPaymentDismiss,
  "user.set-kyc-status": texts.actUserSetKycStatus,
  "verification.view": texts.actVerificationView,
  "verification.review": texts.actVerificationReview,
  "adjustment.request": texts.actAdjustmentRequest,
  "adjustment.approve": texts.actAdjustmentApprove,
};

/** The administrators' actions that concern the user. */
export function OwnActs() {
  const acts = useOwnActs();
  return (
    <Sheet title={texts.actsTitle}>
      <QueryState
        query={acts}
        failedTitle={texts.listFailedTitle}
        loading={<SkeletonRows rows={2} className="h-10" />}
        empty={<EmptyState>{texts.actsEmpty}</EmptyState>}
      >
        {(list) => (
          <ul className="grid gap-2 text-14">
            {list.map(({ at, action, reason }, index) => (
              <li key={index} className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2">
                <span>
                  {actTexts[action] ?? texts.actUnknown({ action })}
                  {reason === null ? null : ` ${texts.actReason({ reason })}`}
                </span>
                <time dateTime={at} className="text-muted">
                  {formatDayAndTime(at)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Sheet>
  );
}
