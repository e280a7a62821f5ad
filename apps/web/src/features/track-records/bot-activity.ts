import { MINUTE_MS } from "@wazi/contracts";
import type { FeedKind, PublicTrackRecord } from "@wazi/contracts";
import { sampleBots, sampleSymbols } from "../../content/samples.ts";

export interface BotActivity {
  id: string;
  botName: string;
  symbol: string;
  /** US dollars for all investors in the bot together, before the profit share. */
  profit: string;
  /** The change of the bot's unit price in percent; null in a sample. */
  returnPct: string | null;
  minutesAgo: number;
  feed: FeedKind | "sample";
}

const SHOWN = 3;
const sampleProfit = { least: 10, most: 999 } as const;
const sampleMinutes = { least: 1, most: 9 } as const;

/** The latest closed trades, with their age at the time of the record. */
export function toRecentActivity({ recentTrades, until }: PublicTrackRecord): BotActivity[] {
  return recentTrades.slice(0, SHOWN).map((trade) => ({
    id: `${trade.botId} ${trade.symbol} ${trade.executedAt}`,
    botName: trade.botName,
    symbol: trade.symbol,
    profit: trade.profit,
    returnPct: trade.returnPct,
    minutesAgo: Math.max(0, Math.floor((Date.parse(until) - Date.parse(trade.executedAt)) / MINUTE_MS)),
    feed: trade.feed,
  }));
}

/** Creates three invented trades for the tag "Sample data". `random` returns numbers from 0 up to 1. */
export function createSampleActivity(random: () => number): BotActivity[] {
  const between = ({ least, most }: { least: number; most: number }) =>
    least + Math.floor(random() * (most - least + 1));
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: SHOWN }, (_, index) => {
    const [botName, market] = oneOf(sampleBots);
    const symbol = oneOf(sampleSymbols[market]);
    const profit = `${between(sampleProfit)}.00`;
    const minutesAgo = between(sampleMinutes);
    return { id: String(index), botName, symbol, profit, returnPct: null, minutesAgo, feed: "sample" };
  });
}

/** "just now", "4 min ago", "3 h ago", "2 days ago". */
export function formatTimeAgo(minutes: number): string {
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}
