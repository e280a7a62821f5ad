import { formatDayAndTime } from "../../lib/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOwnActs } from "./api.ts";
import * as texts from "../../messages/proofs.ts";

/** The meaning of each action of the audit log for the person concerned. */
const actTexts: Readonly<Record<string, string>> = {
  "user.adjust": texts.anAdministratorAdjustedYourBalance,
  "deposit.late-credit": texts.anAdministratorCreditedLateDeposit,
  "deposit.settle": texts.anAdministratorDecidedOnDeposit,
  "withdrawal.settle": texts.anAdministratorDecidedOnWithdrawal,
  "withdrawal.confirm": texts.anAdministratorConfirmedAWithdrawal,
  "withdrawal.release": texts.anAdministratorReleasedHeldWithdrawal,
  "user.deactivate": texts.anAdministratorDeactivatedYourAccount,
  "user.activate": texts.anAdministratorActivatedYourAccount,
  "user.view": texts.anAdministratorOpenedYourDetails,
  "user.view-movements": texts.anAdministratorOpenedYourMovements,
  "user.end-sessions": texts.anAdministratorSignedYouOut,
  "user.end-session": texts.anAdministratorEndedOneYour,
  "user.unfreeze": texts.anAdministratorEndedFreezeYour,
  "users.export": texts.anAdministratorExportedListInvestors,
  "deposits.export": texts.anAdministratorExportedListDeposits,
  "withdrawals.export": texts.anAdministratorExportedListWithdrawals,
  "verifications.export": texts.anAdministratorExportedListIdentity,
  "bot.pause": texts.anAdministratorPausedBotThat,
  "bot.resume": texts.anAdministratorLetPausedBot,
  "deposit.payment-credit": texts.anAdministratorCreditedPaymentYours,
  "deposit.payment-dismiss": texts.anAdministratorDecidedNotTo,
  "user.set-kyc-status": texts.anAdministratorSetStatusYour,
  "verification.view": texts.anAdministratorOpenedYourIdentity,
  "verification.review": texts.anAdministratorReviewedYourIdentity,
  "adjustment.request": texts.anAdministratorAskedForAdjustment,
  "adjustment.approve": texts.anAdministratorApprovedAdjustmentYour,
};

/** The administrators' actions that concern the user. */
export function OwnActs() {
  const acts = useOwnActs();
  return (
    <Sheet title={texts.whatAdministratorsDidAboutYour}>
      <QueryState
        query={acts}
        what={texts.theList}
        loading={<SkeletonRows rows={2} className="h-10" />}
        empty={<EmptyState>{texts.noAdministratorHasDoneAnything}</EmptyState>}
      >
        {(list) => (
          <ul className="grid gap-2 text-14">
            {list.map(({ at, action }, index) => (
              <li key={index} className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2">
                <span>{actTexts[action] ?? texts.anAdministratorActedOnYour({ action })}</span>
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
