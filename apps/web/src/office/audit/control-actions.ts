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
    label: texts.withdrawalCancelled,
    say: (entry) => [`${texts.cancelled} `, ...describeRequest("withdrawal", entry)],
  },
  "withdrawal.release": {
    label: texts.holdOfAWithdrawalEnded,
    say: (entry) => [
      `${texts.endedTheHoldOf} `,
      ...describeRequest("withdrawal", entry),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  ...payoutActions,
  "address.add": { label: texts.payoutDestinationSaved, say: () => [texts.savedAPayoutDestination] },
  "address.remove": { label: texts.payoutDestinationRemoved, say: () => [texts.removedAPayoutDestination] },
  "adjustment.request": {
    label: texts.adjustmentRequested,
    say: (entry) => [`${texts.askedForAn} `, ...describeAsked(entry), ...withReason(textIn(entry.after, "reason"))],
  },
  "adjustment.approve": {
    label: texts.adjustmentApproved,
    say: (entry) => [`${texts.approvedThe} `, ...describeAsked(entry), ...withReason(textIn(entry.after, "reason"))],
  },
  "adjustment.reject": {
    label: texts.adjustmentRejected,
    say: (entry) => [`${texts.rejectedThe} `, ...describeAsked(entry), ...withReason(textIn(entry.after, "note"))],
  },
  "adjustment.withdraw": {
    label: texts.adjustmentWithdrawn,
    say: (entry) => [`${texts.withdrewTheir} `, ...describeAsked(entry)],
  },
  "user.view": { label: texts.userPageViewed, say: (entry) => [`${texts.viewedThePageOf} `, describeUser(entry)] },
  "user.view-movements": {
    label: texts.movementsViewed,
    say: (entry) => [`${texts.viewedTheMovementsOf} `, describeUser(entry)],
  },
  "settings.start": {
    label: texts.settingsChangedAtAStart,
    say: (entry) => [texts.startedWithChangedSettingsListnames({ listNames: listNames(entry, "changed") })],
  },
};
