import { formatDollars, type MailContent, type MailContext } from "../mail-content.ts";
import type { MailData } from "../../../record/api.ts";

/** No one may be asked for money in order to withdraw, so every mail about a withdrawal says it. */
const NEVER_PAY = "Never send money to receive a withdrawal. Anyone who asks you to is committing fraud.";

/** For mails that a user can switch off. */
const chooseMails = ({ origin }: MailContext): string =>
  `You choose on your profile page which of these mails you get: ${origin}/profile#notifications`;

export function writeDepositArrived({ amount }: MailData["deposit-arrived"], context: MailContext): MailContent {
  return {
    subject: `Your deposit of ${formatDollars(amount)} has arrived`,
    title: "Your deposit has arrived",
    paragraphs: ["The money is in your balance."],
    facts: [["Amount", formatDollars(amount)]],
    button: { label: "See your balance", address: `${context.origin}/dashboard` },
    notes: [chooseMails(context)],
  };
}

export function writeDepositRejected({ amount }: MailData["deposit-rejected"], context: MailContext): MailContent {
  return {
    subject: `Your deposit of ${formatDollars(amount)} was rejected`,
    title: "Your deposit was rejected",
    paragraphs: ["No money was credited. If you have sent money, contact us: it can still be credited."],
    facts: [["Amount", formatDollars(amount)]],
    button: { label: "See your deposits", address: `${context.origin}/deposit` },
    notes: [chooseMails(context)],
  };
}

export function writeWithdrawalRequested(data: MailData["withdrawal-requested"]): MailContent {
  return {
    subject: `You requested a withdrawal of ${formatDollars(data.amount)}`,
    title: "You requested a withdrawal",
    paragraphs: ["The money is set aside until the withdrawal is paid. We send you a mail then."],
    facts: [
      ["Amount", formatDollars(data.amount)],
      ["To", data.destination],
    ],
    notes: [NEVER_PAY],
    isSecurity: true,
  };
}

export function writeWithdrawalPaid(data: MailData["withdrawal-paid"], context: MailContext): MailContent {
  return {
    subject: `Your withdrawal of ${formatDollars(data.amount)} was paid`,
    title: "Your withdrawal was paid",
    paragraphs: ["You receive the full amount. The network fee is covered by the platform."],
    facts: [
      ["Amount", formatDollars(data.amount)],
      ["To", data.destination],
      ...(data.transactionHash === null ? [] : ([["Reference", data.transactionHash]] as [string, string][])),
    ],
    button: { label: "See your withdrawals", address: `${context.origin}/withdrawal` },
    notes: [chooseMails(context)],
  };
}

export function writeWithdrawalRejected(data: MailData["withdrawal-rejected"], context: MailContext): MailContent {
  return {
    subject: `Your withdrawal of ${formatDollars(data.amount)} was rejected`,
    title: "Your withdrawal was rejected",
    paragraphs: ["No money has left your account. The full amount is back in your balance."],
    facts: [
      ["Amount", formatDollars(data.amount)],
      ["Reason", data.reason ?? "No reason was given"],
    ],
    button: { label: "See your withdrawals", address: `${context.origin}/withdrawal` },
    notes: [NEVER_PAY, chooseMails(context)],
  };
}

export function writeWithdrawalCancelled({ amount }: MailData["withdrawal-cancelled"]): MailContent {
  return {
    subject: `Your withdrawal of ${formatDollars(amount)} was cancelled`,
    title: "You cancelled your withdrawal",
    paragraphs: ["No money has left your account. The full amount is back in your balance."],
    facts: [["Amount", formatDollars(amount)]],
    isSecurity: true,
  };
}

const closings: Readonly<Record<MailData["position-closed"]["cause"], { title: string; text: string }>> = {
  "stop-loss": {
    title: "Your stop-loss closed a position",
    text: "The bot reached the stop-loss that you set, and your position was closed at the price of that moment. The money is in your balance.",
  },
  "take-profit": {
    title: "Your take-profit closed a position",
    text: "The bot reached the take-profit that you set, and your position was closed at the price of that moment. The money is in your balance.",
  },
  "winding-up": {
    title: "Your units were redeemed",
    text: "The bot ended a series of units and redeemed yours at their last price. The money is in your balance.",
  },
  "exit-settled": {
    title: "Your exit has settled",
    text: "Your exit waited for a price. It has one now, and the money is in your balance.",
  },
};

export function writePositionClosed(data: MailData["position-closed"], context: MailContext): MailContent {
  const { title, text } = closings[data.cause];
  return {
    subject: title,
    title,
    paragraphs: [text],
    facts: [
      ["Bot", data.bot],
      ["Returned to your balance", formatDollars(data.amount)],
    ],
    button: { label: "See your bots", address: `${context.origin}/bots` },
    notes: [chooseMails(context)],
  };
}

export function writeAccountAdjusted({ reason }: MailData["account-adjusted"], context: MailContext): MailContent {
  return {
    subject: "An administrator adjusted your account",
    title: "Your account was adjusted",
    paragraphs: ["An administrator posted an adjustment to your account. Your statement shows the amount."],
    facts: [["Reason", reason ?? "No reason was given"]],
    button: { label: "See your statement", address: `${context.origin}/statement` },
    notes: [chooseMails(context)],
  };
}

export function writeBotPaused({ bot }: MailData["bot-paused"], context: MailContext): MailContent {
  return {
    subject: "A bot that you hold is paused",
    title: "A bot that you hold is paused",
    paragraphs: ["It opens no new trades. Your position stays, and you can leave at any time."],
    facts: [["Bot", bot]],
    button: { label: "See your bots", address: `${context.origin}/bots` },
    notes: [chooseMails(context)],
  };
}

export function writeBotResting({ bot }: MailData["bot-resting"], context: MailContext): MailContent {
  return {
    subject: "A bot that you hold rests",
    title: "A bot that you hold rests",
    paragraphs: [
      "Its recorded prices have ended. It has closed its trades and opens no new ones.",
      "Your position stays, and you can leave at any time.",
    ],
    facts: [["Bot", bot]],
    button: { label: "See your bots", address: `${context.origin}/bots` },
    notes: [chooseMails(context)],
  };
}

export function writeBotResumed({ bot }: MailData["bot-resumed"], context: MailContext): MailContent {
  return {
    subject: "A bot that you hold trades again",
    title: "A bot that you hold trades again",
    paragraphs: ["It opens trades again by its own rules. You do not need to do anything."],
    facts: [["Bot", bot]],
    button: { label: "See your bots", address: `${context.origin}/bots` },
    notes: [chooseMails(context)],
  };
}

export function writeVerificationApproved(_data: MailData["verification-approved"], context: MailContext): MailContent {
  return {
    subject: "Your identity is verified",
    title: "Your identity is verified",
    paragraphs: ["We have checked your documents. You do not need to do anything else."],
    notes: [chooseMails(context)],
  };
}

export function writeVerificationRejected(
  { reason }: MailData["verification-rejected"],
  context: MailContext,
): MailContent {
  return {
    subject: "Your documents were not accepted",
    title: "Your documents were not accepted",
    paragraphs: ["You can send them again. Your money is not affected, and you can withdraw it at any time."],
    facts: [["Reason", reason]],
    button: { label: "Send documents again", address: `${context.origin}/verification` },
    notes: [chooseMails(context)],
  };
}
