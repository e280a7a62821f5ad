import { getBrowserName } from "@wazi/contracts";
import { formatMailTime, type MailContent } from "../mail-content.ts";
import type { MailData, SecurityChange } from "../../../record/api.ts";
import * as texts from "../../messages/mails.ts";

interface Sentence {
  subject: string;
  text: string;
}

const sentences: Readonly<Record<SecurityChange, Sentence>> = {
  "password-changed": {
    subject: texts.passwordChangedSubject,
    text: texts.passwordChangedText,
  },
  "password-reset": {
    subject: texts.passwordResetSubject,
    text: texts.passwordResetText,
  },
  "password-reset-by-administrator": {
    subject: texts.passwordResetByAdministratorSubject,
    text: texts.passwordResetByAdministratorText,
  },
  "second-factor-added": {
    subject: texts.secondFactorAddedSubject,
    text: texts.secondFactorAddedText,
  },
  "second-factor-removed": {
    subject: texts.secondFactorRemovedSubject,
    text: texts.secondFactorRemovedText,
  },
  "passkey-added": { subject: texts.passkeyAddedSubject, text: texts.passkeyAddedText },
  "passkey-removed": {
    subject: texts.passkeyRemovedSubject,
    text: texts.passkeyRemovedText,
  },
  "recovery-codes-replaced": {
    subject: texts.recoveryCodesReplacedSubject,
    text: texts.recoveryCodesReplacedText,
  },
  "recovery-code-used": {
    subject: texts.recoveryCodeUsedSubject,
    text: texts.recoveryCodeUsedText,
  },
  "phone-changed": { subject: texts.phoneChangedSubject, text: texts.phoneChangedText },
  "withdrawal-address-added": {
    subject: texts.withdrawalAddressAddedSubject,
    text: texts.withdrawalAddressAddedText,
  },
  "withdrawal-address-removed": {
    subject: texts.withdrawalAddressRemovedSubject,
    text: texts.withdrawalAddressRemovedText,
  },
  "withdrawal-address-shared": {
    subject: texts.withdrawalAddressSharedSubject,
    text: texts.withdrawalAddressSharedText,
  },
  "account-frozen": {
    subject: texts.accountFrozenSubject,
    text: texts.accountFrozenText,
  },
  "account-unfrozen": {
    subject: texts.accountUnfrozenSubject,
    text: texts.accountUnfrozenText,
  },
};

export function writeSecurityChanged(data: MailData["security-changed"]): MailContent {
  const { change, detail, usableFrom, at, address } = data;
  const { subject, text } = sentences[change];
  const facts: [string, string][] = [[texts.factWhen, formatMailTime(at)]];
  if (detail !== undefined) facts.unshift([texts.factWhat, detail]);
  if (usableFrom !== undefined) facts.push([texts.factUsableFrom, formatMailTime(usableFrom)]);
  if (address !== null) facts.push([texts.factAddress, address]);
  return { subject, title: subject, paragraphs: [text], facts, isSecurity: true };
}

export function writeNewDevice({ at, address, userAgent }: MailData["new-device"]): MailContent {
  return {
    subject: texts.newDeviceSubject,
    title: texts.newDeviceSubject,
    paragraphs: [texts.newDeviceText],
    facts: [
      [texts.factBrowser, getBrowserName(userAgent)],
      [texts.factWhen, formatMailTime(at)],
      [texts.factAddress, address ?? texts.addressUnknown],
    ],
    notes: [texts.newDeviceNote],
    isSecurity: true,
  };
}
