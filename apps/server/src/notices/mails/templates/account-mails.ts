import { linkTo, formatMailTime, type MailContent, type MailContext } from "../mail-content.ts";
import type { MailData } from "../../../record/api.ts";

/** The address of a link whose row is in `account_links`. */
function addressOf(
  context: MailContext,
  purpose: "verify-email" | "reset-password" | "change-email",
  id: string,
): string {
  const path = {
    "verify-email": "/verify-email",
    "reset-password": "/reset-password",
    "change-email": "/change-email",
  };
  return linkTo(context, path[purpose], context.links.sign(purpose, { id, issuedAt: context.now }));
}

const whereFacts = ({ at, address }: { at: string; address: string | null }): [string, string][] => [
  ["When", formatMailTime(at)],
  ...(address === null ? [] : ([["Network address", address]] as [string, string][])),
];

export function writeWelcome(data: MailData["welcome"], context: MailContext): MailContent {
  return {
    subject: "Welcome to Wazi: please confirm your e-mail address",
    title: "Welcome to Wazi",
    paragraphs: [
      "Your account is ready. You can sign in, look around and start when you want to.",
      "Please confirm that this is your e-mail address. We send you a mail when something happens to your money or your account.",
    ],
    button: { label: "Confirm e-mail address", address: addressOf(context, "verify-email", data.link) },
    notes: [
      "The link works once, for 7 days. You can ask for another one on your profile page.",
      "Trading can lose money. Put in only what you can do without.",
      "Did you not sign up? Then someone entered your address by mistake. Do not confirm it.",
    ],
  };
}

export function writeVerifyEmail(data: MailData["verify-email"], context: MailContext): MailContent {
  return {
    subject: "Confirm your e-mail address",
    title: "Confirm your e-mail address",
    paragraphs: ["You asked for a new link to confirm this address."],
    button: { label: "Confirm e-mail address", address: addressOf(context, "verify-email", data.link) },
    notes: ["The link works once, for 7 days."],
  };
}

export function writeResetPassword(data: MailData["reset-password"], context: MailContext): MailContent {
  return {
    subject: "Reset your password",
    title: "Reset your password",
    paragraphs: [
      "Someone asked to reset the password of your account. If it was you, choose a new password with this link.",
    ],
    facts: whereFacts(data),
    button: { label: "Choose a new password", address: addressOf(context, "reset-password", data.link) },
    notes: [
      "The link works once, for 30 minutes.",
      "The new password ends all your sessions. Withdrawals wait 24 hours. You still need your second factor, if you have one.",
      "If it was not you, you can ignore this mail. Your password stays as it is.",
    ],
    isSecurity: true,
  };
}

export function writeEmailChangeRequested(data: MailData["email-change-requested"]): MailContent {
  return {
    subject: "Your e-mail address is about to change",
    title: "Your e-mail address is about to change",
    paragraphs: [
      "Someone who is signed in to your account asked to change its e-mail address. It changes when the new address is confirmed.",
    ],
    facts: [["New address", data.newEmail], ...whereFacts(data)],
    isSecurity: true,
  };
}

export function writeEmailChangeConfirm(data: MailData["email-change-confirm"], context: MailContext): MailContent {
  return {
    subject: "Confirm your new e-mail address",
    title: "Confirm your new e-mail address",
    paragraphs: ["You asked to use this address for your Wazi account. Confirm it to finish the change."],
    button: { label: "Use this address", address: addressOf(context, "change-email", data.link) },
    notes: [
      "The link works once, for 24 hours. After the change, withdrawals wait 24 hours.",
      "Did you not ask for this? Then do not confirm it. No account of yours has changed.",
    ],
  };
}

export function writeEmailChanged(data: MailData["email-changed"]): MailContent {
  return {
    subject: "Your e-mail address was changed",
    title: "Your e-mail address was changed",
    paragraphs: ["From now on, sign in with the new address. Withdrawals wait 24 hours."],
    facts: [["Old address", data.oldEmail], ["New address", data.newEmail], ...whereFacts(data)],
    isSecurity: true,
  };
}

export function writeAccountDeactivated(
  { reason }: MailData["account-deactivated"],
  context: MailContext,
): MailContent {
  return {
    subject: "Your account was deactivated",
    title: "Your account was deactivated",
    paragraphs: [
      "An administrator deactivated your account. Your bots are closed and their money goes back to your balance.",
      "Your money stays yours. You can still sign in, download your statements and withdraw.",
    ],
    facts: [["Reason", reason]],
    button: { label: "Sign in", address: `${context.origin}/signin` },
  };
}

export function writeAccountActivated(_data: MailData["account-activated"], context: MailContext): MailContent {
  return {
    subject: "Your account is active again",
    title: "Your account is active again",
    paragraphs: ["You can use everything again. Bots that were closed stay closed until you activate them."],
    button: { label: "Sign in", address: `${context.origin}/signin` },
  };
}
