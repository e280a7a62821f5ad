import type { AuditEvent } from "@wazi/contracts";
import { describeRequest, describeUser, textIn, withReason, type ActionText, type Sentence } from "./sentence-parts.ts";

/** What an adjustment asks for: "the adjustment of $5,000.00 for Amina Otieno". */
function describeAsked(entry: AuditEvent): Sentence {
  const counted = textIn(entry.after, "counted");
  const sum: Sentence = counted === undefined ? [] : [" of ", { money: counted }];
  return ["adjustment", ...sum, " for ", describeUser(entry)];
}

function listNames(entry: AuditEvent, field: string): string {
  const names = entry.after?.[field];
  return Array.isArray(names) ? names.map(String).join(", ") : "unknown";
}

/** Actions that limit what one administrator, or a thief of an investor's session, can do alone. */
export const controlActions: Readonly<Record<string, ActionText>> = {
  "withdrawal.cancel": {
    label: "Withdrawal cancelled",
    say: (entry) => ["cancelled ", ...describeRequest("withdrawal", entry)],
  },
  "withdrawal.release": {
    label: "Hold of a withdrawal ended",
    say: (entry) => [
      "ended the hold of ",
      ...describeRequest("withdrawal", entry),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  "address.add": { label: "Payout destination saved", say: () => ["saved a payout destination"] },
  "address.remove": { label: "Payout destination removed", say: () => ["removed a payout destination"] },
  "adjustment.request": {
    label: "Adjustment requested",
    say: (entry) => ["asked for an ", ...describeAsked(entry), ...withReason(textIn(entry.after, "reason"))],
  },
  "adjustment.approve": {
    label: "Adjustment approved",
    say: (entry) => ["approved the ", ...describeAsked(entry), ...withReason(textIn(entry.after, "reason"))],
  },
  "adjustment.reject": {
    label: "Adjustment rejected",
    say: (entry) => ["rejected the ", ...describeAsked(entry), ...withReason(textIn(entry.after, "note"))],
  },
  "adjustment.withdraw": {
    label: "Adjustment withdrawn",
    say: (entry) => ["withdrew their ", ...describeAsked(entry)],
  },
  "user.view": { label: "User page viewed", say: (entry) => ["viewed the page of ", describeUser(entry)] },
  "user.view-movements": {
    label: "Movements viewed",
    say: (entry) => ["viewed the movements of ", describeUser(entry)],
  },
  "settings.start": {
    label: "Settings changed at a start",
    say: (entry) => [`started with changed settings: ${listNames(entry, "changed")}`],
  },
};
