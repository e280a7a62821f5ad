import { formatAmount, type Notification, type NotificationKind } from "@wazi/contracts";
import * as texts from "../../messages/notifications.ts";

export interface NotificationText {
  title: string;
  text: string;
  /** The page that shows more. */
  href: string;
}

const dollars = ({ amount }: Notification): string => `$${formatAmount((amount ?? "0.00").replace("-", ""))}`;
const because = ({ reason }: Notification): string => (reason === null ? "" : ` ${texts.reasonSentence({ reason })}`);
const toBot = ({ botId }: Notification): string => (botId === null ? "/bots" : `/bots/${botId}`);

const textOfEvent: Readonly<Record<Notification["event"], (of: Notification) => NotificationText>> = {
  "deposit-credited": (of) => ({
    title: texts.depositCredited,
    text: texts.depositCreditedText({ dollars: dollars(of) }),
    href: "/deposit",
  }),
  "deposit-rejected": (of) => ({
    title: texts.depositRejected,
    text: texts.depositRejectedText({ dollars: dollars(of) }),
    href: "/deposit",
  }),
  "withdrawal-sent": (of) => ({
    title: texts.withdrawalSent,
    text: texts.withdrawalSentText({ dollars: dollars(of) }),
    href: "/withdrawal",
  }),
  "withdrawal-paid": (of) => ({
    title: texts.withdrawalPaid,
    text: texts.withdrawalPaidText({ dollars: dollars(of) }),
    href: "/withdrawal",
  }),
  "withdrawal-rejected": (of) => ({
    title: texts.withdrawalRejected,
    text: texts.withdrawalRejectedText({ dollars: dollars(of), because: because(of) }),
    href: "/withdrawal",
  }),
  "stop-loss": (of) => ({
    title: texts.stopLoss,
    text: texts.stopLossText({ botName: String(of.botName), dollars: dollars(of) }),
    href: toBot(of),
  }),
  "take-profit": (of) => ({
    title: texts.takeProfit,
    text: texts.takeProfitText({ botName: String(of.botName), dollars: dollars(of) }),
    href: toBot(of),
  }),
  "exit-settled": (of) => ({
    title: texts.exitSettled,
    text: texts.exitSettledText({ botName: String(of.botName), dollars: dollars(of) }),
    href: toBot(of),
  }),
  "winding-up": (of) => ({
    title: texts.unitsRedeemed,
    text: texts.seriesEndedText({ botName: String(of.botName), dollars: dollars(of) }),
    href: toBot(of),
  }),
  "closed-by-operator": (of) => ({
    title: texts.forcedExitTitle,
    text: texts.forcedExitText({ botName: String(of.botName), dollars: dollars(of) }),
    href: toBot(of),
  }),
  adjusted: (of) => ({
    title: texts.accountAdjusted,
    text: texts.accountAdjustedText({
      state: of.amount?.startsWith("-") === true ? "yes" : "other",
      dollars: dollars(of),
      because: because(of),
    }),
    href: "/statement",
  }),
  "account-deactivated": (of) => ({
    title: texts.accountDeactivated,
    text: texts.accountDeactivatedText({ because: because(of) }),
    href: "/notifications",
  }),
  "account-activated": () => ({
    title: texts.accountActiveTitle,
    text: texts.accountActiveText,
    href: "/notifications",
  }),
  "administrator-asked": ({ reason }) => ({
    title: texts.administratorAsked,
    text: texts.administratorAskedText({ name: reason ?? texts.administratorUnnamed }),
    href: "/admin/administrators",
  }),
  "administrator-appointed": ({ reason }) => ({
    title: texts.administratorAppointed,
    text: texts.administratorAppointedText({ name: reason ?? texts.administratorUnnamed }),
    href: "/admin/administrators",
  }),
  "verification-approved": () => ({
    title: texts.verificationApproved,
    text: texts.verificationApprovedText,
    href: "/verification",
  }),
  "verification-rejected": (of) => ({
    title: texts.verificationRejected,
    text: texts.verificationRejectedText({ because: because(of) }),
    href: "/verification",
  }),
  "bot-paused": (of) => ({
    title: texts.botPaused,
    text: texts.botPausedText({ botName: String(of.botName) }),
    href: toBot(of),
  }),
  "bot-resting": (of) => ({
    title: texts.botResting,
    text: texts.botRestingText({ botName: String(of.botName) }),
    href: toBot(of),
  }),
  "bot-retired": (of) => ({
    title: texts.botRetired,
    text: texts.botRetiredText({ botName: String(of.botName) }),
    href: toBot(of),
  }),
  "bot-rule-changes": (of) => ({
    title: texts.botRuleChanges,
    text: texts.botRuleChangesText({ botName: String(of.botName) }),
    href: toBot(of),
  }),
  "bot-resumed": (of) => ({
    title: texts.botResumed,
    text: texts.botResumedText({ botName: String(of.botName) }),
    href: toBot(of),
  }),
};

/** The words of a notification, and the page it leads to. */
export function describeNotification(of: Notification): NotificationText {
  return textOfEvent[of.event](of);
}

export const kindNames: Readonly<Record<NotificationKind, { name: string; text: string }>> = {
  deposit: { name: texts.deposits, text: texts.kindDepositText },
  withdrawal: { name: texts.withdrawals, text: texts.kindWithdrawalText },
  stop: { name: texts.kindExitName, text: texts.kindExitText },
  verification: { name: texts.verification, text: texts.kindVerificationText },
  administrator: { name: texts.administrators, text: texts.kindAccountText },
  bot: { name: texts.yourBots, text: texts.kindBotText },
};
