import type { MailContent, MailContext } from "../mail-content.ts";
import type { MailData, MailTemplate } from "../../../record/api.ts";
import {
  writeAccountActivated,
  writeAccountDeactivated,
  writeAppointment,
  writeEmailChangeConfirm,
  writeEmailChanged,
  writeEmailChangeRequested,
  writeEmailChangeUndone,
  writeFrozenByAdministrator,
  writeResetPassword,
  writeVerifyEmail,
  writeWelcome,
} from "./account-mails.ts";
import {
  writeAccountAdjusted,
  writeBotPaused,
  writeBotResting,
  writeBotRetired,
  writeBotRuleChanges,
  writeBotResumed,
  writeDepositArrived,
  writeDepositRejected,
  writePositionClosed,
  writeVerificationApproved,
  writeVerificationRejected,
  writeWithdrawalCancelled,
  writeWithdrawalPaid,
  writeWithdrawalRejected,
  writeWithdrawalRequested,
} from "./money-mails.ts";
import { writeNewDevice, writeSecurityChanged } from "./security-mails.ts";

type Writers = { [T in MailTemplate]: (data: MailData[T], context: MailContext) => MailContent };

const writers: Writers = {
  welcome: writeWelcome,
  "verify-email": writeVerifyEmail,
  "reset-password": writeResetPassword,
  "new-device": writeNewDevice,
  "security-changed": writeSecurityChanged,
  "deposit-arrived": writeDepositArrived,
  "deposit-rejected": writeDepositRejected,
  "withdrawal-requested": writeWithdrawalRequested,
  "withdrawal-paid": writeWithdrawalPaid,
  "withdrawal-rejected": writeWithdrawalRejected,
  "withdrawal-cancelled": writeWithdrawalCancelled,
  "verification-approved": writeVerificationApproved,
  "verification-rejected": writeVerificationRejected,
  "account-deactivated": writeAccountDeactivated,
  "account-activated": writeAccountActivated,
  "frozen-by-administrator": writeFrozenByAdministrator,
  "administrator-appointment": writeAppointment,
  "position-closed": writePositionClosed,
  "account-adjusted": writeAccountAdjusted,
  "bot-paused": writeBotPaused,
  "bot-resumed": writeBotResumed,
  "bot-resting": writeBotResting,
  "bot-retired": writeBotRetired,
  "bot-rule-changes": writeBotRuleChanges,
  "email-change-requested": writeEmailChangeRequested,
  "email-change-confirm": writeEmailChangeConfirm,
  "email-changed": writeEmailChanged,
  "email-change-undone": writeEmailChangeUndone,
};

/** @throws Error for a template that this version does not have */
export function writeMail(template: string, data: unknown, context: MailContext): MailContent {
  if (!Object.hasOwn(writers, template)) throw new Error(`There is no mail template "${template}"`);
  const write = writers[template as MailTemplate] as (data: unknown, context: MailContext) => MailContent;
  return write(data, context);
}
