import { formatTime } from "../../lib/format-date.ts";
import * as texts from "../../messages/dashboard.ts";

/**
 * A bot's action at its latest bar: "looked at the bar of 10:03, 3 since you started, and stayed out". Without an open trade
 * the price of a unit on exit is its NAV; an open trade moves it, if only by the cost of closing.
 */
export function describeWatch(
  { nav }: { nav: string },
  { exitNav }: { exitNav: string },
  bar: { time: string; sinceStart: number },
): string {
  const since = bar.sinceStart === 0 ? "" : texts.sinceStartSinceYouStarted({ sinceStart: bar.sinceStart });
  const did = Number(exitNav) === Number(nav) ? texts.stayedOut : texts.hasATradeOpen;
  return texts.lookedAtBarTimeSince({ time: formatTime(bar.time), since, did });
}
