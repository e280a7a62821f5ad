import type { AuditEvent } from "@wazi/contracts";
import {
  type ActionText,
  compose,
  describeRequest,
  describeUser,
  type Sentence,
  textIn,
  withReason,
} from "./sentence-parts.ts";
import * as texts from "../../messages/admin-audit.ts";

const withdrawal = (entry: AuditEvent): Sentence => describeRequest(texts.nounWithdrawal, entry);
const railOf = (entry: AuditEvent): string => textIn(entry.after, "rail") ?? "unknown";
const networkOf = (entry: AuditEvent): string => textIn(entry.after, "network") ?? texts.aChain;
const reasonOf = (entry: AuditEvent): Sentence => withReason(textIn(entry.after, "reason"));

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
    say: (entry) => [...compose(texts.payoutLoseText, { request: withdrawal(entry) }), ...reasonOf(entry)],
  },
  "payout.confirm": {
    label: texts.payoutConfirmLabel,
    say: (entry) => compose(texts.payoutConfirmedText, { request: withdrawal(entry) }),
  },
  "payout.fail": {
    label: texts.payoutFailLabel,
    say: (entry) => [...compose(texts.payoutFailText, { request: withdrawal(entry) }), ...reasonOf(entry)],
  },
  "payout.charge": {
    label: texts.payoutChargeLabel,
    say: (entry) => compose(texts.payoutChargeText, { request: withdrawal(entry) }),
  },
  "payout.reverse": {
    label: texts.payoutReverseLabel,
    say: (entry) => [...compose(texts.payoutReverseText, { request: withdrawal(entry) }), ...reasonOf(entry)],
  },
  "payout.resolve": {
    label: texts.payoutResolveLabel,
    say: (entry) => [
      ...compose(
        textIn(entry.after, "payout") === "confirmed" ? texts.payoutDecidedPaidText : texts.payoutDecidedUnpaidText,
        { request: withdrawal(entry) },
      ),
      ...reasonOf(entry),
    ],
  },
  "rail.stop": {
    label: texts.railStopLabel,
    say: (entry) => [texts.railStopText({ railOf: railOf(entry) }), ...reasonOf(entry)],
  },
  "rail.resume": {
    label: texts.railResumeLabel,
    say: (entry) => [texts.railResumeText({ railOf: railOf(entry) })],
  },
  "review.decide": {
    label: texts.reviewDecideLabel,
    say: (entry) => [texts.reviewDecideText, ...withReason(textIn(entry.after, "decision"))],
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
    say: (entry) => [texts.statementExplainText, ...withReason(textIn(entry.after, "note"))],
  },
  "statement.approve": {
    label: texts.statementApproveLabel,
    say: (entry) => [texts.statementApproveText, ...withReason(textIn(entry.after, "note"))],
  },
  "statement.decline": {
    label: texts.statementDeclineLabel,
    say: (entry) => [texts.statementDeclineText, ...withReason(textIn(entry.after, "note"))],
  },
  "statement.propose-charges": {
    label: texts.statementProposeChargesLabel,
    say: (entry) => [
      texts.statementProposeChargesText({ chargesOf: chargesOf(entry) }),
      ...withReason(textIn(entry.after, "note")),
    ],
  },
  "statement.book-charges": {
    label: texts.statementBookChargesLabel,
    say: (entry) => [
      texts.statementBookChargesText({ chargesOf: chargesOf(entry) }),
      ...withReason(textIn(entry.after, "note")),
    ],
  },
  "statement.decline-charges": {
    label: texts.statementDeclineChargesLabel,
    say: (entry) => [
      texts.statementDeclineChargesText({ chargesOf: chargesOf(entry) }),
      ...withReason(textIn(entry.after, "note")),
    ],
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
    say: (entry) => [
      texts.chainAcceptFeeText({ networkOf: networkOf(entry) }),
      ...withReason(textIn(entry.after, "reason")),
    ],
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
  "rate.set": {
    label: texts.rateSetLabel,
    say: (entry) => [
      texts.rateSetText({
        textIn: textIn(entry.after, "currency") ?? "",
        textIn2: textIn(entry.after, "rate") ?? "",
      }),
    ],
  },
};

/** The requested adjustment in words: "the adjustment of $5,000.00 for Amina Otieno". */
function describeAsked(entry: AuditEvent): Sentence {
  const counted = textIn(entry.after, "counted");
  const user = describeUser(entry);
  return counted === undefined
    ? compose(texts.adjustmentUncounted, { user })
    : compose(texts.adjustmentCounted, { amount: { money: counted }, user });
}

function listNames(entry: AuditEvent, field: string): string {
  const names = entry.after?.[field];
  return Array.isArray(names) ? names.map(String).join(", ") : "unknown";
}

/** Actions that limit what one administrator, or a thief of an investor's session, can do alone. */
export const controlActions: Readonly<Record<string, ActionText>> = {
  "withdrawal.cancel": {
    label: texts.withdrawalCancelLabel,
    say: (entry) => compose(texts.requestCancelledText, { request: describeRequest(texts.nounWithdrawal, entry) }),
  },
  "withdrawal.release": {
    label: texts.withdrawalReleaseLabel,
    say: (entry) => [
      ...compose(texts.withdrawalReleaseText, { request: describeRequest(texts.nounWithdrawal, entry) }),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  ...payoutActions,
  "address.add": { label: texts.addressAddLabel, say: () => [texts.addressAddText] },
  "address.remove": { label: texts.addressRemoveLabel, say: () => [texts.addressRemoveText] },
  "adjustment.request": {
    label: texts.adjustmentRequestLabel,
    say: (entry) => [
      ...compose(texts.adjustmentRequestText, { request: describeAsked(entry) }),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  "adjustment.approve": {
    label: texts.adjustmentApproveLabel,
    say: (entry) => [
      ...compose(texts.adjustmentApproveText, { request: describeAsked(entry) }),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  "adjustment.reject": {
    label: texts.adjustmentRejectLabel,
    say: (entry) => [
      ...compose(texts.adjustmentRejectText, { request: describeAsked(entry) }),
      ...withReason(textIn(entry.after, "note")),
    ],
  },
  "adjustment.withdraw": {
    label: texts.adjustmentWithdrawLabel,
    say: (entry) => compose(texts.adjustmentWithdrawText, { request: describeAsked(entry) }),
  },
  "user.view": {
    label: texts.userViewLabel,
    say: (entry) => compose(texts.userViewText, { user: describeUser(entry) }),
  },
  "user.view-movements": {
    label: texts.userViewMovementsLabel,
    say: (entry) => compose(texts.userViewMovementsText, { user: describeUser(entry) }),
  },
  "settings.start": {
    label: texts.settingsStartLabel,
    say: (entry) => [texts.settingsStartText({ listNames: listNames(entry, "changed") })],
  },
};
