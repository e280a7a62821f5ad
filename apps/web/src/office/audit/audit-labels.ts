import type { AuditEvent } from "@wazi/contracts";
import { documentNames } from "../../content/labels.ts";
import { roleLabels } from "../access/admin-access.ts";
import { kycLabels } from "../person/kyc-labels.ts";
import { controlActions } from "./control-actions.ts";
import {
  countIn,
  describeRequest,
  describeUser,
  formatKnownCount,
  textIn,
  theUser,
  withReason,
  type ActionText,
  type Details,
  type Sentence,
} from "./sentence-parts.ts";
import * as texts from "../../messages/admin-audit.ts";

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
  firstName: texts.firstName,
  lastName: texts.lastName,
  phone: texts.phoneNumber,
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
    ["totalInvested", texts.totalInvested],
    ["totalProfit", texts.runningProfit],
  ] as const;
  return figures.flatMap(([field, name]): Sentence => {
    const [from, to] = [textIn(before, field), textIn(after, field)];
    if (from === undefined || to === undefined || from === to) return [];
    return [`${texts.nameFrom({ name })} `, { money: from }, ` ${texts.to} `, { money: to }];
  });
}

function describeSettledDeposit(entry: AuditEvent): Sentence {
  if (textIn(entry.after, "status") === "failed") return [`${texts.rejected} `, ...describeRequest("deposit", entry)];
  const received = textIn(entry.after, "receivedAmount");
  const other: Sentence =
    received === undefined || received === entry.amount ? [] : ["; ", { money: received }, ` ${texts.wasReceived}`];
  return [`${texts.approved} `, ...describeRequest("deposit", entry), ...other];
}

function describeDeletedWithdrawal(entry: AuditEvent): Sentence {
  const gaveBack = textIn(entry.before, "status") !== textIn(entry.after, "status");
  return gaveBack
    ? [`${texts.deleted} `, ...describeRequest(texts.pendingWithdrawal, entry), ` ${texts.andReturnedTheMoney}`]
    : [`${texts.removed} `, ...describeRequest("withdrawal", entry), ` ${texts.fromTheList}`];
}

function exportAction(many: string): ActionText {
  return {
    label: texts.exportOfMany({ many }),
    say: ({ after }) => [
      texts.exportedCountinToAFile({ countIn: formatKnownCount(countIn(after, "rows"), many.replace(/s$/, ""), many) }),
    ],
  };
}

/** The means by which a user proved their identity. */
const formatProof = (proof: string | undefined): string =>
  proof === "password" ? texts.theirPassword : proof === "passkey" ? texts.aPasskey : texts.aCode;

/** The bot's name, if recorded. */
const formatBot = ({ before, after }: AuditEvent): string => {
  const name = textIn(after, "name") ?? textIn(before, "name") ?? textIn(after, "bot");
  return name === undefined ? texts.aBot : texts.theBotName({ name });
};

/** All known actions of the audit log, in the order of the filter. */
export const auditActions: Readonly<Record<string, ActionText>> = {
  "deposit.settle": { label: texts.depositApprovedOrRejected, say: describeSettledDeposit },
  "deposit.practice": {
    label: texts.practiceMoneyCredited,
    say: (entry) => [`${texts.credited} `, ...describeRequest(texts.practiceDeposit, entry)],
  },
  "deposit.late-credit": {
    label: texts.lateDepositCredited,
    say: (entry) => [`${texts.credited} `, ...describeRequest(texts.lateDeposit, entry)],
  },
  "deposit.payment-credit": {
    label: texts.paymentCredited,
    say: (entry) => [`${texts.creditedAPaymentAs} `, ...describeRequest("deposit", entry)],
  },
  "mpesa-report.decide": {
    label: texts.mPesaReportDecided,
    say: () => [texts.decidedOnReportMPesa],
  },
  "deposit.payment-dismiss": {
    label: texts.paymentLeftUncredited,
    say: (entry) => [`${texts.leftAPaymentUncredited} `, ...describeRequest("deposit", entry)],
  },
  "deposit.cancel": {
    label: texts.depositCancelled,
    say: (entry) => [`${texts.cancelled} `, ...describeRequest("deposit", entry)],
  },
  "withdrawal.confirm": {
    label: texts.withdrawalConfirmed,
    say: (entry) => [`${texts.confirmedThePayoutOf} `, ...describeRequest("withdrawal", entry)],
  },
  "withdrawal.settle": {
    label: texts.withdrawalPaidOrRejected,
    say: (entry) =>
      textIn(entry.after, "status") === "rejected"
        ? [`${texts.rejected} `, ...describeRequest("withdrawal", entry), ...withReason(textIn(entry.after, "notes"))]
        : [`${texts.paidOut} `, ...describeRequest("withdrawal", entry)],
  },
  "withdrawal.delete": { label: texts.withdrawalDeleted, say: describeDeletedWithdrawal },
  "user.adjust": {
    label: texts.accountAdjusted,
    say: (entry) => [
      `${texts.adjustedTheAccountOf} `,
      describeUser(entry),
      ...describeAdjustment(entry),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  ...controlActions,
  "user.set-kyc-status": {
    label: texts.kycStatusSet,
    say: (entry) => [
      `${texts.setTheKycStatusOf} `,
      describeUser(entry),
      ` ${texts.fromBeforeToAfter({ before: formatKyc(entry.before), after: formatKyc(entry.after) })}`,
    ],
  },
  "user.deactivate": {
    label: texts.userDeactivated,
    say: (entry) => [`${texts.deactivated} `, describeUser(entry), ...withReason(textIn(entry.after, "reason"))],
  },
  "user.activate": { label: texts.userActivated, say: (entry) => [`${texts.activated} `, describeUser(entry)] },
  "user.delete": { label: texts.userDeleted, say: () => [texts.deletedUserAndErasedTheir] },
  "user.end-session": {
    label: texts.sessionOfAUserEnded,
    say: (entry) => [`${texts.endedASessionOf} `, describeUser(entry)],
  },
  "user.end-sessions": {
    label: texts.allSessionsUserEnded,
    say: (entry) => [
      `${texts.endedCountinOf({ countIn: formatKnownCount(countIn(entry.before, "sessions"), "session", texts.allSessions) })} `,
      describeUser(entry),
    ],
  },
  "user.change-profile": {
    label: texts.profileChanged,
    say: ({ after }) => [texts.changedTheirListchangedfields({ listChangedFields: listChangedFields(after) })],
  },
  "user.change-password": { label: texts.passwordChanged, say: () => [texts.changedTheirPassword] },
  "user.change-password-failed": {
    label: texts.wrongPasswordOnPasswordChange,
    say: () => [texts.enteredWrongPasswordWhileChanging],
  },
  "verification.submit": {
    label: texts.documentsSubmitted,
    say: ({ after }) => [texts.submittedImageTheirAfter({ after: formatDocument(after) })],
  },
  "verification.view": {
    label: texts.documentViewed,
    say: (entry) => {
      const side = textIn(entry.after, "side");
      return [
        `${texts.viewedSideDocument({ side: side === undefined ? "image" : texts.sideImage({ side }) })} `,
        describeUser(entry),
      ];
    },
  },
  "verification.review": {
    label: texts.documentsApprovedOrRejected,
    say: (entry) => [
      textIn(entry.after, "status") === "rejected"
        ? `${texts.rejectedTheDocumentsOf} `
        : `${texts.approvedTheDocumentsOf} `,
      describeUser(entry),
      ...withReason(textIn(entry.after, "rejectionReason")),
    ],
  },
  "session.sign-in": { label: texts.signedIn, say: () => [texts.signedIn2] },
  "session.sign-in-failed": {
    label: texts.signInFailed,
    say: (entry) =>
      entry.subjectId === "unknown" ? [texts.failedToSignInWith] : [`${texts.failedToSignInAs} `, describeUser(entry)],
  },
  "session.sign-in-throttled": {
    label: texts.tooManyFailedSignIns,
    say: (entry) =>
      entry.about ? [`${texts.wasBlockedAfterTooMany} `, theUser] : [texts.wasBlockedAfterTooManyFailed],
  },
  "session.sign-out": { label: texts.signedOut, say: () => [texts.signedOut2] },
  "session.end": { label: texts.sessionEndedByTheUser, say: () => [texts.endedOneTheirOwnSessions] },
  "session.end-others": {
    label: texts.otherSessionsEndedByUser,
    say: ({ after }) => [
      texts.endedCountinOfTheirOwn({
        countIn: formatKnownCount(countIn(after, "endedSessions"), texts.otherSession, texts.otherSessions),
      }),
    ],
  },
  "session.step-up": {
    label: texts.confirmedWhoTheyAre,
    say: ({ after }) => [texts.confirmedWhoTheyWithTextin({ textIn: formatProof(textIn(after, "proof")) })],
  },
  "session.step-up-failed": {
    label: texts.confirmationFailed,
    say: ({ after }) => [texts.failedToConfirmWhoThey({ textIn: formatProof(textIn(after, "proof")) })],
  },
  "second-factor.add-authenticator": {
    label: texts.authenticatorAppAdded,
    say: () => [texts.addedAnAuthenticatorApp],
  },
  "second-factor.remove-authenticator": {
    label: texts.authenticatorAppRemoved,
    say: () => [texts.removedTheirAuthenticatorApp],
  },
  "second-factor.add-passkey": { label: texts.passkeyAdded, say: () => [texts.addedAPasskey] },
  "second-factor.remove-passkey": { label: texts.passkeyRemoved, say: () => [texts.removedAPasskey] },
  "second-factor.replace-recovery-codes": {
    label: texts.recoveryCodesReplaced,
    say: () => [texts.replacedTheirRecoveryCodes],
  },
  "second-factor.remove-all": {
    label: texts.secondFactorsRemovedByAdministrator,
    say: (entry) => [
      `${texts.removedTheSecondFactorsOf} `,
      describeUser(entry),
      ...withReason(textIn(entry.after, "detail")),
    ],
  },
  "call.denied": {
    label: texts.requestDenied,
    say: ({ subjectId }) => [texts.wasDeniedBackOfficeRequest({ subjectId })],
  },
  "administrator.make": {
    label: texts.administratorAppointed,
    say: (entry) => [
      `${texts.appointed} `,
      describeUser(entry),
      ` ${texts.asAnAdministratorWithrole({ withRole: withRole(formatRole(entry.after)) })}`,
    ],
  },
  "administrator.role": {
    label: texts.roleChanged,
    say: (entry) => [
      `${texts.changedTheRoleOf} `,
      describeUser(entry, texts.anAdministrator),
      ` ${texts.fromBeforeToAfter({ before: formatRole(entry.before) ?? "another", after: formatRole(entry.after) ?? "another" })}`,
    ],
  },
  "administrator.revoke": {
    label: texts.administratorRevoked,
    say: (entry) => [`${texts.revokedAdministratorAccessFrom} `, describeUser(entry)],
  },
  "administrator.password-failed": {
    label: texts.wrongPasswordOnAccessChange,
    say: () => [texts.enteredWrongPasswordWhileChangingAdministrator],
  },
  "user.make-admin": {
    label: texts.firstAdministratorAppointed,
    say: (entry) => [`${texts.appointed} `, describeUser(entry), ` ${texts.asTheFirstAdministrator}`],
  },
  "settings.change": { label: texts.gasFeeSettingsChanged, say: () => [texts.changedTheGasFeeSettings] },
  "bot.pause": {
    label: texts.botPaused,
    say: (entry) => [texts.pausedEntry({ entry: formatBot(entry) }), ...withReason(textIn(entry.after, "reason"))],
  },
  "user.ask-password-reset": {
    label: texts.passwordResetAskedFor,
    say: () => [texts.askedForLinkToReset],
  },
  "user.reset-password": { label: texts.passwordReset, say: () => [texts.setNewPasswordWithLink] },
  "user.verify-email": { label: texts.eMailConfirmed, say: () => [texts.confirmedTheEMailAddress] },
  "user.ask-email-change": { label: texts.eMailChangeAskedFor, say: () => [texts.askedToChangeEMail] },
  "user.change-email": { label: texts.eMailChanged, say: () => [texts.changedTheEMailAddress] },
  "user.cancel-email-change": {
    label: texts.eMailChangeForgotten,
    say: () => [texts.tookBackChangeEMail],
  },
  "user.change-email-failed": {
    label: texts.eMailChangeFailed,
    say: () => [texts.enteredWrongPasswordToChange],
  },
  "user.freeze": { label: texts.accountFrozen, say: () => [texts.frozeAccountWithLinkFrom] },
  "user.unfreeze": { label: texts.freezeEnded, say: () => [texts.endedFreezeAccount] },
  "user.delete-own-account": {
    label: texts.ownAccountDeleted,
    say: () => [texts.deletedTheirOwnAccountAnd],
  },
  "user.delete-failed": { label: texts.deletionFailed, say: () => [texts.enteredWrongPasswordToDelete] },
  "administrator.reset-password": {
    label: texts.passwordResetOnTheServer,
    say: () => [texts.gotNewPasswordByNpm],
  },
  "mail.resend": {
    label: texts.mailSentAgain,
    say: (entry) => [texts.sentAMailAgainTextin({ textIn: textIn(entry.after, "template") ?? "" })],
  },
  "bot.resume": {
    label: texts.botResumed,
    say: (entry) => [texts.resumedEntry({ entry: formatBot(entry) }), ...withReason(textIn(entry.after, "reason"))],
  },
  "books.reconcile": {
    label: texts.booksCheckedAgainstTheLedger,
    say: ({ after }) => [
      texts.checkedBooksAgainstLedgerCountin({
        countIn: formatKnownCount(countIn(after, "differences"), "difference", "differences"),
      }),
    ],
  },
  "users.export": exportAction("users"),
  "deposits.export": exportAction("deposits"),
  "withdrawals.export": exportAction("withdrawals"),
  "verifications.export": exportAction("verifications"),
};

function withRole(role: string | undefined): string {
  return role === undefined ? "" : ` ${texts.withTheRoleRole({ role })}`;
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
  if (actorId !== null) return texts.deletedUser;
  return systemActions.includes(action) ? texts.system : texts.notSignedIn;
}
