import type { NotificationEvent } from "@wazi/contracts";
import * as texts from "../messages/pushes.ts";

interface PushText {
  title: string;
  body: string;
  /** The page that shows more. */
  path: string;
}

/**
 * The words of a push message. They name no amount, bot, person or reason: a locked screen is seen by others. The app shows the
 * rest.
 */
const pushes: Readonly<Record<NotificationEvent, PushText>> = {
  "deposit-credited": { title: texts.depositCreditedTitle, body: texts.depositCreditedText, path: "/deposit" },
  "deposit-rejected": { title: texts.depositRejectedTitle, body: texts.depositRejectedText, path: "/deposit" },
  "withdrawal-sent": { title: texts.withdrawalSentTitle, body: texts.withdrawalSentText, path: "/withdrawal" },
  "withdrawal-paid": { title: texts.withdrawalPaidTitle, body: texts.withdrawalPaidText, path: "/withdrawal" },
  "withdrawal-rejected": {
    title: texts.withdrawalRejectedTitle,
    body: texts.withdrawalRejectedText,
    path: "/withdrawal",
  },
  "stop-loss": { title: texts.stopLossTitle, body: texts.stopLossText, path: "/notifications" },
  "take-profit": { title: texts.takeProfitTitle, body: texts.takeProfitText, path: "/notifications" },
  "exit-settled": { title: texts.exitSettledTitle, body: texts.exitSettledText, path: "/notifications" },
  "winding-up": { title: texts.windingUpTitle, body: texts.windingUpText, path: "/notifications" },
  "closed-by-operator": {
    title: texts.closedByOperatorTitle,
    body: texts.closedByOperatorText,
    path: "/notifications",
  },
  adjusted: { title: texts.adjustedTitle, body: texts.adjustedText, path: "/notifications" },
  "account-deactivated": {
    title: texts.accountDeactivatedTitle,
    body: texts.accountDeactivatedText,
    path: "/notifications",
  },
  "account-activated": { title: texts.accountActivatedTitle, body: texts.accountActivatedText, path: "/notifications" },
  "verification-approved": {
    title: texts.verificationApprovedTitle,
    body: texts.verificationApprovedText,
    path: "/verification",
  },
  "verification-rejected": {
    title: texts.verificationRejectedTitle,
    body: texts.verificationRejectedText,
    path: "/verification",
  },
  "bot-paused": { title: texts.botPausedTitle, body: texts.botPausedText, path: "/notifications" },
  "bot-resting": {
    title: texts.botRestingTitle,
    body: texts.botRestingText,
    path: "/notifications",
  },
  "bot-retired": { title: texts.botRetiredTitle, body: texts.botRetiredText, path: "/notifications" },
  "bot-rule-changes": { title: texts.botRuleChangesTitle, body: texts.botRuleChangesText, path: "/notifications" },
  "administrator-asked": {
    title: texts.administratorAskedTitle,
    body: texts.administratorAskedText,
    path: "/notifications",
  },
  "administrator-appointed": {
    title: texts.administratorAppointedTitle,
    body: texts.administratorAppointedText,
    path: "/notifications",
  },
  "bot-resumed": { title: texts.botResumedTitle, body: texts.botResumedText, path: "/notifications" },
};

/** Writes the message for the service worker, as JSON. @returns undefined for an event that this version does not know */
export function writePush(event: string): string | undefined {
  return Object.hasOwn(pushes, event) ? JSON.stringify(pushes[event as NotificationEvent]) : undefined;
}
