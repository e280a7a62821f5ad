import type { AuditEvent } from "@wazi/contracts";
import { documentNames } from "../../../content/labels.ts";
import { roleLabels } from "../access/admin-access.ts";
import { kycLabels } from "../person/kyc-labels.ts";
import { controlActions } from "./control-actions.ts";
import {
  countIn,
  describeRequest,
  describeUser,
  formatCount,
  textIn,
  theUser,
  withReason,
  type ActionText,
  type Details,
  type Sentence,
} from "./sentence-parts.ts";

function formatKyc(details: Details): string {
  const status = textIn(details, "kycStatus");
  return status !== undefined && Object.hasOwn(kycLabels, status)
    ? kycLabels[status as keyof typeof kycLabels].toLowerCase()
    : "unknown";
}

function formatRole(details: Details): string | undefined {
  const role = textIn(details, "role");
  return role !== undefined && Object.hasOwn(roleLabels, role)
    ? roleLabels[role as keyof typeof roleLabels].toLowerCase()
    : role;
}

function formatDocument(details: Details): string {
  const type = textIn(details, "documentType");
  return type !== undefined && Object.hasOwn(documentNames, type)
    ? documentNames[type as keyof typeof documentNames].toLowerCase().replace(/^id /, "ID ")
    : "document";
}

const profileFields: Readonly<Record<string, string>> = {
  firstName: "first name",
  lastName: "last name",
  phone: "phone number",
};

function listChangedFields(details: Details): string {
  const fields = details?.["fields"];
  const names = Array.isArray(fields) ? fields.map((field) => profileFields[String(field)] ?? String(field)) : [];
  return names.length === 0 ? "details" : names.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** The figures that an adjustment changed: "balance from $1.00 to $2.00". */
function describeAdjustment({ before, after }: AuditEvent): Sentence {
  const figures = [
    ["balance", "balance"],
    ["totalInvested", "total invested"],
    ["totalProfit", "running profit"],
  ] as const;
  return figures.flatMap(([field, name]): Sentence => {
    const [from, to] = [textIn(before, field), textIn(after, field)];
    if (from === undefined || to === undefined || from === to) return [];
    return [`; ${name} from `, { money: from }, " to ", { money: to }];
  });
}

function describeSettledDeposit(entry: AuditEvent): Sentence {
  if (textIn(entry.after, "status") === "failed") return ["rejected ", ...describeRequest("deposit", entry)];
  const received = textIn(entry.after, "receivedAmount");
  const other: Sentence =
    received === undefined || received === entry.amount ? [] : ["; ", { money: received }, " was received"];
  return ["approved ", ...describeRequest("deposit", entry), ...other];
}

function describeDeletedWithdrawal(entry: AuditEvent): Sentence {
  const gaveBack = textIn(entry.before, "status") !== textIn(entry.after, "status");
  return gaveBack
    ? ["deleted ", ...describeRequest("pending withdrawal", entry), " and returned the money"]
    : ["removed ", ...describeRequest("withdrawal", entry), " from the list"];
}

function exportAction(many: string): ActionText {
  return {
    label: `Export of ${many}`,
    say: ({ after }) => [`exported ${formatCount(countIn(after, "rows"), many.replace(/s$/, ""), many)} to a file`],
  };
}

/** What a user proved with who they are. */
const formatProof = (proof: string | undefined): string =>
  proof === "password" ? "their password" : proof === "passkey" ? "a passkey" : "a code";

/** The bot's name, if recorded. */
const formatBot = ({ before, after }: AuditEvent): string => {
  const name = textIn(after, "name") ?? textIn(before, "name") ?? textIn(after, "bot");
  return name === undefined ? "a bot" : `the bot ${name}`;
};

/** All known actions of the audit log, in the order of the filter. */
export const auditActions: Readonly<Record<string, ActionText>> = {
  "deposit.settle": { label: "Deposit approved or rejected", say: describeSettledDeposit },
  "deposit.late-credit": {
    label: "Late deposit credited",
    say: (entry) => ["credited ", ...describeRequest("late deposit", entry)],
  },
  "deposit.cancel": {
    label: "Deposit cancelled",
    say: (entry) => ["cancelled ", ...describeRequest("deposit", entry)],
  },
  "withdrawal.confirm": {
    label: "Withdrawal confirmed",
    say: (entry) => ["confirmed the payout of ", ...describeRequest("withdrawal", entry)],
  },
  "withdrawal.settle": {
    label: "Withdrawal paid or rejected",
    say: (entry) =>
      textIn(entry.after, "status") === "rejected"
        ? ["rejected ", ...describeRequest("withdrawal", entry), ...withReason(textIn(entry.after, "notes"))]
        : ["paid out ", ...describeRequest("withdrawal", entry)],
  },
  "withdrawal.delete": { label: "Withdrawal deleted", say: describeDeletedWithdrawal },
  "user.adjust": {
    label: "Account adjusted",
    say: (entry) => [
      "adjusted the account of ",
      describeUser(entry),
      ...describeAdjustment(entry),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  ...controlActions,
  "user.set-kyc-status": {
    label: "KYC status set",
    say: (entry) => [
      "set the KYC status of ",
      describeUser(entry),
      ` from ${formatKyc(entry.before)} to ${formatKyc(entry.after)}`,
    ],
  },
  "user.deactivate": {
    label: "User deactivated",
    say: (entry) => ["deactivated ", describeUser(entry), ...withReason(textIn(entry.after, "reason"))],
  },
  "user.activate": { label: "User activated", say: (entry) => ["activated ", describeUser(entry)] },
  "user.delete": { label: "User deleted", say: () => ["deleted a user and erased their personal data"] },
  "user.end-session": {
    label: "Session of a user ended",
    say: (entry) => ["ended a session of ", describeUser(entry)],
  },
  "user.end-sessions": {
    label: "All sessions of a user ended",
    say: (entry) => [
      `ended ${formatCount(countIn(entry.before, "sessions"), "session", "all sessions")} of `,
      describeUser(entry),
    ],
  },
  "user.change-profile": {
    label: "Profile changed",
    say: ({ after }) => [`changed their ${listChangedFields(after)}`],
  },
  "user.change-password": { label: "Password changed", say: () => ["changed their password"] },
  "user.change-password-failed": {
    label: "Wrong password on password change",
    say: () => ["entered a wrong password while changing it"],
  },
  "verification.submit": {
    label: "Documents submitted",
    say: ({ after }) => [`submitted an image of their ${formatDocument(after)}`],
  },
  "verification.view": {
    label: "Document viewed",
    say: (entry) => {
      const side = textIn(entry.after, "side");
      return [`viewed the ${side === undefined ? "image" : `${side} image`} of a document of `, describeUser(entry)];
    },
  },
  "verification.review": {
    label: "Documents approved or rejected",
    say: (entry) => [
      textIn(entry.after, "status") === "rejected" ? "rejected the documents of " : "approved the documents of ",
      describeUser(entry),
      ...withReason(textIn(entry.after, "rejectionReason")),
    ],
  },
  "session.sign-in": { label: "Signed in", say: () => ["signed in"] },
  "session.sign-in-failed": {
    label: "Sign-in failed",
    say: (entry) =>
      entry.subjectId === "unknown"
        ? ["failed to sign in with an unknown email"]
        : ["failed to sign in as ", describeUser(entry)],
  },
  "session.sign-in-throttled": {
    label: "Too many failed sign-ins",
    say: (entry) =>
      entry.about
        ? ["was blocked after too many wrong passwords for ", theUser]
        : ["was blocked after too many failed sign-ins"],
  },
  "session.sign-out": { label: "Signed out", say: () => ["signed out"] },
  "session.end": { label: "Session ended by the user", say: () => ["ended one of their own sessions"] },
  "session.end-others": {
    label: "Other sessions ended by the user",
    say: ({ after }) => [
      `ended ${formatCount(countIn(after, "endedSessions"), "other session", "other sessions")} of their own`,
    ],
  },
  "session.step-up": {
    label: "Confirmed who they are",
    say: ({ after }) => [`confirmed who they are with ${formatProof(textIn(after, "proof"))}`],
  },
  "session.step-up-failed": {
    label: "Confirmation failed",
    say: ({ after }) => [`failed to confirm who they are with ${formatProof(textIn(after, "proof"))}`],
  },
  "second-factor.add-authenticator": {
    label: "Authenticator app added",
    say: () => ["added an authenticator app"],
  },
  "second-factor.remove-authenticator": {
    label: "Authenticator app removed",
    say: () => ["removed their authenticator app"],
  },
  "second-factor.add-passkey": { label: "Passkey added", say: () => ["added a passkey"] },
  "second-factor.remove-passkey": { label: "Passkey removed", say: () => ["removed a passkey"] },
  "second-factor.replace-recovery-codes": {
    label: "Recovery codes replaced",
    say: () => ["replaced their recovery codes"],
  },
  "second-factor.remove-all": {
    label: "Second factors removed by an administrator",
    say: (entry) => [
      "removed the second factors of ",
      describeUser(entry),
      ...withReason(textIn(entry.after, "detail")),
    ],
  },
  "call.denied": {
    label: "Request denied",
    say: ({ subjectId }) => [`was denied a back office request: ${subjectId}`],
  },
  "administrator.make": {
    label: "Administrator appointed",
    say: (entry) => ["appointed ", describeUser(entry), ` as an administrator${withRole(formatRole(entry.after))}`],
  },
  "administrator.role": {
    label: "Role changed",
    say: (entry) => [
      "changed the role of ",
      describeUser(entry, "an administrator"),
      ` from ${formatRole(entry.before) ?? "another"} to ${formatRole(entry.after) ?? "another"}`,
    ],
  },
  "administrator.unmake": {
    label: "Administrator revoked",
    say: (entry) => ["revoked administrator access from ", describeUser(entry)],
  },
  "administrator.password-failed": {
    label: "Wrong password on access change",
    say: () => ["entered a wrong password while changing administrator access"],
  },
  "user.make-admin": {
    label: "First administrator appointed",
    say: (entry) => ["appointed ", describeUser(entry), " as the first administrator"],
  },
  "settings.change": { label: "Gas fee settings changed", say: () => ["changed the gas fee settings"] },
  "bot.pause": {
    label: "Bot paused",
    say: (entry) => [`paused ${formatBot(entry)}`, ...withReason(textIn(entry.after, "reason"))],
  },
  "user.ask-password-reset": {
    label: "Password reset asked for",
    say: () => ["asked for a link to reset the password"],
  },
  "user.reset-password": { label: "Password reset", say: () => ["set a new password with a link from a mail"] },
  "user.verify-email": { label: "E-mail confirmed", say: () => ["confirmed the e-mail address"] },
  "user.ask-email-change": { label: "E-mail change asked for", say: () => ["asked to change the e-mail address"] },
  "user.change-email": { label: "E-mail changed", say: () => ["changed the e-mail address"] },
  "user.cancel-email-change": {
    label: "E-mail change forgotten",
    say: () => ["took back a change of the e-mail address"],
  },
  "user.change-email-failed": {
    label: "E-mail change failed",
    say: () => ["entered a wrong password to change the e-mail address"],
  },
  "user.freeze": { label: "Account frozen", say: () => ["froze the account with a link from a mail"] },
  "user.unfreeze": { label: "Freeze ended", say: () => ["ended the freeze of an account"] },
  "user.delete-own-account": {
    label: "Own account deleted",
    say: () => ["deleted their own account and erased their data"],
  },
  "user.delete-failed": { label: "Deletion failed", say: () => ["entered a wrong password to delete the account"] },
  "administrator.reset-password": {
    label: "Password reset on the server",
    say: () => ["got a new password by npm run reset-admin"],
  },
  "mail.resend": {
    label: "Mail sent again",
    say: (entry) => [`sent a mail again: ${textIn(entry.after, "template") ?? ""}`],
  },
  "bot.resume": {
    label: "Bot resumed",
    say: (entry) => [`resumed ${formatBot(entry)}`, ...withReason(textIn(entry.after, "reason"))],
  },
  "books.reconcile": {
    label: "Books checked against the ledger",
    say: ({ after }) => [
      `checked the books against the ledger: ${formatCount(countIn(after, "differences"), "difference", "differences")}`,
    ],
  },
  "users.export": exportAction("users"),
  "deposits.export": exportAction("deposits"),
  "withdrawals.export": exportAction("withdrawals"),
  "verifications.export": exportAction("verifications"),
};

function withRole(role: string | undefined): string {
  return role === undefined ? "" : ` with the role ${role}`;
}

const byAction: ReadonlyMap<string, ActionText> = new Map(Object.entries(auditActions));

export const knownAuditActions: readonly string[] = [...byAction.keys()];

/** The event as text. An unknown action is shown by its code and subject. */
export function toAuditSentence(entry: AuditEvent): Sentence {
  return byAction.get(entry.action)?.say(entry) ?? [`${entry.action} (${entry.subjectType} ${entry.subjectId})`];
}

/** Done at a start: the first administrator is appointed, changed settings are recorded. */
const systemActions: readonly string[] = ["administrator.make", "user.make-admin", "settings.start"];

/** The name of the actor, or why there is none. */
export function formatActorName({ actor, actorId, action }: AuditEvent): string {
  if (actor !== null) return `${actor.firstName} ${actor.lastName}`.trim() || actor.email;
  if (actorId !== null) return "Deleted user";
  return systemActions.includes(action) ? "System" : "Not signed in";
}
