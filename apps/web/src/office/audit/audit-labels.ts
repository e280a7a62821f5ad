import { type AuditEvent, adminRoles } from "@wazi/contracts";
import { controlActions } from "./control-actions.ts";
import {
  compose,
  composeWithReason,
  countIn,
  describeRequest,
  describeUser,
  textIn,
  theUser,
  type ActionText,
  type Details,
  type Sentence,
} from "./sentence-parts.ts";
import * as texts from "../../messages/admin-audit.ts";

const kycOf = (details: Details): string => textIn(details, "kycStatus") ?? "unknown";

/** The role if it is known; else "another". */
function roleOf(details: Details): string {
  const role = textIn(details, "role");
  return adminRoles.find((each) => each === role) ?? "another";
}

const profileFields: Readonly<Record<string, string>> = {
  firstName: texts.firstName,
  lastName: texts.lastName,
  phone: texts.phoneNumber,
};

const conjunction = new Intl.ListFormat("en-GB", { type: "conjunction" });

function listChangedFields(details: Details): string {
  const fields = details?.["fields"];
  const names = Array.isArray(fields) ? fields.map((field) => profileFields[String(field)] ?? String(field)) : [];
  return names.length === 0 ? texts.profileDetails : conjunction.format(names);
}

/** The figures that an adjustment changed: "balance from $1.00 to $2.00; running profit from $0.00 to $5.00". */
function listAdjusted({ before, after }: AuditEvent): Sentence {
  const figures = [
    ["balance", texts.adjustedBalance],
    ["totalInvested", texts.adjustedInvested],
    ["totalProfit", texts.adjustedProfit],
  ] as const;
  const changes = figures.flatMap(([field, message]): Sentence[] => {
    const [from, to] = [textIn(before, field), textIn(after, field)];
    if (from === undefined || to === undefined || from === to) return [];
    return [compose(message, { from: { money: from }, to: { money: to } })];
  });
  return changes.flatMap((change, index): Sentence => (index === 0 ? change : ["; ", ...change]));
}

function describeAdjustment(entry: AuditEvent): Sentence {
  const reason = textIn(entry.after, "reason");
  const [user, figures] = [describeUser(entry), listAdjusted(entry)];
  return figures.length === 0
    ? composeWithReason(texts.userAdjustText, { user }, reason)
    : composeWithReason(texts.userAdjustFiguresText, { user, figures }, reason);
}

function describeSettledDeposit(entry: AuditEvent): Sentence {
  if (textIn(entry.after, "status") === "failed")
    return compose(texts.depositRejectedText, { request: describeRequest("deposit", entry) });
  const received = textIn(entry.after, "receivedAmount");
  const request = describeRequest("deposit", entry);
  return received === undefined || received === entry.amount
    ? compose(texts.depositApprovedText, { request })
    : compose(texts.depositApprovedOtherText, { request, received: { money: received } });
}

function describeDeletedWithdrawal(entry: AuditEvent): Sentence {
  const gaveBack = textIn(entry.before, "status") !== textIn(entry.after, "status");
  return gaveBack
    ? compose(texts.withdrawalDeletedText, { request: describeRequest("pendingWithdrawal", entry) })
    : compose(texts.withdrawalHiddenText, { request: describeRequest("withdrawal", entry) });
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

/** A sentence about a bot, by name if it is recorded. */
function sayBot(
  message: (parts: { hasName: string; name: string; hasReason: string; reason: string }) => string,
  { before, after }: AuditEvent,
): Sentence {
  const name = textIn(after, "name") ?? textIn(before, "name") ?? textIn(after, "bot");
  const hasName = name === undefined ? "no" : "yes";
  return composeWithReason((places) => message({ ...places, hasName }), { name: name ?? "" }, textIn(after, "reason"));
}

/** All known actions of the audit log, in the order of the filter. */
export const auditActions: Readonly<Record<string, ActionText>> = {
  "deposit.settle": { label: texts.depositSettleLabel, say: describeSettledDeposit },
  "deposit.practice": {
    label: texts.depositPracticeLabel,
    say: (entry) => compose(texts.requestCreditedText, { request: describeRequest("practiceDeposit", entry) }),
  },
  "deposit.late-credit": {
    label: texts.depositLateCreditLabel,
    say: (entry) => compose(texts.requestCreditedText, { request: describeRequest("lateDeposit", entry) }),
  },
  "deposit.payment-credit": {
    label: texts.depositPaymentCreditLabel,
    say: (entry) => compose(texts.depositPaymentCreditText, { request: describeRequest("deposit", entry) }),
  },
  "mpesa-report.decide": {
    label: texts.mpesaReportDecideLabel,
    say: () => [texts.mpesaReportDecideText],
  },
  "deposit.payment-dismiss": {
    label: texts.depositPaymentDismissLabel,
    say: (entry) => compose(texts.depositPaymentDismissText, { request: describeRequest("deposit", entry) }),
  },
  "deposit.cancel": {
    label: texts.depositCancelLabel,
    say: (entry) => compose(texts.requestCancelledText, { request: describeRequest("deposit", entry) }),
  },
  "withdrawal.confirm": {
    label: texts.withdrawalConfirmLabel,
    say: (entry) => compose(texts.payoutConfirmedText, { request: describeRequest("withdrawal", entry) }),
  },
  "withdrawal.settle": {
    label: texts.withdrawalSettleLabel,
    say: (entry) =>
      textIn(entry.after, "status") === "rejected"
        ? composeWithReason(
            texts.withdrawalRejectedText,
            { request: describeRequest("withdrawal", entry) },
            textIn(entry.after, "notes"),
          )
        : compose(texts.withdrawalPaidText, { request: describeRequest("withdrawal", entry) }),
  },
  "withdrawal.delete": { label: texts.withdrawalDeleteLabel, say: describeDeletedWithdrawal },
  "user.adjust": {
    label: texts.userAdjustLabel,
    say: describeAdjustment,
  },
  ...controlActions,
  "user.set-kyc-status": {
    label: texts.userSetKycStatusLabel,
    say: (entry) =>
      compose(
        ({ user }) => texts.userSetKycStatusText({ user, before: kycOf(entry.before), after: kycOf(entry.after) }),
        { user: describeUser(entry) },
      ),
  },
  "user.deactivate": {
    label: texts.userDeactivateLabel,
    say: (entry) =>
      composeWithReason(texts.userDeactivateText, { user: describeUser(entry) }, textIn(entry.after, "reason")),
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
    say: ({ after }) => [texts.verificationSubmitText({ document: textIn(after, "documentType") ?? "" })],
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
    say: (entry) =>
      textIn(entry.after, "status") === "rejected"
        ? composeWithReason(
            texts.verificationRejectedText,
            { user: describeUser(entry) },
            textIn(entry.after, "rejectionReason"),
          )
        : compose(texts.verificationApprovedText, { user: describeUser(entry) }),
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
    say: ({ after }) => [texts.sessionStepUpText({ proof: textIn(after, "proof") ?? "" })],
  },
  "session.step-up-failed": {
    label: texts.sessionStepUpFailedLabel,
    say: ({ after }) => [texts.sessionStepUpFailedText({ proof: textIn(after, "proof") ?? "" })],
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
    say: (entry) =>
      composeWithReason(texts.secondFactorRemoveAllText, { user: describeUser(entry) }, textIn(entry.after, "detail")),
  },
  "call.denied": {
    label: texts.callDeniedLabel,
    say: ({ subjectId }) => [texts.callDeniedText({ subjectId })],
  },
  "administrator.make": {
    label: texts.administratorMakeLabel,
    say: (entry) => {
      const role = roleOf(entry.after);
      return compose(
        ({ user }) =>
          role === "another" ? texts.administratorMakeText({ user }) : texts.administratorMakeRoleText({ user, role }),
        { user: describeUser(entry) },
      );
    },
  },
  "administrator.ask": {
    label: texts.administratorAskLabel,
    say: (entry) => compose(texts.administratorAskText, { user: describeUser(entry) }),
  },
  "administrator.decline": {
    label: texts.administratorDeclineLabel,
    say: (entry) => compose(texts.administratorDeclineText, { user: describeUser(entry) }),
  },
  "administrator.agree": {
    label: texts.administratorAgreeLabel,
    say: (entry) => compose(texts.administratorAgreeText, { user: describeUser(entry) }),
  },
  "administrator.role": {
    label: texts.administratorRoleLabel,
    say: (entry) =>
      compose(
        ({ user }) =>
          texts.administratorRoleText({
            user,
            before: roleOf(entry.before),
            after: roleOf(entry.after),
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
    say: (entry) => sayBot(texts.botPauseText, entry),
  },
  "user.ask-password-reset": {
    label: texts.userAskPasswordResetLabel,
    say: () => [texts.userAskPasswordResetText],
  },
  "user.reset-password": { label: texts.userResetPasswordLabel, say: () => [texts.userResetPasswordText] },
  "user.verify-email": { label: texts.userVerifyEmailLabel, say: () => [texts.userVerifyEmailText] },
  "user.ask-email-change": { label: texts.userAskEmailChangeLabel, say: () => [texts.userAskEmailChangeText] },
  "user.change-email": { label: texts.userChangeEmailLabel, say: () => [texts.userChangeEmailText] },
  "user.confirm-email": { label: texts.userConfirmEmailLabel, say: () => [texts.userConfirmEmailText] },
  "user.agree-email-change": {
    label: texts.userAgreeEmailChangeLabel,
    say: () => [texts.userAgreeEmailChangeText],
  },
  "user.undo-email-change": { label: texts.userUndoEmailChangeLabel, say: () => [texts.userUndoEmailChangeText] },
  "user.cancel-email-change": {
    label: texts.userCancelEmailChangeLabel,
    say: () => [texts.userCancelEmailChangeText],
  },
  "user.change-email-failed": {
    label: texts.userChangeEmailFailedLabel,
    say: () => [texts.userChangeEmailFailedText],
  },
  "user.freeze": { label: texts.userFreezeLabel, say: () => [texts.userFreezeText] },
  "user.end-own-freeze": { label: texts.userEndOwnFreezeLabel, say: () => [texts.userEndOwnFreezeText] },
  "user.freeze-account": {
    label: texts.userFreezeAccountLabel,
    say: (entry) =>
      composeWithReason(texts.userFreezeAccountText, { user: describeUser(entry) }, textIn(entry.after, "reason")),
  },
  "user.freeze-longer": {
    label: texts.userFreezeLongerLabel,
    say: (entry) =>
      composeWithReason(texts.userFreezeLongerText, { user: describeUser(entry) }, textIn(entry.after, "reason")),
  },
  "user.unfreeze": { label: texts.userUnfreezeLabel, say: () => [texts.userUnfreezeText] },
  "user.interest-on": { label: texts.userInterestOnLabel, say: () => [texts.userInterestOnText] },
  "user.interest-off": { label: texts.userInterestOffLabel, say: () => [texts.userInterestOffText] },
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
    say: (entry) => sayBot(texts.botResumeText, entry),
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
