import { formatAmount, type Withdrawal } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import type { RequestStep } from "../../ui/request-steps.tsx";
import { describeHold } from "./hold-text.ts";
import * as texts from "../../messages/withdrawals.ts";

/** The next steps, before the withdrawal is requested. `timing` is how long withdrawals took. */
export function planWithdrawalSteps(amount: string, destination: string, timing: string): RequestStep[] {
  return [
    {
      title: texts.planHoldTitle,
      text: texts.planHoldText({ amount: formatAmount(amount) }),
      state: "now",
    },
    { title: texts.planPayTitle, text: texts.processedTiming({ timing }), state: "later" },
    { title: texts.planReceiveTitle, text: texts.planReceiveText({ destination }), state: "later" },
  ];
}

/** The past steps of a withdrawal with their times, and the next one. `timing` is how long withdrawals took. */
export function describeWithdrawalSteps(withdrawal: Withdrawal, timing: string): RequestStep[] {
  const { status, createdAt, settledAt, isCancelled, payout } = withdrawal;
  const requested: RequestStep = { title: texts.stepRequestedTitle, at: createdAt, state: "done" };
  const amount = `$${formatAmount(withdrawal.amount)}`;
  switch (status) {
    case "pending":
      return [requested, describeCheck(withdrawal, timing), { title: texts.stepPaidTitle, state: "later" }];
    case "processing": {
      const sending: RequestStep = {
        title: texts.beingPaid,
        text: texts.stepProcessingText,
        at: payout?.sentAt,
        state: "now",
      };
      return [
        requested,
        sending,
        { title: texts.stepPaidTitle, text: texts.processedTiming({ timing }), state: "later" },
      ];
    }
    case "completed":
      return [requested, { title: texts.stepPaidTitle, at: settledAt, state: "done" }];
    case "rejected": {
      const text = texts.stepRejectedText({ amount });
      return [
        requested,
        { title: isCancelled ? texts.stepCancelledTitle : texts.rejected, text, at: settledAt, state: "ended" },
      ];
    }
  }
}

function describeCheck({ hold }: Withdrawal, timing: string): RequestStep {
  if (hold === null) return { title: texts.beingChecked, text: texts.processedTiming({ timing }), state: "now" };
  return {
    title: texts.stepWaitingTitle({ endsAt: formatDayAndTime(hold.endsAt) }),
    text: texts.stepCheckHeld({ hold: describeHold(hold), timing }),
    state: "now",
  };
}
