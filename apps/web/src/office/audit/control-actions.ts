import type { AuditEvent } from "@wazi/contracts";
import { payoutActions } from "./payout-actions.ts";
import { describeRequest, describeUser, textIn, withReason, type ActionText, type Sentence } from "./sentence-parts.ts";
import * as texts from "../../messages/admin-audit.ts";

/** The requested adjustment in words: "the adjustment of $5,000.00 for Amina Otieno". */
function describeAsked(entry: AuditEvent): Sentence {
  const counted = textIn(entry.after, "counted");
  const sum: Sentence = counted === undefined ? [] : [` ${texts.ofLabel} `, { money: counted }];
  return ["adjustment", ...sum, ` ${texts.forLabel} `, describeUser(entry)];
}

function listNames(entry: AuditEvent, field: string): string {
  const names = entry.after?.[field];
  return Array.isArray(names) ? names.map(String).join(", ") : "unknown";
}

/** Actions that limit what one administrator, or a thief of an investor's session, can do alone. */
export const controlActions: Readonly<Record<string, ActionText>> = {
  "withdrawal.cancel": {
    label: texts.withdrawalCancelLabel,
    say: (entry) => [`${texts.cancelled} `, ...describeRequest("withdrawal", entry)],
  },
  "withdrawal.release": {
    label: texts.withdrawalReleaseLabel,
    say: (entry) => [
      `${texts.withdrawalReleaseText} `,
      ...describeRequest("withdrawal", entry),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  ...payoutActions,
  "address.add": { label: texts.addressAddLabel, say: () => [texts.addressAddText] },
  "address.remove": { label: texts.addressRemoveLabel, say: () => [texts.addressRemoveText] },
  "adjustment.request": {
    label: texts.adjustmentRequestLabel,
    say: (entry) => [
      `${texts.adjustmentRequestText} `,
      ...describeAsked(entry),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  "adjustment.approve": {
    label: texts.adjustmentApproveLabel,
    say: (entry) => [
      `${texts.adjustmentApproveText} `,
      ...describeAsked(entry),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  "adjustment.reject": {
    label: texts.adjustmentRejectLabel,
    say: (entry) => [
      `${texts.adjustmentRejectText} `,
      ...describeAsked(entry),
      ...withReason(textIn(entry.after, "note")),
    ],
  },
  "adjustment.withdraw": {
    label: texts.adjustmentWithdrawLabel,
    say: (entry) => [`${texts.adjustmentWithdrawText} `, ...describeAsked(entry)],
  },
  "user.view": { label: texts.userViewLabel, say: (entry) => [`${texts.userViewText} `, describeUser(entry)] },
  "user.view-movements": {
    label: texts.userViewMovementsLabel,
    say: (entry) => [`${texts.userViewMovementsText} `, describeUser(entry)],
  },
  "settings.start": {
    label: texts.settingsStartLabel,
    say: (entry) => [texts.settingsStartText({ listNames: listNames(entry, "changed") })],
  },
};
