import { formatAmount, payoutRailLabels, type Withdrawal } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import type { RequestStep } from "../../ui/request-steps.tsx";
import { describeHold } from "./withdrawal-terms.tsx";
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
export function describeWithdrawalSteps(
  withdrawal: Withdrawal,
  timing: string,
  now: number = Date.now(),
): RequestStep[] {
  const { status, createdAt, settledAt, isCancelled, payout } = withdrawal;
  const requested: RequestStep = { title: texts.stepRequestedTitle, at: createdAt, state: "done" };
  const amount = `$${formatAmount(withdrawal.amount)}`;
  switch (status) {
    case "pending":
      return [
        requested,
        describeCheck(withdrawal, now),
        { title: texts.stepPaidTitle, text: texts.processedTiming({ timing }), state: "later" },
      ];
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

function describeCheck(withdrawal: Withdrawal, now: number): RequestStep {
  const { hold } = withdrawal;
  const held = hold === null ? [] : [texts.stepCheckHeld({ hold: describeHold(hold) })];
  const title = hold === null ? texts.beingChecked : texts.stepWaitingTitle({ endsAt: formatDayAndTime(hold.endsAt) });
  return { title, text: [...held, ...describeDecision(withdrawal, now)].join(" "), state: "now" };
}

/** By when it is decided, and by how many people. No time where no two people can decide. */
function describeDecision({ decideBy, twoPeople }: Withdrawal, now: number): string[] {
  if (decideBy === null) return [];
  const above = formatAmount(twoPeople?.above ?? "0");
  if (twoPeople?.isPossible === false) return [texts.stepTwoPeopleMissing({ above })];
  const time = formatDayAndTime(decideBy);
  const decided = Date.parse(decideBy) < now ? texts.stepDecisionLate({ time }) : texts.stepDecideBy({ time });
  return twoPeople === undefined ? [decided] : [decided, texts.stepTwoPeople({ above })];
}

/** "12.500000" as "12.5", with two places at least for a currency of coins. */
function trimAmount(amount: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const kept = fraction.replace(/0+$/, "");
  return kept === "" ? whole : `${whole}.${kept.padEnd(2, "0")}`;
}

/** An investor's view of a payment over a rail: the amount that arrives, the rate, the cost and its payer. */
export function describePayout({ payout, status }: Pick<Withdrawal, "payout" | "status">): [string, string | null][] {
  if (payout === null || payout.state === "cancelled") return [];
  const { currency, localAmount, rate, rateAt, fee, feeAmount, feeCurrency, recipientName, rail } = payout;
  const isOtherCurrency = currency !== "USD";
  const charged =
    feeCurrency === null || feeCurrency === "USD" ? "" : ` (${trimAmount(feeAmount ?? "")} ${feeCurrency})`;
  const isPaid = status === "completed";
  return [
    [texts.paidOver, rail === "manual" ? null : payoutRailLabels[rail]],
    [texts.accountHolder, recipientName],
    [
      isPaid ? texts.youReceived : texts.youReceive,
      isOtherCurrency
        ? texts.payoutLocalAmount({
            trimAmount: trimAmount(localAmount),
            currency,
            trimAmount2: trimAmount(rate),
            rateAt: formatDayAndTime(rateAt),
          })
        : null,
    ],
    [
      texts.fee,
      fee === null ? (isPaid ? texts.payoutFeeUnknown : null) : texts.payoutFee({ fee: formatAmount(fee), charged }),
    ],
  ];
}
