import type { TrackRecord } from "@wazi/contracts";
import { formatDay } from "../../lib/format-date.ts";
import { formatNav } from "../../lib/format-number.ts";

/** "+3.12%" or "−0.40%". */
export function formatSignedPercent(value: string): string {
  const size = value.replace(/^-/, "");
  return `${value.startsWith("-") ? "−" : "+"}${size}%`;
}

/** "45 s", "12 min", "3 h 20 min", "2 days 5 h". */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  const whole = days === 1 ? "1 day" : `${days} days`;
  return hours % 24 === 0 ? whole : `${whole} ${hours % 24} h`;
}

/** Describes a record's chart in words. */
export function describeRecord(record: TrackRecord): string {
  const { botName, since, nav, returnPct, maxDrawdownPct, buyAndHoldPct, closedTrades } = record;
  if (since === null) return `${botName} has not traded here yet.`;
  const held =
    buyAndHoldPct === null
      ? ""
      : ` Buy and hold of the same symbols: ${formatSignedPercent(buyAndHoldPct)}, without costs.`;
  return (
    `Since ${formatDay(since)}, one unit of ${botName} went from 1.0000 to ${formatNav(nav)} (${formatSignedPercent(returnPct)}) ` +
    `over ${closedTrades.toLocaleString("en-US")} closed ${closedTrades === 1 ? "trade" : "trades"}. ` +
    `Largest fall from a peak: ${maxDrawdownPct}%.${held}`
  );
}

const feedPhrases: Readonly<Record<TrackRecord["feed"], string>> = {
  simulated: "simulated prices",
  replay: "replayed past prices",
  live: "live prices",
};

/** The period, the feed and the broker of a record, which must be shown beside it. */
export function describeRecordSource({ since, feed, broker }: Pick<TrackRecord, "since" | "feed" | "broker">): string {
  const orders = broker === "paper" ? "paper money" : "real orders";
  const period = since === null ? "No trades yet" : `Since ${formatDay(since)}`;
  return `${period}, on ${feedPhrases[feed]}, with ${orders}.`;
}
