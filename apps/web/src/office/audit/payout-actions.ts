import type { AuditEvent } from "@wazi/contracts";
import { describeRequest, textIn, withReason, type ActionText, type Sentence } from "./sentence-parts.ts";
import * as texts from "../../messages/admin-audit.ts";

const withdrawal = (entry: AuditEvent): Sentence => describeRequest("withdrawal", entry);
const railOf = (entry: AuditEvent): string => textIn(entry.after, "rail") ?? "unknown";
const networkOf = (entry: AuditEvent): string => textIn(entry.after, "network") ?? texts.aChain;
const reasonOf = (entry: AuditEvent): Sentence => withReason(textIn(entry.after, "reason"));

const chargesOf = (entry: AuditEvent): string =>
  `$${textIn(entry.after, "amount") ?? "?"} (${textIn(entry.after, "account") ?? texts.anAccount}, ${textIn(entry.after, "month") ?? "?"})`;

/** Actions on payments over rails, by administrators and by the payout worker. */
export const payoutActions: Readonly<Record<string, ActionText>> = {
  "payout.approve": {
    label: texts.payoutApproved,
    say: (entry) => [`${texts.approvedThePayoutOf} `, ...withdrawal(entry)],
  },
  "payout.cancel": {
    label: texts.payoutCancelled,
    say: (entry) => [`${texts.cancelledThePayoutOf} `, ...withdrawal(entry)],
  },
  "payout.send": {
    label: texts.payoutSent,
    say: (entry) => [`${texts.sent} `, ...withdrawal(entry), ` ${texts.overRailof({ railOf: railOf(entry) })}`],
  },
  "payout.accept": {
    label: texts.payoutAccepted,
    say: (entry) => [`${texts.notedThatTheProviderAccepted} `, ...withdrawal(entry)],
  },
  "payout.lose": {
    label: texts.payoutResultUnknown,
    say: (entry) => [`${texts.gotNoAnswerAboutPayout} `, ...withdrawal(entry), ...reasonOf(entry)],
  },
  "payout.confirm": {
    label: texts.payoutConfirmed,
    say: (entry) => [`${texts.confirmedThePayoutOf} `, ...withdrawal(entry)],
  },
  "payout.fail": {
    label: texts.payoutFailed,
    say: (entry) => [`${texts.recordedAFailedPayoutOf} `, ...withdrawal(entry), ...reasonOf(entry)],
  },
  "payout.charge": { label: texts.payoutFeePosted, say: (entry) => [`${texts.postedTheFeeOf} `, ...withdrawal(entry)] },
  "payout.reverse": {
    label: texts.payoutCameBack,
    say: (entry) => [`${texts.returnedTheMoneyOf} `, ...withdrawal(entry), ...reasonOf(entry)],
  },
  "payout.resolve": {
    label: texts.unknownPayoutDecided,
    say: (entry) => [
      textIn(entry.after, "payout") === "confirmed" ? `${texts.recordedAsPaid} ` : `${texts.recordedAsNotPaid} `,
      ...withdrawal(entry),
      ...reasonOf(entry),
    ],
  },
  "rail.stop": {
    label: texts.railStopped,
    say: (entry) => [texts.stoppedPayoutsOverRailof({ railOf: railOf(entry) }), ...reasonOf(entry)],
  },
  "rail.resume": {
    label: texts.railResumed,
    say: (entry) => [texts.resumedPayoutsOverRailof({ railOf: railOf(entry) })],
  },
  "review.decide": {
    label: texts.payoutEntryReviewed,
    say: (entry) => [texts.closedAnEntryForReview, ...withReason(textIn(entry.after, "decision"))],
  },
  "reserves.sign-address": {
    label: texts.reserveAddressSigned,
    say: ({ after }) => [texts.recordedSignedMessageReserveAddress({ textIn: textIn(after, "signedOn") ?? "unknown" })],
  },
  "reserves.add-statement": {
    label: texts.reserveStatementRecorded,
    say: ({ after }) => [
      texts.recordedThatTextinHeldTextin2({
        textIn: textIn(after, "account") ?? texts.anAccount,
        textIn2: textIn(after, "amount") ?? "?",
        textIn3: textIn(after, "currency") ?? "",
      }),
    ],
  },
  "statement.import": {
    label: texts.statementImported,
    say: (entry) => [texts.importedAStatementOfTextin({ textIn: textIn(entry.after, "account") ?? texts.anAccount })],
  },
  "statement.explain": {
    label: texts.differenceDecided,
    say: (entry) => [texts.proposedDecisionOnDifferenceTo, ...withReason(textIn(entry.after, "note"))],
  },
  "statement.approve": {
    label: texts.decisionApproved,
    say: (entry) => [texts.approvedDecisionOnDifference, ...withReason(textIn(entry.after, "note"))],
  },
  "statement.decline": {
    label: texts.decisionTakenBack,
    say: (entry) => [texts.tookBackDecisionOnDifference, ...withReason(textIn(entry.after, "note"))],
  },
  "statement.propose-charges": {
    label: texts.chargesProposed,
    say: (entry) => [
      texts.proposedToBookChargesChargesof({ chargesOf: chargesOf(entry) }),
      ...withReason(textIn(entry.after, "note")),
    ],
  },
  "statement.book-charges": {
    label: texts.chargesBooked,
    say: (entry) => [
      texts.bookedChargesOfChargesof({ chargesOf: chargesOf(entry) }),
      ...withReason(textIn(entry.after, "note")),
    ],
  },
  "statement.decline-charges": {
    label: texts.chargesDeclined,
    say: (entry) => [
      texts.didNotBookChargesChargesof({ chargesOf: chargesOf(entry) }),
      ...withReason(textIn(entry.after, "note")),
    ],
  },
  "chain.prepare": {
    label: texts.chainPayoutsPrepared,
    say: (entry) => [texts.preparedPayoutsOnNetworkof({ networkOf: networkOf(entry) })],
  },
  "chain.raise-fee": {
    label: texts.chainFeeRaised,
    say: (entry) => [texts.preparedHigherFeeForPayout({ networkOf: networkOf(entry) })],
  },
  "chain.accept-fee": {
    label: texts.chainFeeAccepted,
    say: (entry) => [
      texts.acceptedFeeAboveLimitOn({ networkOf: networkOf(entry) }),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  "chain.discard": {
    label: texts.chainPayoutsDiscarded,
    say: (entry) => [texts.discardedPreparedPayoutsOnNetworkof({ networkOf: networkOf(entry) })],
  },
  "chain.export": {
    label: texts.chainPayoutsExported,
    say: (entry) => [texts.exportedPayoutsOnNetworkofFor({ networkOf: networkOf(entry) })],
  },
  "chain.import": {
    label: texts.signedPayoutsImported,
    say: (entry) => [texts.importedSignedPayoutsOnNetworkof({ networkOf: networkOf(entry) })],
  },
  "rate.set": {
    label: texts.localRateSet,
    say: (entry) => [
      texts.setRateTextinToTextin2({
        textIn: textIn(entry.after, "currency") ?? "",
        textIn2: textIn(entry.after, "rate") ?? "",
      }),
    ],
  },
};
