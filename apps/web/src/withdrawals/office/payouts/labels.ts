import {
  isChainRail,
  payoutRailLabels,
  type AdminPayout,
  type ChainTransfer,
  type PayoutOverview,
  type PayoutRailName,
  type PayoutState,
  type RailChoice,
  type RailDifference,
  type RailStatements,
} from "@wazi/contracts";
import type { TagLook } from "../../../ui/tag.tsx";
import * as texts from "../../../messages/admin-payouts.ts";

export const stateLabels: Readonly<Record<PayoutState, { label: string; look: TagLook }>> = {
  approved: { label: texts.approved, look: "wait" },
  sent: { label: texts.sent, look: "wait" },
  unknown: { label: texts.resultUnknown, look: "loss" },
  confirmed: { label: texts.paid, look: "gain" },
  failed: { label: texts.notPaid, look: "loss" },
  cancelled: { label: texts.cancelled, look: "plain" },
  reversed: { label: texts.cameBack, look: "loss" },
};

/** "Ethereum" of "ERC20". */
export const labelOfNetwork = (network: string): string =>
  payoutRailLabels[`chain-${network.toLowerCase()}` as PayoutRailName];

const waitTexts = {
  stopped: texts.payoutWaitsStopped,
  "daily-limit": texts.payoutWaitsDailyLimit,
  hold: texts.payoutWaitsHold,
  rate: texts.payoutWaitsRate,
} as const;

/** The limit of requests under one reference; the server has the same. */
const MAX_SENDS = 5;

/**
 * The action that an administrator can take on a payout, or the next step.
 * @param isFollowed whether the withdrawal has a later attempt
 */
export function adviseOnPayout(
  { state, rail, providerId, waitsFor, sends, reason, receipt }: AdminPayout,
  isFollowed = false,
): string {
  switch (state) {
    case "approved":
      return waitsFor === null ? texts.payoutSentNow : waitTexts[waitsFor];
    case "sent":
      if (!isChainRail(rail)) return texts.payoutWithProvider;
      return providerId === null ? texts.payoutNeedsTransaction : texts.payoutInTransaction;
    case "unknown":
      return sends >= MAX_SENDS ? texts.payoutUnknownToProvider : texts.payoutPolled;
    case "confirmed":
      return texts.payoutReceipt({ receipt: receipt ?? texts.notGiven });
    case "failed":
      return `${reason ?? texts.reasonNone} ${isFollowed ? texts.payoutRetried : texts.payoutFailedAdvice}`;
    case "cancelled":
      return texts.payoutCancelledAdvice;
    case "reversed":
      return texts.payoutReversedAdvice({ reason: reason ?? texts.reasonNone });
  }
}

/** The advice on each kind of entry. */
const reviewAdvice: Readonly<Record<string, string>> = {
  "other-amount": texts.reviewAdviceOtherAmount,
  "paid-after-failure": texts.reviewAdvicePaidAfterFailure,
  "paid-before-sent": texts.reviewAdvicePaidBeforeSent,
  "paid-twice": texts.reviewAdvicePaidTwice,
  "failed-after-success": texts.reviewAdviceFailedAfterSuccess,
  "receipt-used": texts.reviewAdviceReceiptUsed,
  "other-payment": texts.reviewAdviceOtherPayment,
  "unknown-payment": texts.reviewAdviceUnknownPayment,
};

export const adviseOnReview = ({ kind }: PayoutOverview["reviews"][number]): string =>
  reviewAdvice[kind] ?? texts.reviewDefaultAdvice;

export const differenceLabels: Readonly<Record<RailDifference["kind"], string>> = {
  "missing-in-statement": texts.differenceKindMissingInStatement,
  "missing-in-books": texts.differenceKindMissingInBooks,
  unclaimed: texts.differenceKindUnclaimed,
  "not-credited": texts.differenceKindNotCredited,
  returned: texts.cameBack,
  "other-amount": texts.differenceKindOtherAmount,
  "other-fee": texts.differenceKindOtherFee,
  repeated: texts.differenceKindRepeated,
  ambiguous: texts.differenceKindAmbiguous,
};

/** The advice on each kind of difference. */
const differenceAdvice: Readonly<Record<RailDifference["kind"], string>> = {
  "missing-in-statement": texts.differenceAdviceMissingInStatement,
  "missing-in-books": texts.differenceAdviceMissingInBooks,
  unclaimed: texts.differenceAdviceUnclaimed,
  "not-credited": texts.differenceAdviceNotCredited,
  returned: texts.differenceAdviceReturned,
  "other-amount": texts.differenceAdviceOtherAmount,
  "other-fee": texts.differenceAdviceOtherFee,
  repeated: texts.differenceAdviceRepeated,
  ambiguous: texts.differenceAdviceAmbiguous,
};
export function adviseOnDifference({ kind, choices }: Pick<RailDifference, "kind" | "choices">): string {
  if (kind === "unclaimed" && choices.includes("credit")) return texts.differenceAdviceCreditHere;
  return choices.includes("interest") ? texts.differenceAdviceInterest : differenceAdvice[kind];
}

export const choiceLabels: Readonly<Record<RailChoice, string>> = {
  credit: texts.choiceCredit,
  link: texts.choiceLink,
  charge: texts.choiceCharge,
  explain: texts.choiceExplain,
  interest: texts.choiceInterest,
};

export const contentLabels: Readonly<Record<RailStatements["accounts"][number]["shows"], string>> = {
  both: texts.contentBoth,
  deposits: texts.depositsOnly,
  payouts: texts.payoutsOnly,
};

export const transferLabels: Readonly<Record<ChainTransfer["state"], { label: string; look: TagLook }>> = {
  "to-sign": { label: texts.toSign, look: "wait" },
  signed: { label: texts.signed, look: "wait" },
  sent: { label: texts.sent, look: "wait" },
  mined: { label: texts.transferStateMined, look: "wait" },
  paid: { label: texts.paid, look: "gain" },
  "not-paid": { label: texts.notPaid, look: "loss" },
  discarded: { label: texts.discarded, look: "plain" },
};

/** The action that an administrator can take on a transaction, or the next step. */
export function adviseOnTransfer({ state, isStuck, confirmations, confirmationsNeeded }: ChainTransfer): string {
  switch (state) {
    case "to-sign":
      return texts.transferToSignAdvice;
    case "signed":
      return texts.transferSignedAdvice;
    case "sent":
      return isStuck ? texts.transferStuckAdvice : texts.transferWaitsForBlock;
    case "mined":
      return texts.transferConfirmations({
        min: Math.min(confirmations, confirmationsNeeded),
        confirmationsNeeded,
      });
    case "paid":
      return texts.transferPaidAdvice;
    case "not-paid":
      return texts.transferNotPaidAdvice;
    case "discarded":
      return texts.transferDiscardedAdvice;
  }
}

/** "129.250000000000" as "129.25". */
export const trimFigure = (figure: string): string =>
  figure.includes(".") ? figure.replace(/0+$/, "").replace(/\.$/, "") : figure;
