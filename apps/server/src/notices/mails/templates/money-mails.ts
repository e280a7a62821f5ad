import { formatDollars, type MailContent, type MailContext } from "../mail-content.ts";
import type { MailData } from "../../../record/api.ts";
import * as texts from "../../messages/mails.ts";

/** No one may be asked for money in order to withdraw, so every mail about a withdrawal says it. */
const NEVER_PAY = texts.neverPay;

/** For mails that a user can switch off. */
const chooseMails = ({ origin }: MailContext): string =>
  texts.chooseMails({ address: `${origin}/profile#notifications` });

export function writeDepositArrived({ amount }: MailData["deposit-arrived"], context: MailContext): MailContent {
  return {
    subject: texts.depositArrivedSubject({ amount: formatDollars(amount) }),
    title: texts.depositArrivedTitle,
    paragraphs: [texts.depositArrivedText],
    facts: [[texts.factAmount, formatDollars(amount)]],
    button: { label: texts.depositArrivedButton, address: `${context.origin}/dashboard` },
    notes: [chooseMails(context)],
  };
}

export function writeDepositRejected({ amount }: MailData["deposit-rejected"], context: MailContext): MailContent {
  return {
    subject: texts.depositRejectedSubject({ amount: formatDollars(amount) }),
    title: texts.depositRejectedTitle,
    paragraphs: [texts.depositRejectedText],
    facts: [[texts.factAmount, formatDollars(amount)]],
    button: { label: texts.depositRejectedButton, address: `${context.origin}/deposit` },
    notes: [chooseMails(context)],
  };
}

export function writeWithdrawalRequested(data: MailData["withdrawal-requested"]): MailContent {
  return {
    subject: texts.withdrawalRequestedSubject({ amount: formatDollars(data.amount) }),
    title: texts.withdrawalRequestedTitle,
    paragraphs: [
      ...(data.replaced === undefined ? [] : [texts.withdrawalReplacedText({ amount: formatDollars(data.replaced) })]),
      texts.withdrawalRequestedText,
    ],
    facts: [
      [texts.factAmount, formatDollars(data.amount)],
      [texts.factTo, data.destination],
    ],
    notes: [NEVER_PAY],
    isSecurity: true,
  };
}

export function writeWithdrawalPaid(data: MailData["withdrawal-paid"], context: MailContext): MailContent {
  return {
    subject: texts.withdrawalPaidSubject({ amount: formatDollars(data.amount) }),
    title: texts.withdrawalPaidTitle,
    paragraphs: [texts.withdrawalPaidText],
    facts: [
      [texts.factAmount, formatDollars(data.amount)],
      [texts.factTo, data.destination],
      ...(data.transactionHash === null ? [] : ([[texts.factReference, data.transactionHash]] as [string, string][])),
    ],
    button: { label: texts.withdrawalPaidButton, address: `${context.origin}/withdrawal` },
    notes: [chooseMails(context)],
  };
}

export function writeWithdrawalRejected(data: MailData["withdrawal-rejected"], context: MailContext): MailContent {
  return {
    subject: texts.withdrawalRejectedSubject({ amount: formatDollars(data.amount) }),
    title: texts.withdrawalRejectedTitle,
    paragraphs: [texts.withdrawalRejectedText],
    facts: [
      [texts.factAmount, formatDollars(data.amount)],
      [texts.factReason, data.reason ?? texts.reasonNone],
    ],
    button: { label: texts.withdrawalRejectedButton, address: `${context.origin}/withdrawal` },
    notes: [NEVER_PAY, chooseMails(context)],
  };
}

export function writeWithdrawalCancelled({ amount }: MailData["withdrawal-cancelled"]): MailContent {
  return {
    subject: texts.withdrawalCancelledSubject({ amount: formatDollars(amount) }),
    title: texts.withdrawalCancelledTitle,
    paragraphs: [texts.withdrawalCancelledText],
    facts: [[texts.factAmount, formatDollars(amount)]],
    isSecurity: true,
  };
}

const closings: Readonly<Record<MailData["position-closed"]["cause"], { title: string; text: string }>> = {
  "stop-loss": {
    title: texts.positionStopLossTitle,
    text: texts.positionStopLossText,
  },
  "take-profit": {
    title: texts.positionTakeProfitTitle,
    text: texts.positionTakeProfitText,
  },
  "winding-up": {
    title: texts.positionWindingUpTitle,
    text: texts.positionWindingUpText,
  },
  "exit-settled": {
    title: texts.positionExitSettledTitle,
    text: texts.positionExitSettledText,
  },
};

export function writePositionClosed(data: MailData["position-closed"], context: MailContext): MailContent {
  const { title, text } = closings[data.cause];
  return {
    subject: title,
    title,
    paragraphs: [text],
    facts: [
      [texts.factBot, data.bot],
      [texts.factReturned, formatDollars(data.amount)],
    ],
    button: { label: texts.positionClosedButton, address: `${context.origin}/bots` },
    notes: [chooseMails(context)],
  };
}

export function writeAccountAdjusted({ reason }: MailData["account-adjusted"], context: MailContext): MailContent {
  return {
    subject: texts.accountAdjustedSubject,
    title: texts.accountAdjustedTitle,
    paragraphs: [texts.accountAdjustedText],
    facts: [[texts.factReason, reason ?? texts.reasonNone]],
    button: { label: texts.accountAdjustedButton, address: `${context.origin}/statement` },
    notes: [chooseMails(context)],
  };
}

export function writeBotPaused({ bot }: MailData["bot-paused"], context: MailContext): MailContent {
  return {
    subject: texts.botPausedSubject,
    title: texts.botPausedSubject,
    paragraphs: [texts.botPausedText],
    facts: [[texts.factBot, bot]],
    button: { label: texts.botPausedButton, address: `${context.origin}/bots` },
    notes: [chooseMails(context)],
  };
}

export function writeBotResting({ bot }: MailData["bot-resting"], context: MailContext): MailContent {
  return {
    subject: texts.botRestingSubject,
    title: texts.botRestingSubject,
    paragraphs: [texts.botRestingTextFirst, texts.botRestingTextSecond],
    facts: [[texts.factBot, bot]],
    button: { label: texts.botRestingButton, address: `${context.origin}/bots` },
    notes: [chooseMails(context)],
  };
}

/** Sent in any case, so it has no note on how to switch it off. */
export function writeBotRetired({ bot }: MailData["bot-retired"], context: MailContext): MailContent {
  return {
    subject: texts.botRetiredSubject,
    title: texts.botRetiredSubject,
    paragraphs: [texts.botRetiredTextFirst, texts.botRetiredTextSecond, texts.botRetiredTextThird],
    facts: [[texts.factBot, bot]],
    button: { label: texts.botRetiredButton, address: `${context.origin}/bots` },
    notes: [],
  };
}

/** Sent in any case, as the one before. */
export function writeBotRuleChanges({ bot, date }: MailData["bot-rule-changes"], context: MailContext): MailContent {
  return {
    subject: texts.botRuleChangesSubject,
    title: texts.botRuleChangesSubject,
    paragraphs: [texts.botRuleChangesTextFirst({ date }), texts.botRetiredTextSecond, texts.botRetiredTextThird],
    facts: [[texts.factBot, bot]],
    button: { label: texts.botRetiredButton, address: `${context.origin}/bots` },
    notes: [],
  };
}

export function writeBotResumed({ bot }: MailData["bot-resumed"], context: MailContext): MailContent {
  return {
    subject: texts.botResumedSubject,
    title: texts.botResumedSubject,
    paragraphs: [texts.botResumedText],
    facts: [[texts.factBot, bot]],
    button: { label: texts.botResumedButton, address: `${context.origin}/bots` },
    notes: [chooseMails(context)],
  };
}

export function writeVerificationApproved(_data: MailData["verification-approved"], context: MailContext): MailContent {
  return {
    subject: texts.verificationApprovedSubject,
    title: texts.verificationApprovedSubject,
    paragraphs: [texts.verificationApprovedText],
    notes: [chooseMails(context)],
  };
}

export function writeVerificationRejected(
  { reason }: MailData["verification-rejected"],
  context: MailContext,
): MailContent {
  return {
    subject: texts.verificationRejectedSubject,
    title: texts.verificationRejectedSubject,
    paragraphs: [texts.verificationRejectedText],
    facts: [[texts.factReason, reason]],
    button: { label: texts.verificationRejectedButton, address: `${context.origin}/verification` },
    notes: [chooseMails(context)],
  };
}
