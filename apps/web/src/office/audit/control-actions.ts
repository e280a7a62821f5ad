import type { AuditEvent } from "@wazi/contracts";
import { payoutActions } from "./payout-actions.ts";
import {
  compose,
  describeRequest,
  describeUser,
  textIn,
  withReason,
  type ActionText,
  type Sentence,
} from "./sentence-parts.ts";
import * as texts from "../../messages/admin-audit.ts";

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
