import { formatDollars, type MailContent, type MailContext } from "../mail-content.ts";
import type { MailData } from "../mail-data.ts";

/** No one may be asked for money in order to withdraw, so every mail about a withdrawal says it. */
const NEVER_PAY = "Never send money to receive a withdrawal. Anyone who asks you to is committing fraud.";

export function writeDepositArrived({ amount }: MailData["deposit-arrived"], context: MailContext): MailContent {
  return {
    subject: `Your deposit of ${formatDollars(amount)} has arrived`,
    title: "Your deposit has arrived",
    paragraphs: ["The money is in your balance."],
    facts: [["Amount", formatDollars(amount)]],
    button: { label: "See your balance", address: `${context.origin}/dashboard` },
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
    notes: [NEVER_PAY],
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

export function writePositionClosed(data: MailData["position-closed"], context: MailContext): MailContent {
  const level = data.cause === "stop-loss" ? "stop-loss" : "take-profit";
  return {
    subject: `Your ${level} closed a position`,
    title: `Your ${level} closed a position`,
    paragraphs: [
      `The bot reached the ${level} that you set, and your position was closed at the price of that moment. The money is in your balance.`,
    ],
    facts: [
      ["Bot", data.bot],
      ["Returned to your balance", formatDollars(data.amount)],
    ],
    button: { label: "See your bots", address: `${context.origin}/bots` },
  };
}

export function writeVerificationApproved(_data: MailData["verification-approved"]): MailContent {
  return {
    subject: "Your identity is verified",
    title: "Your identity is verified",
    paragraphs: ["We have checked your documents. You do not need to do anything else."],
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
  };
}
