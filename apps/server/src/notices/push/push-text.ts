import type { NotificationEvent } from "@wazi/contracts";

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
const texts: Readonly<Record<NotificationEvent, PushText>> = {
  "deposit-credited": { title: "Deposit credited", body: "Your deposit is in your balance.", path: "/deposit" },
  "deposit-rejected": { title: "Deposit rejected", body: "A deposit was not credited.", path: "/deposit" },
  "withdrawal-sent": { title: "Withdrawal sent", body: "Your withdrawal is on its way.", path: "/withdrawal" },
  "withdrawal-paid": { title: "Withdrawal paid", body: "Your withdrawal was paid out.", path: "/withdrawal" },
  "withdrawal-rejected": {
    title: "Withdrawal rejected",
    body: "The money is back in your balance. See the reason in Wazi.",
    path: "/withdrawal",
  },
  "stop-loss": { title: "Stop-loss", body: "Your stop-loss closed a position.", path: "/notifications" },
  "take-profit": { title: "Take-profit", body: "Your take-profit closed a position.", path: "/notifications" },
  "exit-settled": { title: "Exit settled", body: "The money of your exit is in your balance.", path: "/notifications" },
  "winding-up": { title: "Units redeemed", body: "A bot redeemed your units.", path: "/notifications" },
  "closed-by-operator": { title: "Closed by the operator", body: "A position was closed.", path: "/notifications" },
  adjusted: { title: "Account adjusted", body: "An administrator adjusted your account.", path: "/notifications" },
  "account-deactivated": {
    title: "Account deactivated",
    body: "You can still sign in and withdraw. See the reason in Wazi.",
    path: "/notifications",
  },
  "account-activated": { title: "Account active again", body: "Your account is active again.", path: "/notifications" },
  "verification-approved": {
    title: "Verification approved",
    body: "Your identity is verified.",
    path: "/verification",
  },
  "verification-rejected": {
    title: "Verification rejected",
    body: "Please submit your documents again.",
    path: "/verification",
  },
  "bot-paused": { title: "Bot paused", body: "A bot that you hold opens no new trades.", path: "/notifications" },
  "bot-resting": {
    title: "Bot resting",
    body: "The prices of a bot that you hold have ended.",
    path: "/notifications",
  },
  "bot-resumed": { title: "Bot resumed", body: "A bot that you hold trades again.", path: "/notifications" },
};

/** Writes the message for the service worker, as JSON. @returns undefined for an event that this version does not know */
export function writePush(event: string): string | undefined {
  return Object.hasOwn(texts, event) ? JSON.stringify(texts[event as NotificationEvent]) : undefined;
}
