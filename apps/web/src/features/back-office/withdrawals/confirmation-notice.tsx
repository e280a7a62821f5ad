import type { AdminWithdrawal } from "@wazi/contracts";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ActorAndTime } from "../decisions/notices.tsx";
import type { PayoutStage } from "./payout-steps.ts";

/** For a withdrawal that needs two administrators: who confirmed what, and the next step. */
export function ConfirmationNotice({ withdrawal, stage }: { withdrawal: AdminWithdrawal; stage: PayoutStage }) {
  const { confirmation } = withdrawal;
  if (stage === "alone" || stage === "held" || stage === "ended") return null;
  if (stage === "unconfirmed" || confirmation === null) {
    return (
      <Notice title="Needs two administrators">
        <p>
          One administrator confirms the amount and destination. Another sends the money and completes the withdrawal.
          It has not been confirmed yet.
        </p>
        {withdrawal.dayAmount === null || withdrawal.dayAmount === withdrawal.amount ? null : (
          <p className="mt-1">
            This investor asked for <Money value={withdrawal.dayAmount} className="font-semibold" /> in 24 hours.
          </p>
        )}
      </Notice>
    );
  }
  const isYours = stage === "confirmed-by-you";
  return (
    <Notice
      look={isYours ? "info" : "good"}
      title={isYours ? "Confirmed by you" : "Confirmed by another administrator"}
    >
      <p>
        The payout of <Money value={confirmation.amount} className="font-semibold" /> to{" "}
        <span className="wrap-anywhere">{confirmation.destination}</span> was confirmed
        <ActorAndTime by={confirmation.confirmedBy} at={confirmation.confirmedAt} />.
      </p>
      <p className="mt-1">
        {isYours
          ? "Another administrator must send the money and complete the withdrawal. Do not send it yourself."
          : "You can send the money now and complete the withdrawal."}
      </p>
    </Notice>
  );
}
