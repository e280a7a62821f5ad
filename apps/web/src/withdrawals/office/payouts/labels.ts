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
  stopped: texts.waitsRailStoppedResumeIt,
  "daily-limit": texts.waitsRailHasReachedIts,
  hold: texts.waitsForEndHoldOn,
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
      return waitsFor === null ? texts.willBeSentNow : waitTexts[waitsFor];
    case "sent":
      if (!isChainRail(rail)) return texts.theProviderHasItWazi;
      return providerId === null ? texts.waitsForTransactionPrepareOne : texts.inTransactionSeeOnChain;
    case "unknown":
      return sends >= MAX_SENDS ? texts.theProviderDoesNotKnow : texts.waziKeepsAskingDoNot;
    case "confirmed":
      return texts.receiptReceipt({ receipt: receipt ?? texts.notGiven });
    case "failed":
      return `${reason ?? texts.noReasonWasGiven} ${
        isFollowed ? texts.anotherAttemptFollowed : texts.theWithdrawalWentBackTo
      }`;
    case "cancelled":
      return texts.itWasNotSent;
    case "reversed":
      return texts.reasonAmountReturnedToInvestors({ reason: reason ?? texts.noReasonWasGiven });
  }
}

/** The advice on each kind of entry. */
const reviewAdvice: Readonly<Record<string, string>> = {
  "other-amount": texts.compareAmountInProvidersPortalIf,
  "paid-after-failure": texts.theMoneyMayHavePaid,
  "paid-before-sent": texts.someoneMayHavePaidIt,
  "paid-twice": texts.lookForBothReceiptsIn,
  "failed-after-success": texts.checkInPortalWhetherMoney,
  "receipt-used": texts.aReceiptBelongsToOne,
  "other-payment": texts.theCallBackNamesAnother,
  "unknown-payment": texts.waziDidNotSendThis,
};

export const adviseOnReview = ({ kind }: PayoutOverview["reviews"][number]): string =>
  reviewAdvice[kind] ?? texts.lookItUpInProviders;

export const differenceLabels: Readonly<Record<RailDifference["kind"], string>> = {
  "missing-in-statement": texts.notInTheStatement,
  "missing-in-books": texts.notInOurBooks,
  unclaimed: texts.noDepositClaimsIt,
  "not-credited": texts.notCreditedYet,
  returned: texts.cameBack,
  "other-amount": texts.anotherAmount,
  "other-fee": texts.anotherFee,
  repeated: texts.repeated,
  ambiguous: texts.severalPaymentsFit,
};

/** The advice on each kind of difference. */
const differenceAdvice: Readonly<Record<RailDifference["kind"], string>> = {
  "missing-in-statement": texts.checkThatStatementCompleteIf,
  "missing-in-books": texts.lookForWhoPaidIt,
  unclaimed: texts.lookForSenderIfItDeposit,
  "not-credited": texts.decideItOnDepositsPage,
  returned: texts.checkInProvidersPortalWhether,
  "other-amount": texts.compareAmountInBanksOr,
  "other-fee": texts.compareFeeWithProvidersPrice,
  repeated: texts.lookForSecondPaymentIf,
  ambiguous: texts.choosePaymentThatLine,
};
export const adviseOnDifference = ({ kind, choices }: Pick<RailDifference, "kind" | "choices">): string =>
  kind === "unclaimed" && choices.includes("credit") ? texts.lookForSenderIfItDepositCredit : differenceAdvice[kind];

export const choiceLabels: Readonly<Record<RailChoice, string>> = {
  credit: texts.aDepositCreditIt,
  link: texts.aPaymentInOurBooks,
  charge: texts.aChargeBookIt,
  explain: texts.explainedNothingToBook,
};

export const contentLabels: Readonly<Record<RailStatements["accounts"][number]["shows"], string>> = {
  both: texts.depositsAndPayouts,
  deposits: texts.depositsOnly,
  payouts: texts.payoutsOnly,
};

export const transferLabels: Readonly<Record<ChainTransfer["state"], { label: string; look: TagLook }>> = {
  "to-sign": { label: texts.toSign, look: "wait" },
  signed: { label: texts.signed, look: "wait" },
  sent: { label: texts.sent, look: "wait" },
  mined: { label: texts.inABlock, look: "wait" },
  paid: { label: texts.paid, look: "gain" },
  "not-paid": { label: texts.notPaid, look: "loss" },
  discarded: { label: texts.discarded, look: "plain" },
};

/** The action that an administrator can take on a transaction, or the next step. */
export function adviseOnTransfer({ state, isStuck, confirmations, confirmationsNeeded }: ChainTransfer): string {
  switch (state) {
    case "to-sign":
      return texts.signItUnderToSign;
    case "signed":
      return texts.willSentNowUnlessRail;
    case "sent":
      return isStuck ? texts.inNoBlockFor30 : texts.waitsForABlock;
    case "mined":
      return texts.minOfConfirmationsneededConfirmations({
        min: Math.min(confirmations, confirmationsNeeded),
        confirmationsNeeded,
      });
    case "paid":
      return texts.itHasItsConfirmations;
    case "not-paid":
      return texts.itDidNotPayWithdrawals;
    case "discarded":
      return texts.itNotSignedItsPayouts;
  }
}

/** "129.250000000000" as "129.25". */
export const trimFigure = (figure: string): string =>
  figure.includes(".") ? figure.replace(/0+$/, "").replace(/\.$/, "") : figure;
