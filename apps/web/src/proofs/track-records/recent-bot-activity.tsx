import type { ReactNode } from "react";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import * as texts from "../../messages/track-records.ts";
import { type FeedKind, MINUTE_MS, type PublicEvidence, type PublicTrackRecord } from "@wazi/contracts";
import { formatDay } from "../../lib/format-date.ts";

interface BotActivity {
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

/** The latest trades of the bots, or the last ones of their backtests, under the tag of their source. */
export function RecentBotActivity({ activity }: { activity: readonly BotActivity[] }) {
  const sources = [...new Set(activity.map(({ source }) => source))];
  return (
    <section aria-label={texts.activityLabel}>
      <header className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-14 font-semibold tracking-normal">{texts.activityLabel}</h3>
        <span className="flex gap-1.5">
          {sources.map((source) => (
            <SourceTag key={source} source={source} />
          ))}
        </span>
      </header>
      <ol className="mt-1 divide-y divide-line">
        {activity.map((entry) => (
          <ActivityRow
            key={entry.id}
            entry={entry}
            tag={sources.length > 1 ? <SourceTag source={entry.source} /> : null}
          />
        ))}
      </ol>
    </section>
  );
}

function SourceTag({ source }: { source: BotActivity["source"] }) {
  return source === "backtest" ? <BacktestTag /> : <FeedTag feed={source} />;
}

/** `tag` is shown if the trades come from different feeds. */
function ActivityRow({ entry, tag }: { entry: BotActivity; tag: ReactNode }) {
  const { botName, symbol, profit, returnPct, when } = entry;
  return (
    <li className="flex items-baseline justify-between gap-3 py-2 text-14" data-testid="bot-activity">
      <span className="min-w-0">
        <span className="block truncate font-semibold">{botName}</span>
        <span className="block truncate text-muted">
          {symbol} · {when}
        </span>
        {tag}
      </span>
      <span className="shrink-0 text-right">
        {profit === null ? null : <Money value={profit} change className="block font-semibold" />}
        <PercentChange value={returnPct} />
      </span>
    </li>
  );
}
