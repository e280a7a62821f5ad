import { MINUTE_MS } from "@wazi/contracts";
import type { FeedKind, PublicEvidence, PublicTrackRecord } from "@wazi/contracts";
import { formatDay } from "../../lib/format-date.ts";
import * as texts from "../../messages/track-records.ts";

export interface BotActivity {
  id: string;
  botName: string;
  symbol: string;
  /** US dollars for all investors in the bot together, before the profit share; null in a backtest, where nobody invested. */
  profit: string | null;
  /** The change of the bot's unit price in percent. */
  returnPct: string;
  /** "4 min ago", or the day of a backtest's trade. */
  when: string;
  source: FeedKind | "backtest";
}

const SHOWN = 3;

/** The latest closed trades, with their age at the time of the record. */
export function toRecentActivity({ recentTrades, until }: PublicTrackRecord): BotActivity[] {
  return recentTrades.slice(0, SHOWN).map((trade) => ({
    id: `${trade.botId} ${trade.symbol} ${trade.executedAt}`,
    botName: trade.botName,
    symbol: trade.symbol,
    profit: trade.profit,
    returnPct: trade.returnPct,
    when: formatTimeAgo(Math.max(0, Math.floor((Date.parse(until) - Date.parse(trade.executedAt)) / MINUTE_MS))),
    source: trade.feed,
  }));
}

/** The last trades of the backtests, with their days. */
export function toBacktestActivity({ recentTrades }: Pick<PublicEvidence, "recentTrades">): BotActivity[] {
  return recentTrades.slice(0, SHOWN).map((trade) => ({
    id: `${trade.botId} ${trade.symbol} ${trade.exitAt}`,
    botName: trade.botName,
    symbol: trade.symbol,
    profit: null,
    returnPct: String(trade.returnPct),
    when: formatDay(trade.exitAt),
    source: "backtest",
  }));
}

/** "just now", "4 min ago", "3 h ago", "2 days ago". */
export function formatTimeAgo(minutes: number): string {
  if (minutes < 1) return texts.justNow;
  if (minutes < 60) return texts.agoMinutes({ minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return texts.agoHours({ hours });
  const days = Math.floor(hours / 24);
  return days === 1 ? texts.agoOneDay : texts.agoDays({ days });
}
