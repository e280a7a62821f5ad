// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value } from "../lib/message-parts.ts";

export const figuresAsOfTimeNow = ({ time, now }: { time: Value; now: Value }) =>
  `Figures as of ${time}, ${now}.`;
export const lessThanAMinuteAgo = "less than a minute ago";
export const reconnectingUntilThenFiguresRefresh = "Reconnecting. Until then, figures refresh every few seconds.";
export const theConnectionSlowStillWaiting = "The connection is slow. Still waiting for an answer.";
export const thereNoSavedFiguresOn = "There are no saved figures on this device.";
export const waziCannotBeReachedAnsweredat = ({ answeredAt }: { answeredAt: Value }) =>
  `Wazi cannot be reached. ${answeredAt}`;
export const wholeNameAgo = ({ whole, name, whole2 }: { whole: Value; name: Value; whole2: number }) =>
  `${whole} ${name}${(whole2 === 1 ? "" : "s")} ago`;
export const youOfflineAnsweredatNoMoney = ({ answeredAt }: { answeredAt: Value }) =>
  `You are offline. ${answeredAt} No money can be moved.`;
