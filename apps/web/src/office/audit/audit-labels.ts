import type { AuditEvent } from "@wazi/contracts";
import { documentNames } from "../../content/labels.ts";
import { roleLabels } from "../access/admin-access.ts";
import { kycLabels } from "../person/kyc-labels.ts";
import { controlActions } from "./control-actions.ts";
import {
  compose,
  countIn,
  describeRequest,
  describeUser,
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
    return compose(({ from, to }) => texts.adjustedFigure({ name, from, to }), {
      from: { money: from },
      to: { money: to },
    });
  });
}

function describeSettledDeposit(entry: AuditEvent): Sentence {
  if (textIn(entry.after, "status") === "failed")
    return compose(texts.requestRejectedText, { request: describeRequest(texts.nounDeposit, entry) });
  const received = textIn(entry.after, "receivedAmount");
  const request = describeRequest(texts.nounDeposit, entry);
  return received === undefined || received === entry.amount
    ? compose(texts.depositApprovedText, { request })
    : compose(texts.depositApprovedOtherText, { request, received: { money: received } });
}

function describeDeletedWithdrawal(entry: AuditEvent): Sentence {
  const gaveBack = textIn(entry.before, "status") !== textIn(entry.after, "status");
  return gaveBack
    ? compose(texts.withdrawalDeletedText, { request: describeRequest(texts.nounPendingWithdrawal, entry) })
    : compose(texts.withdrawalHiddenText, { request: describeRequest(texts.nounWithdrawal, entry) });
}

type Exported = "users" | "deposits" | "withdrawals" | "verifications";

function exportAction(noun: Exported): ActionText {
  return {
    label: texts.exportLabel({ noun }),
    say: ({ after }) => {
      const count = countIn(after, "rows");
      return [count === undefined ? texts.exportUncountedText({ noun }) : texts.exportText({ noun, count })];
    },
  };
}

/** The means by which a user proved their identity. */
const formatProof = (proof: string | undefined): string =>
  proof === "password" ? texts.theirPassword : proof === "passkey" ? texts.aPasskey : texts.aCode;

/** The bot's name, if recorded. */
const formatBot = ({ before, after }: AuditEvent): string => {
  const name = textIn(after, "name") ?? textIn(before, "name") ?? textIn(after, "bot");
  return name === undefined ? texts.aBot : texts.botNamed({ name });
};

/** All known actions of the audit log, in the order of the filter. */
export const auditActions: Readonly<Record<string, ActionText>> = {
  "deposit.settle": { label: texts.depositSettleLabel, say: describeSettledDeposit },
  "deposit.practice": {
    label: texts.depositPracticeLabel,
    say: (entry) => compose(texts.requestCreditedText, { request: describeRequest(texts.nounPracticeDeposit, entry) }),
  },
  "deposit.late-credit": {
    label: texts.depositLateCreditLabel,
    say: (entry) => compose(texts.requestCreditedText, { request: describeRequest(texts.nounLateDeposit, entry) }),
  },
  "deposit.payment-credit": {
    label: texts.depositPaymentCreditLabel,
    say: (entry) => compose(texts.depositPaymentCreditText, { request: describeRequest(texts.nounDeposit, entry) }),
  },
  "mpesa-report.decide": {
    label: texts.mpesaReportDecideLabel,
    say: () => [texts.mpesaReportDecideText],
  },
  "deposit.payment-dismiss": {
    label: texts.depositPaymentDismissLabel,
    say: (entry) => compose(texts.depositPaymentDismissText, { request: describeRequest(texts.nounDeposit, entry) }),
  },
  "deposit.cancel": {
    label: texts.depositCancelLabel,
    say: (entry) => compose(texts.requestCancelledText, { request: describeRequest(texts.nounDeposit, entry) }),
  },
  "withdrawal.confirm": {
    label: texts.withdrawalConfirmLabel,
    say: (entry) => compose(texts.payoutConfirmedText, { request: describeRequest(texts.nounWithdrawal, entry) }),
  },
  "withdrawal.settle": {
    label: texts.withdrawalSettleLabel,
    say: (entry) =>
      textIn(entry.after, "status") === "rejected"
        ? [
            ...compose(texts.requestRejectedText, { request: describeRequest(texts.nounWithdrawal, entry) }),
            ...withReason(textIn(entry.after, "notes")),
          ]
        : compose(texts.withdrawalPaidText, { request: describeRequest(texts.nounWithdrawal, entry) }),
  },
  "withdrawal.delete": { label: texts.withdrawalDeleteLabel, say: describeDeletedWithdrawal },
  "user.adjust": {
    label: texts.userAdjustLabel,
    say: (entry) => [
      ...compose(texts.userAdjustText, { user: describeUser(entry) }),
      ...describeAdjustment(entry),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  ...controlActions,
  "user.set-kyc-status": {
    label: texts.userSetKycStatusLabel,
    say: (entry) =>
      compose(
        ({ user }) =>
          texts.userSetKycStatusText({ user, before: formatKyc(entry.before), after: formatKyc(entry.after) }),
        { user: describeUser(entry) },
      ),
  },
  "user.deactivate": {
    label: texts.userDeactivateLabel,
    say: (entry) => [
      ...compose(texts.userDeactivateText, { user: describeUser(entry) }),
      ...withReason(textIn(entry.after, "reason")),
    ],
  },
  "user.activate": {
    label: texts.userActivateLabel,
    say: (entry) => compose(texts.userActivateText, { user: describeUser(entry) }),
  },
  "user.delete": { label: texts.userDeleteLabel, say: () => [texts.userDeleteText] },
  "user.end-session": {
    label: texts.userEndSessionLabel,
    say: (entry) => compose(texts.userEndSessionText, { user: describeUser(entry) }),
  },
  "user.end-sessions": {
    label: texts.userEndSessionsLabel,
    say: (entry) => {
      const count = countIn(entry.before, "sessions");
      return compose(
        ({ user }) =>
          count === undefined
            ? texts.userEndSessionsUncountedText({ user })
            : texts.userEndSessionsText({ user, count }),
        { user: describeUser(entry) },
      );
    },
  },
  "user.change-profile": {
    label: texts.userChangeProfileLabel,
    say: ({ after }) => [texts.userChangeProfileText({ listChangedFields: listChangedFields(after) })],
  },
  "user.change-password": { label: texts.userChangePasswordLabel, say: () => [texts.userChangePasswordText] },
  "user.change-password-failed": {
    label: texts.userChangePasswordFailedLabel,
    say: () => [texts.userChangePasswordFailedText],
  },
  "verification.submit": {
    label: texts.verificationSubmitLabel,
    say: ({ after }) => [texts.verificationSubmitText({ after: formatDocument(after) })],
  },
  "verification.view": {
    label: texts.verificationViewLabel,
    say: (entry) => {
      const side = textIn(entry.after, "side");
      return compose(
        ({ user }) =>
          side === undefined ? texts.verificationViewText({ user }) : texts.verificationViewSideText({ user, side }),
        { user: describeUser(entry) },
      );
    },
  },
  "verification.review": {
    label: texts.verificationReviewLabel,
    say: (entry) => [
      ...compose(
        textIn(entry.after, "status") === "rejected" ? texts.verificationRejectedText : texts.verificationApprovedText,
        { user: describeUser(entry) },
      ),
      ...withReason(textIn(entry.after, "rejectionReason")),
    ],
  },
  "session.sign-in": { label: texts.sessionSignInLabel, say: () => [texts.sessionSignInText] },
  "session.sign-in-failed": {
    label: texts.sessionSignInFailedLabel,
    say: (entry) =>
      entry.subjectId === "unknown"
        ? [texts.signInFailedUnknownText]
        : compose(texts.signInFailedText, { user: describeUser(entry) }),
  },
  "session.sign-in-throttled": {
    label: texts.sessionSignInThrottledLabel,
    say: (entry) =>
      entry.about ? compose(texts.signInBlockedPasswordsText, { user: theUser }) : [texts.signInBlockedText],
  },
  "session.sign-out": { label: texts.sessionSignOutLabel, say: () => [texts.sessionSignOutText] },
  "session.end": { label: texts.sessionEndLabel, say: () => [texts.sessionEndText] },
  "session.end-others": {
    label: texts.sessionEndOthersLabel,
    say: ({ after }) => {
      const count = countIn(after, "endedSessions");
      return [count === undefined ? texts.sessionEndOthersUncountedText : texts.sessionEndOthersText({ count })];
    },
  },
  "session.step-up": {
    label: texts.sessionStepUpLabel,
    say: ({ after }) => [texts.sessionStepUpText({ textIn: formatProof(textIn(after, "proof")) })],
  },
  "session.step-up-failed": {
    label: texts.sessionStepUpFailedLabel,
    say: ({ after }) => [texts.sessionStepUpFailedText({ textIn: formatProof(textIn(after, "proof")) })],
  },
  "second-factor.add-authenticator": {
    label: texts.secondFactorAddAuthenticatorLabel,
    say: () => [texts.secondFactorAddAuthenticatorText],
  },
  "second-factor.remove-authenticator": {
    label: texts.secondFactorRemoveAuthenticatorLabel,
    say: () => [texts.secondFactorRemoveAuthenticatorText],
  },
  "second-factor.add-passkey": {
    label: texts.secondFactorAddPasskeyLabel,
    say: () => [texts.secondFactorAddPasskeyText],
  },
  "second-factor.remove-passkey": {
    label: texts.secondFactorRemovePasskeyLabel,
    say: () => [texts.secondFactorRemovePasskeyText],
  },
  "second-factor.replace-recovery-codes": {
    label: texts.secondFactorReplaceRecoveryCodesLabel,
    say: () => [texts.secondFactorReplaceRecoveryCodesText],
  },
  "second-factor.remove-all": {
    label: texts.secondFactorRemoveAllLabel,
    say: (entry) => [
      ...compose(texts.secondFactorRemoveAllText, { user: describeUser(entry) }),
      ...withReason(textIn(entry.after, "detail")),
    ],
  },
  "call.denied": {
    label: texts.callDeniedLabel,
    say: ({ subjectId }) => [texts.callDeniedText({ subjectId })],
  },
  "administrator.make": {
    label: texts.administratorMakeLabel,
    say: (entry) => {
      const role = formatRole(entry.after);
      return compose(
        ({ user }) =>
          role === undefined ? texts.administratorMakeText({ user }) : texts.administratorMakeRoleText({ user, role }),
        { user: describeUser(entry) },
      );
    },
  },
  "administrator.role": {
    label: texts.administratorRoleLabel,
    say: (entry) =>
      compose(
        ({ user }) =>
          texts.administratorRoleText({
            user,
            before: formatRole(entry.before) ?? "another",
            after: formatRole(entry.after) ?? "another",
          }),
        { user: describeUser(entry, texts.administratorRoleUnknown) },
      ),
  },
  "administrator.revoke": {
    label: texts.administratorRevokeLabel,
    say: (entry) => compose(texts.administratorRevokeText, { user: describeUser(entry) }),
  },
  "administrator.password-failed": {
    label: texts.administratorPasswordFailedLabel,
    say: () => [texts.administratorPasswordFailedText],
  },
  "user.make-admin": {
    label: texts.userMakeAdminLabel,
    say: (entry) => compose(texts.userMakeAdminText, { user: describeUser(entry) }),
  },
  "settings.change": { label: texts.settingsChangeLabel, say: () => [texts.settingsChangeText] },
  "bot.pause": {
    label: texts.botPauseLabel,
    say: (entry) => [texts.botPauseText({ entry: formatBot(entry) }), ...withReason(textIn(entry.after, "reason"))],
  },
  "user.ask-password-reset": {
    label: texts.userAskPasswordResetLabel,
    say: () => [texts.userAskPasswordResetText],
  },
  "user.reset-password": { label: texts.userResetPasswordLabel, say: () => [texts.userResetPasswordText] },
  "user.verify-email": { label: texts.userVerifyEmailLabel, say: () => [texts.userVerifyEmailText] },
  "user.ask-email-change": { label: texts.userAskEmailChangeLabel, say: () => [texts.userAskEmailChangeText] },
  "user.change-email": { label: texts.userChangeEmailLabel, say: () => [texts.userChangeEmailText] },
  "user.cancel-email-change": {
    label: texts.userCancelEmailChangeLabel,
    say: () => [texts.userCancelEmailChangeText],
  },
  "user.change-email-failed": {
    label: texts.userChangeEmailFailedLabel,
    say: () => [texts.userChangeEmailFailedText],
  },
  "user.freeze": { label: texts.userFreezeLabel, say: () => [texts.userFreezeText] },
  "user.unfreeze": { label: texts.userUnfreezeLabel, say: () => [texts.userUnfreezeText] },
  "user.delete-own-account": {
    label: texts.userDeleteOwnAccountLabel,
    say: () => [texts.userDeleteOwnAccountText],
  },
  "user.delete-failed": { label: texts.userDeleteFailedLabel, say: () => [texts.userDeleteFailedText] },
  "administrator.reset-password": {
    label: texts.administratorResetPasswordLabel,
    say: () => [texts.administratorResetPasswordText],
  },
  "mail.resend": {
    label: texts.mailResendLabel,
    say: (entry) => [texts.mailResendText({ textIn: textIn(entry.after, "template") ?? "" })],
  },
  "bot.resume": {
    label: texts.botResumeLabel,
    say: (entry) => [texts.botResumeText({ entry: formatBot(entry) }), ...withReason(textIn(entry.after, "reason"))],
  },
  "books.reconcile": {
    label: texts.booksReconcileLabel,
    say: ({ after }) => {
      const count = countIn(after, "differences");
      return [count === undefined ? texts.booksReconcileUncountedText : texts.booksReconcileText({ count })];
    },
  },
  "users.export": exportAction("users"),
  "deposits.export": exportAction("deposits"),
  "withdrawals.export": exportAction("withdrawals"),
  "verifications.export": exportAction("verifications"),
};

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
  return systemActions.includes(action) ? texts.system : texts.actorSignedOut;
}
