import type { AuditEvent } from "@wazi/contracts";
import { documentNames } from "../../../content/labels.ts";
import { roleWords } from "../access/admin-access.ts";
import { kycWords } from "../person/kyc-labels.ts";

/** Stands in a sentence for the name of the user whom the entry is about. */
const theUser = { user: "about" } as const;

/** A part of a sentence: words, an amount of dollars, or that user's name. */
type SentencePart = string | { money: string } | typeof theUser;
type Sentence = readonly SentencePart[];

interface ActionWords {
  /** As it is called in the filter. */
  label: string;
  /** What was done, after the name of who did it: "approved the deposit of $500.00 of Amina Otieno". */
  say: (entry: AuditEvent) => Sentence;
}

type Details = AuditEvent["before"];

function textIn(details: Details, name: string): string | undefined {
  const value = details?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function countIn(details: Details, name: string): number | undefined {
  const value = details?.[name];
  return typeof value === "number" ? value : undefined;
}

/** "1 session", "3 sessions"; "sessions" where nobody noted how many. */
function counted(count: number | undefined, one: string, many: string): string {
  if (count === undefined) return many;
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

const isOwn = ({ actorId, about }: AuditEvent): boolean => actorId !== null && about?.id === actorId;

/** The user whom it is about: by name where that is known. */
const whom = (entry: AuditEvent, otherwise = "a user"): SentencePart => (entry.about ? theUser : otherwise);

/** "the deposit of $500.00 of Amina Otieno", as far as amount and owner are known. */
function the(noun: string, entry: AuditEvent): Sentence {
  const { amount, about } = entry;
  const sum: Sentence = amount ? [" of ", { money: amount }] : [];
  if (isOwn(entry)) return [`their ${noun}`, ...sum];
  const owner: Sentence = about ? [" of ", theUser] : [];
  return [`${amount || about ? "the" : "a"} ${noun}`, ...sum, ...owner];
}

/** A reason or a note, after the sentence. */
const because = (reason: string | undefined): Sentence => (reason === undefined ? [] : [`: “${reason}”`]);

function kycOf(details: Details): string {
  const status = textIn(details, "kycStatus");
  return status !== undefined && Object.hasOwn(kycWords, status)
    ? kycWords[status as keyof typeof kycWords].toLowerCase()
    : "unknown";
}

function roleOf(details: Details): string | undefined {
  const role = textIn(details, "role");
  return role !== undefined && Object.hasOwn(roleWords, role)
    ? roleWords[role as keyof typeof roleWords].toLowerCase()
    : role;
}

function documentOf(details: Details): string {
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

function changedFields(details: Details): string {
  const fields = details?.["fields"];
  const names = Array.isArray(fields) ? fields.map((field) => profileFields[String(field)] ?? String(field)) : [];
  return names.length === 0 ? "details" : names.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** What an adjustment did to the three figures that it can set: "balance from $1.00 to $2.00". */
function adjusted({ before, after }: AuditEvent): Sentence {
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

function settledDeposit(entry: AuditEvent): Sentence {
  if (textIn(entry.after, "status") === "failed") return ["rejected ", ...the("deposit", entry)];
  const received = textIn(entry.after, "receivedAmount");
  const other: Sentence =
    received === undefined || received === entry.amount ? [] : ["; ", { money: received }, " was received"];
  return ["approved ", ...the("deposit", entry), ...other];
}

function deletedWithdrawal(entry: AuditEvent): Sentence {
  const gaveBack = textIn(entry.before, "status") !== textIn(entry.after, "status");
  return gaveBack
    ? ["deleted ", ...the("pending withdrawal", entry), ", which gave the money back"]
    : ["took ", ...the("withdrawal", entry), " off the list"];
}

function exported(many: string): ActionWords {
  return {
    label: `Export of ${many}`,
    say: ({ after }) => [`exported ${counted(countIn(after, "rows"), many.replace(/s$/, ""), many)} to a file`],
  };
}

/** The bot's name where it was noted. */
const bot = ({ before, after }: AuditEvent): string => {
  const name = textIn(after, "name") ?? textIn(before, "name") ?? textIn(after, "bot");
  return name === undefined ? "a bot" : `the bot ${name}`;
};

/** Everything that the audit log is known to hold, in the order of the filter. */
export const auditActions: Readonly<Record<string, ActionWords>> = {
  "deposit.settle": { label: "Deposit approved or rejected", say: settledDeposit },
  "deposit.late-credit": {
    label: "Late deposit credited",
    say: (entry) => ["credited ", ...the("late deposit", entry)],
  },
  "deposit.cancel": { label: "Deposit cancelled", say: (entry) => ["cancelled ", ...the("deposit", entry)] },
  "withdrawal.confirm": {
    label: "Withdrawal confirmed",
    say: (entry) => ["confirmed that ", ...the("withdrawal", entry), " may be paid out"],
  },
  "withdrawal.settle": {
    label: "Withdrawal paid or rejected",
    say: (entry) =>
      textIn(entry.after, "status") === "rejected"
        ? ["rejected ", ...the("withdrawal", entry), ...because(textIn(entry.after, "notes"))]
        : ["paid out ", ...the("withdrawal", entry)],
  },
  "withdrawal.delete": { label: "Withdrawal deleted", say: deletedWithdrawal },
  "user.adjust": {
    label: "Account adjusted",
    say: (entry) => [
      "adjusted the account of ",
      whom(entry),
      ...adjusted(entry),
      ...because(textIn(entry.after, "reason")),
    ],
  },
  "user.set-kyc-status": {
    label: "KYC status set",
    say: (entry) => ["set the KYC status of ", whom(entry), ` from ${kycOf(entry.before)} to ${kycOf(entry.after)}`],
  },
  "user.deactivate": {
    label: "User deactivated",
    say: (entry) => ["deactivated ", whom(entry), ...because(textIn(entry.after, "reason"))],
  },
  "user.activate": { label: "User activated", say: (entry) => ["activated ", whom(entry)] },
  "user.delete": { label: "User deleted", say: () => ["deleted a user and erased their personal data"] },
  "user.end-session": { label: "Session of a user ended", say: (entry) => ["ended a session of ", whom(entry)] },
  "user.end-sessions": {
    label: "All sessions of a user ended",
    say: (entry) => [`ended ${counted(countIn(entry.before, "sessions"), "session", "all sessions")} of `, whom(entry)],
  },
  "user.change-profile": {
    label: "Own details changed",
    say: ({ after }) => [`changed their ${changedFields(after)}`],
  },
  "user.change-password": { label: "Own password changed", say: () => ["changed their password"] },
  "user.change-password-failed": {
    label: "Wrong password at its change",
    say: () => ["gave a wrong password where they wanted to change it"],
  },
  "verification.submit": {
    label: "Documents submitted",
    say: ({ after }) => [`submitted a picture of their ${documentOf(after)}`],
  },
  "verification.view": {
    label: "Document looked at",
    say: (entry) => {
      const side = textIn(entry.after, "side");
      return [`looked at the ${side === undefined ? "picture" : `${side} picture`} of a document of `, whom(entry)];
    },
  },
  "verification.review": {
    label: "Documents approved or rejected",
    say: (entry) => [
      textIn(entry.after, "status") === "rejected" ? "rejected the documents of " : "approved the documents of ",
      whom(entry),
      ...because(textIn(entry.after, "rejectionReason")),
    ],
  },
  "session.sign-in": { label: "Signed in", say: () => ["signed in"] },
  "session.sign-in-failed": {
    label: "Sign-in failed",
    say: (entry) =>
      entry.subjectId === "unknown"
        ? ["failed to sign in with an e-mail that nobody has"]
        : ["failed to sign in as ", whom(entry)],
  },
  "session.sign-in-throttled": {
    label: "Too many failed sign-ins",
    say: (entry) =>
      entry.about
        ? ["was turned away after too many wrong passwords for ", theUser]
        : ["was turned away after too many failed sign-ins"],
  },
  "session.sign-out": { label: "Signed out", say: () => ["signed out"] },
  "session.end": { label: "Own session ended", say: () => ["ended one of their own sessions"] },
  "session.end-others": {
    label: "Own other sessions ended",
    say: ({ after }) => [
      `ended ${counted(countIn(after, "endedSessions"), "other session", "other sessions")} of their own`,
    ],
  },
  "call.denied": {
    label: "Call refused",
    say: ({ subjectId }) => [`was refused a call of the back office: ${subjectId}`],
  },
  "administrator.make": {
    label: "Administrator made",
    say: (entry) => ["made ", whom(entry), ` an administrator${withRole(roleOf(entry.after))}`],
  },
  "administrator.role": {
    label: "Role changed",
    say: (entry) => [
      "changed the role of ",
      whom(entry, "an administrator"),
      ` from ${roleOf(entry.before) ?? "another"} to ${roleOf(entry.after) ?? "another"}`,
    ],
  },
  "administrator.unmake": {
    label: "Administrator unmade",
    say: (entry) => ["took the rights of an administrator from ", whom(entry)],
  },
  "administrator.password-failed": {
    label: "Wrong password for rights",
    say: () => ["gave a wrong password where rights of administrators were to be changed"],
  },
  "user.make-admin": {
    label: "First administrator made",
    say: (entry) => ["made ", whom(entry), " the first administrator"],
  },
  "settings.change": { label: "Gas fee settings changed", say: () => ["changed the gas fee settings"] },
  "bot.pause": {
    label: "Bot paused",
    say: (entry) => [`paused ${bot(entry)}`, ...because(textIn(entry.after, "reason"))],
  },
  "bot.resume": {
    label: "Bot resumed",
    say: (entry) => [`resumed ${bot(entry)}`, ...because(textIn(entry.after, "reason"))],
  },
  "books.reconcile": {
    label: "Books compared with the ledger",
    say: ({ after }) => [
      `compared every figure kept with the ledger: ${counted(countIn(after, "differences"), "difference", "differences")}`,
    ],
  },
  "users.export": exported("users"),
  "deposits.export": exported("deposits"),
  "withdrawals.export": exported("withdrawals"),
  "verifications.export": exported("verifications"),
};

function withRole(role: string | undefined): string {
  return role === undefined ? "" : ` with the role ${role}`;
}

const byAction: ReadonlyMap<string, ActionWords> = new Map(Object.entries(auditActions));

export const knownActions: readonly string[] = [...byAction.keys()];

/** What was done, in words; what has none yet is told by its code and its subject. */
export function sentenceOf(entry: AuditEvent): Sentence {
  return byAction.get(entry.action)?.say(entry) ?? [`${entry.action} (${entry.subjectType} ${entry.subjectId})`];
}

/** The first administrator is made at the first start. */
const makings: readonly string[] = ["administrator.make", "user.make-admin"];

/** Who did it: a name, or why there is none. */
export function actorNameOf({ actor, actorId, action }: AuditEvent): string {
  if (actor !== null) return `${actor.firstName} ${actor.lastName}`.trim() || actor.email;
  if (actorId !== null) return "A deleted user";
  return makings.includes(action) ? "The platform" : "Nobody signed in";
}
