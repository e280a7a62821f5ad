import { getBrowserName } from "@wazi/contracts";
import { formatMailTime, type MailContent } from "../mail-content.ts";
import type { MailData, SecurityChange } from "../../../record/api.ts";

interface Sentence {
  subject: string;
  text: string;
}

const WAIT = "Withdrawals wait 24 hours.";

const sentences: Readonly<Record<SecurityChange, Sentence>> = {
  "password-changed": {
    subject: "Your password was changed",
    text: `The password of your account was changed. Your other sessions have ended. ${WAIT}`,
  },
  "password-reset": {
    subject: "Your password was reset",
    text: `A new password was set with a link from a mail. All sessions have ended. ${WAIT}`,
  },
  "password-reset-by-administrator": {
    subject: "Your password was reset by an administrator",
    text: `An administrator replaced your password. All sessions have ended. ${WAIT}`,
  },
  "second-factor-added": {
    subject: "A second factor was added",
    text: "Your account now asks for a code at sign-in.",
  },
  "second-factor-removed": {
    subject: "Your second factor was removed",
    text: `Your account no longer asks for a code at sign-in. ${WAIT}`,
  },
  "passkey-added": { subject: "A passkey was added", text: "A new passkey can sign in to your account." },
  "passkey-removed": {
    subject: "A passkey was removed",
    text: `A passkey can no longer sign in to your account. ${WAIT}`,
  },
  "recovery-codes-replaced": {
    subject: "Your recovery codes were replaced",
    text: "New recovery codes were made. The old ones no longer work.",
  },
  "recovery-code-used": {
    subject: "A recovery code was used",
    text: "Someone signed in with one of your recovery codes. Each code works once.",
  },
  "withdrawal-address-added": {
    subject: "A withdrawal destination was added",
    text: "A destination for withdrawals was saved in the address book of your account.",
  },
  "withdrawal-address-removed": {
    subject: "A withdrawal destination was removed",
    text: "A destination for withdrawals was removed from the address book of your account.",
  },
  "account-frozen": {
    subject: "Your account is frozen",
    text: "All sessions have ended, no one can sign in, and withdrawals wait. To end this, reset your password.",
  },
  "account-unfrozen": {
    subject: "Your account is no longer frozen",
    text: "You can sign in again. Withdrawals that are on hold show until when.",
  },
};

export function writeSecurityChanged(data: MailData["security-changed"]): MailContent {
  const { change, detail, usableFrom, at, address } = data;
  const { subject, text } = sentences[change];
  const facts: [string, string][] = [["When", formatMailTime(at)]];
  if (detail !== undefined) facts.unshift(["What", detail]);
  if (usableFrom !== undefined) facts.push(["Can be used from", formatMailTime(usableFrom)]);
  if (address !== null) facts.push(["Network address", address]);
  return { subject, title: subject, paragraphs: [text], facts, isSecurity: true };
}

export function writeNewDevice({ at, address, userAgent }: MailData["new-device"]): MailContent {
  return {
    subject: "New sign-in to your account",
    title: "New sign-in to your account",
    paragraphs: ["Someone signed in with your password from a browser that you have not used before."],
    facts: [
      ["Browser", getBrowserName(userAgent)],
      ["When", formatMailTime(at)],
      ["Network address", address ?? "unknown"],
    ],
    notes: ["If it was you, you do not need to do anything."],
    isSecurity: true,
  };
}
