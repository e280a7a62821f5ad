import { DAY_MS, HOUR_MS, MINUTE_MS, type Bot, type CandleInterval } from "@wazi/contracts";
import { describeBotStatus } from "../../features/investments/bot-status.tsx";
import { formatDayAndTime, formatTime } from "../../lib/format-date.ts";
import * as texts from "../../messages/dashboard.ts";

const lengthsMs: Readonly<Record<CandleInterval, number>> = { "1m": MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS };

/** The newest bar of one of a bot's symbols, and what its times mean. */
export interface WatchedBar {
  /** When it opened. */
  time: string;
  interval: CandleInterval;
  /** True if bars have a time of their own: in a replay, and in simulated markets that run faster than the clock. */
  isMarketTime: boolean;
  /** True if there is a bar for every minute of every day, so that the next decision can be named. */
  isAlwaysOpen: boolean;
}

/** When the bar closed, which is the time of its last price: "at 10:04". */
export function describePriceTime({ time, interval, isMarketTime }: WatchedBar): string {
  return formatMoment(Date.parse(time) + lengthsMs[interval], isMarketTime);
}

/**
 * Says what a bot does next, after its name: "decides next at 11:00. …". A bot decides only when a bar of its decision interval
 * closes; those start at whole multiples of their length since 1970 (UTC). A bot that does not trade says why.
 */
export function describeWatch(bot: Pick<Bot, "status" | "isResting" | "decisionInterval">, bar: WatchedBar): string {
  const status = describeBotStatus(bot);
  if (status !== null) return status.withPosition;
  const barMs = lengthsMs[bar.interval];
  const decisionMs = Math.max(barMs, lengthsMs[bot.decisionInterval]);
  const stops = bar.interval === "1m" ? texts.stopsAreCheckedEveryMinute : texts.stopsAreCheckedWithEachPrice;
  if (bar.isAlwaysOpen) {
    const closed = Date.parse(bar.time) + barMs;
    const next = closed - (closed % decisionMs) + decisionMs;
    return texts.decidesNextAtTime({ at: formatMoment(next, bar.isMarketTime), stops });
  }
  return decisionMs > HOUR_MS ? texts.decidesAtTheEndOfDay({ stops }) : texts.decidesAtTheEndOfHour({ stops });
}

function formatMoment(timeMs: number, isMarketTime: boolean): string {
  const iso = new Date(timeMs).toISOString();
  return isMarketTime
    ? texts.atTimeMarketTime({ time: formatDayAndTime(iso) })
    : texts.atTime({ time: formatTime(iso) });
}
