import type { TrackRecord } from "@wazi/contracts";
import { formatDay } from "../../lib/format-date.ts";
import { formatNav } from "../../lib/format-number.ts";
import * as texts from "../../messages/track-records.ts";

/** "+3.12%" or "−0.40%". */
export function formatSignedPercent(value: string): string {
  const size = value.replace(/^-/, "");
  return `${value.startsWith("-") ? "−" : "+"}${size}%`;
}

/** "45 s", "12 min", "3 h 20 min", "2 days 5 h". */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return texts.minutesMin({ minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : texts.durationHours({ hours, minutes: minutes % 60 });
  const days = Math.floor(hours / 24);
  const whole = days === 1 ? texts.recordOneDay : texts.recordDays({ days });
  return hours % 24 === 0 ? whole : `${whole} ${hours % 24} h`;
}

/** Describes a record's chart in words. */
export function describeRecord(record: TrackRecord): string {
  const { botName, since, nav, returnPct, maxDrawdownPct, buyAndHoldPct, closedTrades } = record;
  if (since === null) return texts.recordNone({ botName });
  const held =
    buyAndHoldPct === null ? "" : ` ${texts.recordBuyAndHold({ buyAndHoldPct: formatSignedPercent(buyAndHoldPct) })}`;
  return (
    `${texts.recordReturn({ since: formatDay(since), botName, nav: formatNav(nav), returnPct: formatSignedPercent(returnPct) })} ` +
    `${texts.recordTrades({ closedTrades: closedTrades.toLocaleString("en-US"), closedTrades2: closedTrades })} ` +
    texts.recordDrawdown({ maxDrawdownPct, held, record: describeMarketTime(record) })
  );
}

/** The period in the market's own time, where it differs from the clock's. */
function describeMarketTime({ series }: TrackRecord): string {
  const [first, last] = [series[0]?.barTime ?? null, series.at(-1)?.barTime ?? null];
  if (first === null || last === null) return "";
  return ` ${texts.recordMarketTime({ first: formatDay(first), last: formatDay(last) })}`;
}

const feedPhrases: Readonly<Record<TrackRecord["feed"], string>> = {
  simulated: texts.simulatedPrices,
  replay: texts.feedReplay,
  live: texts.livePrices,
};

/** The period, the feed and the broker of a record, which must be shown beside it. */
export function describeRecordSource({ since, feed, broker }: Pick<TrackRecord, "since" | "feed" | "broker">): string {
  const orders = broker === "paper" ? texts.paperMoney : texts.realOrders;
  const period = since === null ? texts.figureNoTrades : texts.figureSince({ since: formatDay(since) });
  return texts.recordSource({ period, feed: feedPhrases[feed], orders });
}
