import { DAY_MS, HOUR_MS, MINUTE_MS, type Bot, type CandleInterval } from "@wazi/contracts";
import { describeBotStatus } from "../../investing/positions/bot-status.tsx";
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

/** When the bar closed, which is the time of its last price: "at 10:04". With its day, unless that is today. */
export function describePriceTime({ time, interval, isMarketTime }: WatchedBar, now: number): string {
  const closed = Date.parse(time) + lengthsMs[interval];
  const iso = new Date(closed).toISOString();
  if (isMarketTime) return texts.watchPriceMarketTime({ time: formatDayAndTime(iso) });
  const isToday = new Date(closed).toDateString() === new Date(now).toDateString();
  return texts.watchPriceTime({ time: isToday ? formatTime(iso) : formatDayAndTime(iso) });
}

/**
 * Says what a bot does next, after its name: "decides next at 11:00. …". A bot decides only when a bar of its decision interval
 * closes; those start at whole multiples of their length since 1970 (UTC). A time is named only before it has come, and only
 * where bars follow the clock. A bot that does not trade says why.
 */
export function describeWatch(
  bot: Pick<Bot, "status" | "isResting" | "decisionInterval">,
  bar: WatchedBar,
  now: number,
): string {
  const status = describeBotStatus(bot);
  if (status !== null) return status.withPosition;
  const barMs = lengthsMs[bar.interval];
  const decisionMs = Math.max(barMs, lengthsMs[bot.decisionInterval]);
  const stops = bar.interval === "1m" && !bar.isMarketTime ? texts.watchStopsMinutely : texts.watchStopsEachPrice;
  const closed = Date.parse(bar.time) + barMs;
  const next = closed - (closed % decisionMs) + decisionMs;
  if (bar.isAlwaysOpen && !bar.isMarketTime && next > now) {
    return texts.watchDecidesNext({ time: formatTime(new Date(next).toISOString()), stops });
  }
  return decisionMs > HOUR_MS ? texts.watchDecidesDaily({ stops }) : texts.watchDecidesHourly({ stops });
}
