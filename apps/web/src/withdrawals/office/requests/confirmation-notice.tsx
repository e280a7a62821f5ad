import { showDestination, type AdminWithdrawal } from "@wazi/contracts";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ActorAndTime } from "../../../office/decisions/notices.tsx";
import type { PayoutStage } from "./payout-steps.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

/** For a withdrawal that needs two administrators: who confirmed what, and the next step. */
export function ConfirmationNotice({ withdrawal, stage }: { withdrawal: AdminWithdrawal; stage: PayoutStage }) {
  const { confirmation } = withdrawal;
  if (stage === "alone" || stage === "held" || stage === "ended") return null;
  if (stage === "unconfirmed" || confirmation === null) {
    return (
      <Notice title={texts.confirmationNeededTitle}>
        <p>{texts.confirmationRule}</p>
        {withdrawal.dayAmount === null || withdrawal.dayAmount === withdrawal.amount ? null : (
          <p className="mt-1">
            {texts.confirmationDayAmount({
              dayAmount: <Money value={withdrawal.dayAmount} className="font-semibold" />,
            })}
          </p>
        )}
      </Notice>
    );
  }
  const isYours = stage === "confirmed-by-you";
  return (
    <Notice
      look={isYours ? "info" : "good"}
      title={isYours ? texts.confirmationByYouTitle : texts.confirmationByAnotherTitle}
    >
      <p>
        {texts.confirmationFacts({
          amount: <Money value={confirmation.amount} className="font-semibold" />,
          destination: (
            <span className="wrap-anywhere">
              {showDestination({ destination: confirmation.destination, phoneNumber: withdrawal.phoneNumber })}
            </span>
          ),
          confirmedAt: <ActorAndTime by={confirmation.confirmedBy} at={confirmation.confirmedAt} />,
        })}
      </p>
      <p className="mt-1">{isYours ? texts.confirmationNextAdministrator : texts.confirmationSendNow}</p>
    </Notice>
  );
}
