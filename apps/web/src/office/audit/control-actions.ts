import type { AuditEvent } from "@wazi/contracts";
import {
  type ActionText,
  compose,
  composeWithReason,
  describeRequest,
  describeUser,
  type SentencePart,
  type Sentence,
  textIn,
} from "./sentence-parts.ts";
import * as texts from "../../messages/admin-audit.ts";

const withdrawal = (entry: AuditEvent): Sentence => describeRequest("withdrawal", entry);
const railOf = (entry: AuditEvent): string => textIn(entry.after, "rail") ?? "unknown";
const networkOf = (entry: AuditEvent): string => textIn(entry.after, "network") ?? texts.aChain;
const reasonOf = (entry: AuditEvent): string | undefined => textIn(entry.after, "reason");
const noteOf = (entry: AuditEvent): string | undefined => textIn(entry.after, "note");

const rateOf = (entry: AuditEvent): { currency: string; rate: string } => ({
  currency: textIn(entry.after, "currency") ?? "",
  rate: textIn(entry.after, "rate") ?? "",
});

const holdOf = ({ after }: AuditEvent) => ({
  kind: textIn(after, "kind") ?? "",
  amount: textIn(after, "amount") ?? "",
  currency: textIn(after, "currency") ?? "",
  shown: textIn(after, "rateShown") ?? "",
  rate: textIn(after, "rateNow") ?? "",
});

const chargesOf = (entry: AuditEvent): string =>
  `$${textIn(entry.after, "amount") ?? "?"} (${textIn(entry.after, "account") ?? texts.anAccount}, ${textIn(entry.after, "month") ?? "?"})`;

/** Actions on payments over rails, by administrators and by the payout worker. */
const payoutActions: Readonly<Record<string, ActionText>> = {
  "payout.approve": {
    label: texts.payoutApproveLabel,
    say: (entry) => compose(texts.payoutApproveText, { request: withdrawal(entry) }),
  },
  "payout.cancel": {
    label: texts.payoutCancelLabel,
    say: (entry) => compose(texts.payoutCancelText, { request: withdrawal(entry) }),
  },
  "payout.send": {
    label: texts.payoutSendLabel,
    say: (entry) =>
      compose(({ request }) => texts.payoutSendText({ request, rail: railOf(entry) }), { request: withdrawal(entry) }),
  },
  "payout.accept": {
    label: texts.payoutAcceptLabel,
    say: (entry) => compose(texts.payoutAcceptText, { request: withdrawal(entry) }),
  },
  "payout.lose": {
    label: texts.payoutLoseLabel,
    say: (entry) => composeWithReason(texts.payoutLoseText, { request: withdrawal(entry) }, reasonOf(entry)),
  },
  "payout.confirm": {
    label: texts.payoutConfirmLabel,
    say: (entry) => compose(texts.payoutConfirmedText, { request: withdrawal(entry) }),
  },
  "payout.fail": {
    label: texts.payoutFailLabel,
    say: (entry) => composeWithReason(texts.payoutFailText, { request: withdrawal(entry) }, reasonOf(entry)),
  },
  "payout.charge": {
    label: texts.payoutChargeLabel,
    say: (entry) => compose(texts.payoutChargeText, { request: withdrawal(entry) }),
  },
  "payout.reverse": {
    label: texts.payoutReverseLabel,
    say: (entry) => composeWithReason(texts.payoutReverseText, { request: withdrawal(entry) }, reasonOf(entry)),
  },
  "payout.resolve": {
    label: texts.payoutResolveLabel,
    say: (entry) =>
      composeWithReason(
        textIn(entry.after, "payout") === "confirmed" ? texts.payoutDecidedPaidText : texts.payoutDecidedUnpaidText,
        { request: withdrawal(entry) },
        reasonOf(entry),
      ),
  },
  "rail.stop": {
    label: texts.railStopLabel,
    say: (entry) => composeWithReason(texts.railStopText, { railOf: railOf(entry) }, reasonOf(entry)),
  },
  "rail.resume": {
    label: texts.railResumeLabel,
    say: (entry) => [texts.railResumeText({ railOf: railOf(entry) })],
  },
  "review.decide": {
    label: texts.reviewDecideLabel,
    say: (entry) => composeWithReason(texts.reviewDecideText, {}, textIn(entry.after, "decision")),
  },
  "reserves.sign-address": {
    label: texts.reservesSignAddressLabel,
    say: ({ after }) => [texts.reservesSignAddressText({ textIn: textIn(after, "signedOn") ?? "unknown" })],
  },
  "reserves.add-statement": {
    label: texts.reservesAddStatementLabel,
    say: ({ after }) => [
      texts.reservesAddStatementText({
        textIn: textIn(after, "account") ?? texts.anAccount,
        textIn2: textIn(after, "amount") ?? "?",
        textIn3: textIn(after, "currency") ?? "",
      }),
    ],
  },
  "statement.import": {
    label: texts.statementImportLabel,
    say: (entry) => [texts.statementImportText({ textIn: textIn(entry.after, "account") ?? texts.anAccount })],
  },
  "statement.explain": {
    label: texts.statementExplainLabel,
    say: (entry) => composeWithReason(texts.statementExplainText, {}, noteOf(entry)),
  },
  "statement.approve": {
    label: texts.statementApproveLabel,
    say: (entry) => composeWithReason(texts.statementApproveText, {}, noteOf(entry)),
  },
  "statement.decline": {
    label: texts.statementDeclineLabel,
    say: (entry) => composeWithReason(texts.statementDeclineText, {}, noteOf(entry)),
  },
  "statement.propose-charges": {
    label: texts.statementProposeChargesLabel,
    say: (entry) =>
      composeWithReason(texts.statementProposeChargesText, { chargesOf: chargesOf(entry) }, noteOf(entry)),
  },
  "statement.book-charges": {
    label: texts.statementBookChargesLabel,
    say: (entry) => composeWithReason(texts.statementBookChargesText, { chargesOf: chargesOf(entry) }, noteOf(entry)),
  },
  "statement.decline-charges": {
    label: texts.statementDeclineChargesLabel,
    say: (entry) =>
      composeWithReason(texts.statementDeclineChargesText, { chargesOf: chargesOf(entry) }, noteOf(entry)),
  },
  "chain.prepare": {
    label: texts.chainPrepareLabel,
    say: (entry) => [texts.chainPrepareText({ networkOf: networkOf(entry) })],
  },
  "chain.raise-fee": {
    label: texts.chainRaiseFeeLabel,
    say: (entry) => [texts.chainRaiseFeeText({ networkOf: networkOf(entry) })],
  },
  "chain.accept-fee": {
    label: texts.chainAcceptFeeLabel,
    say: (entry) => composeWithReason(texts.chainAcceptFeeText, { networkOf: networkOf(entry) }, reasonOf(entry)),
  },
  "chain.discard": {
    label: texts.chainDiscardLabel,
    say: (entry) => [texts.chainDiscardText({ networkOf: networkOf(entry) })],
  },
  "chain.export": {
    label: texts.chainExportLabel,
    say: (entry) => [texts.chainExportText({ networkOf: networkOf(entry) })],
  },
  "chain.import": {
    label: texts.chainImportLabel,
    say: (entry) => [texts.chainImportText({ networkOf: networkOf(entry) })],
  },
  "rate-hold.begin": { label: texts.rateHoldBeginLabel, say: (entry) => [texts.rateHoldBeginText(holdOf(entry))] },
  "rate-hold.decide": { label: texts.rateHoldDecideLabel, say: (entry) => [texts.rateHoldDecideText(holdOf(entry))] },
  "rate-hold.end": { label: texts.rateHoldEndLabel, say: (entry) => [texts.rateHoldEndText(holdOf(entry))] },
  "rate.ask": { label: texts.rateAskLabel, say: (entry) => [texts.rateAskText(rateOf(entry))] },
  "rate.confirm": { label: texts.rateConfirmLabel, say: (entry) => [texts.rateConfirmText(rateOf(entry))] },
  "rate.decline": { label: texts.rateDeclineLabel, say: (entry) => [texts.rateDeclineText(rateOf(entry))] },
  "rate.set": {
    label: texts.rateSetLabel,
    say: (entry) => [texts.rateSetText(rateOf(entry))],
  },
};

/** A sentence about an adjustment, with its amount and its reason as far as they are known. */
function sayAdjustment(
  message: (parts: { hasAmount: string; amount: string; user: string; hasReason: string; reason: string }) => string,
  entry: AuditEvent,
  reason: string | undefined,
): Sentence {
  const counted = textIn(entry.after, "counted");
  const parts: Record<"amount" | "user", SentencePart> = {
    amount: counted === undefined ? "" : { money: counted },
    user: describeUser(entry),
  };
  const hasAmount = counted === undefined ? "no" : "yes";
  return composeWithReason((places) => message({ ...places, hasAmount }), parts, reason);
}

function listNames(entry: AuditEvent, field: string): string {
  const names = entry.after?.[field];
  return Array.isArray(names) ? names.map(String).join(", ") : "unknown";
}

/** Actions that limit what one administrator, or a thief of an investor's session, can do alone. */
export const controlActions: Readonly<Record<string, ActionText>> = {
  "withdrawal.cancel": {
    label: texts.withdrawalCancelLabel,
    say: (entry) => compose(texts.requestCancelledText, { request: describeRequest("withdrawal", entry) }),
  },
  "withdrawal.replace": {
    label: texts.withdrawalReplaceLabel,
    say: (entry) => compose(texts.withdrawalReplaceText, { request: describeRequest("withdrawal", entry) }),
  },
  "withdrawal.release": {
    label: texts.withdrawalReleaseLabel,
    say: (entry) =>
      composeWithReason(
        texts.withdrawalReleaseText,
        { request: describeRequest("withdrawal", entry) },
        reasonOf(entry),
      ),
  },
  ...payoutActions,
  "address.add": { label: texts.addressAddLabel, say: () => [texts.addressAddText] },
  "address.remove": { label: texts.addressRemoveLabel, say: () => [texts.addressRemoveText] },
  "adjustment.request": {
    label: texts.adjustmentRequestLabel,
    say: (entry) => sayAdjustment(texts.adjustmentRequestText, entry, reasonOf(entry)),
  },
  "adjustment.approve": {
    label: texts.adjustmentApproveLabel,
    say: (entry) => sayAdjustment(texts.adjustmentApproveText, entry, reasonOf(entry)),
  },
  "adjustment.reject": {
    label: texts.adjustmentRejectLabel,
    say: (entry) => sayAdjustment(texts.adjustmentRejectText, entry, noteOf(entry)),
  },
  "adjustment.withdraw": {
    label: texts.adjustmentWithdrawLabel,
    say: (entry) => sayAdjustment(texts.adjustmentWithdrawText, entry, undefined),
  },
  "user.view": {
    label: texts.userViewLabel,
    say: (entry) => compose(texts.userViewText, { user: describeUser(entry) }),
  },
  "user.view-movements": {
    label: texts.userViewMovementsLabel,
    say: (entry) => compose(texts.userViewMovementsText, { user: describeUser(entry) }),
  },
  "quarantine.end": {
    label: texts.quarantineEndLabel,
    say: (entry) => [texts.quarantineEndText({ note: noteOf(entry) ?? "" })],
  },
  "settings.start": {
    label: texts.settingsStartLabel,
    say: (entry) => [texts.settingsStartText({ listNames: listNames(entry, "changed") })],
  },
};
