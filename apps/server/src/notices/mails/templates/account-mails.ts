import { linkTo, formatMailTime, type MailContent, type MailContext } from "../mail-content.ts";
import type { MailData } from "../../../record/api.ts";
import * as texts from "../../messages/mails.ts";

/** The address of a link whose row is in `account_links`. */
function addressOf(
  context: MailContext,
  purpose: "verify-email" | "reset-password" | "change-email" | "agree-email" | "undo-email",
  id: string,
): string {
  const path = {
    "verify-email": "/verify-email",
    "reset-password": "/reset-password",
    "change-email": "/change-email",
    "agree-email": "/change-email",
    "undo-email": "/undo-email",
  };
  return linkTo(context, path[purpose], context.links.sign(purpose, { id, issuedAt: context.now }));
}

const whereFacts = ({ at, address }: { at: string; address: string | null }): [string, string][] => [
  [texts.factWhen, formatMailTime(at)],
  ...(address === null ? [] : ([[texts.factAddress, address]] as [string, string][])),
];

export function writeWelcome(data: MailData["welcome"], context: MailContext): MailContent {
  return {
    subject: texts.welcomeSubject,
    title: texts.welcomeTitle,
    paragraphs: [texts.welcomeTextFirst, texts.welcomeTextSecond],
    button: { label: texts.welcomeButton, address: addressOf(context, "verify-email", data.link) },
    notes: [texts.welcomeNoteFirst, texts.welcomeNoteSecond, texts.welcomeNoteThird],
  };
}

export function writeVerifyEmail(data: MailData["verify-email"], context: MailContext): MailContent {
  return {
    subject: texts.verifyEmailSubject,
    title: texts.verifyEmailSubject,
    paragraphs: [texts.verifyEmailText],
    button: { label: texts.verifyEmailButton, address: addressOf(context, "verify-email", data.link) },
    notes: [texts.verifyEmailNote],
  };
}

export function writeResetPassword(data: MailData["reset-password"], context: MailContext): MailContent {
  return {
    subject: texts.resetPasswordSubject,
    title: texts.resetPasswordSubject,
    paragraphs: [texts.resetPasswordText],
    facts: whereFacts(data),
    button: { label: texts.resetPasswordButton, address: addressOf(context, "reset-password", data.link) },
    notes: [texts.resetPasswordNoteFirst, texts.resetPasswordNoteSecond, texts.resetPasswordNoteThird],
    isSecurity: true,
  };
}

export function writeEmailChangeRequested(data: MailData["email-change-requested"], context: MailContext): MailContent {
  const { newEmail, link, dueAt } = data;
  const time = dueAt === undefined ? null : formatMailTime(dueAt);
  const label = texts.emailChangeRequestedButton;
  return {
    subject: texts.emailChangeRequestedSubject,
    title: texts.emailChangeRequestedSubject,
    paragraphs: [
      texts.emailChangeRequestedText,
      time === null ? texts.emailChangeRequestedProven : texts.emailChangeRequestedWaits({ time }),
    ],
    facts: [[texts.factNewAddress, newEmail], ...whereFacts(data)],
    ...(time === null || link === undefined
      ? {}
      : { button: { label, address: addressOf(context, "agree-email", link) } }),
    ...(link === undefined ? { isSecurity: true } : { undoAddress: addressOf(context, "undo-email", link) }),
  };
}

export function writeEmailChangeConfirm(data: MailData["email-change-confirm"], context: MailContext): MailContent {
  return {
    subject: texts.emailChangeConfirmSubject,
    title: texts.emailChangeConfirmSubject,
    paragraphs: [texts.emailChangeConfirmText],
    button: { label: texts.emailChangeConfirmButton, address: addressOf(context, "change-email", data.link) },
    notes: [texts.emailChangeConfirmNoteFirst, texts.emailChangeConfirmNoteSecond],
  };
}

const bothAddresses = (data: MailData["email-changed"]): [string, string][] => [
  [texts.factOldAddress, data.oldEmail],
  [texts.factNewAddress, data.newEmail],
  ...whereFacts(data),
];

export function writeEmailChanged(data: MailData["email-changed"], context: MailContext): MailContent {
  const { link } = data;
  return {
    subject: texts.emailChangedSubject,
    title: texts.emailChangedSubject,
    paragraphs: [texts.emailChangedText],
    facts: bothAddresses(data),
    ...(link === undefined ? { isSecurity: true } : { undoAddress: addressOf(context, "undo-email", link) }),
  };
}

export function writeEmailChangeUndone(data: MailData["email-change-undone"]): MailContent {
  return {
    subject: texts.emailChangeUndoneSubject,
    title: texts.emailChangeUndoneSubject,
    paragraphs: [texts.emailChangeUndoneTextFirst, texts.emailChangeUndoneTextSecond],
    facts: bothAddresses(data),
  };
}

export function writeAccountDeactivated(
  { reason }: MailData["account-deactivated"],
  context: MailContext,
): MailContent {
  return {
    subject: texts.accountDeactivatedSubject,
    title: texts.accountDeactivatedSubject,
    paragraphs: [texts.accountDeactivatedTextFirst, texts.accountDeactivatedTextSecond],
    facts: [[texts.factReason, reason]],
    button: { label: texts.accountDeactivatedButton, address: `${context.origin}/signin` },
  };
}

export function writeFrozenByAdministrator(
  { reason, until }: MailData["frozen-by-administrator"],
  context: MailContext,
): MailContent {
  return {
    subject: texts.accountFrozenSubject,
    title: texts.accountFrozenSubject,
    paragraphs: [texts.frozenByAdministratorTextFirst, texts.frozenByAdministratorTextSecond],
    facts: [
      [texts.factReason, reason],
      [texts.factUntil, formatMailTime(until)],
    ],
    button: { label: texts.accountDeactivatedButton, address: `${context.origin}/profile` },
  };
}

export function writeAppointment(
  { state, name, role, askedBy, confirmedBy, at }: MailData["administrator-appointment"],
  context: MailContext,
): MailContent {
  const subject = state === "asked" ? texts.appointmentAskedSubject : texts.appointmentDoneSubject;
  return {
    subject,
    title: subject,
    paragraphs: [state === "asked" ? texts.appointmentAskedText : texts.appointmentDoneText],
    facts: [
      [texts.factAdministrator, name],
      [texts.factRole, role],
      [texts.factAskedBy, askedBy ?? texts.appointmentByMachine],
      ...(confirmedBy === null ? [] : ([[texts.factConfirmedBy, confirmedBy]] as const)),
      [texts.factWhen, formatMailTime(at)],
    ],
    button: { label: texts.appointmentButton, address: `${context.origin}/admin/administrators` },
    isSecurity: true,
  };
}

export function writeAccountActivated(_data: MailData["account-activated"], context: MailContext): MailContent {
  return {
    subject: texts.accountActivatedSubject,
    title: texts.accountActivatedSubject,
    paragraphs: [texts.accountActivatedText],
    button: { label: texts.accountActivatedButton, address: `${context.origin}/signin` },
  };
}
