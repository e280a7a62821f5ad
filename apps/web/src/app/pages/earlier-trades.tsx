import type { ClosedTrade, EvidenceTrade, UserBot } from "@wazi/contracts";
import type { ReactNode } from "react";
import { useBotEvidences } from "../../investing/evidence/api.ts";
import { NoTradesYet } from "../../investing/positions/recent-trades.tsx";
import { useEarlierClosings } from "../../proofs/track-records/api.ts";
import { formatDayAndTime, formatShortDay, formatTime } from "../../lib/format-date.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as texts from "../../messages/bot.ts";

const SHOWN = 5;

/** A trade that an investor had no part in: what was traded and when. */
interface EarlierTrade {
  id: string;
  botName: string;
  symbol: string;
  side: "buy" | "sell";
  /** When it closed. */
  at: string;
}

/** The newest closings of several bots, newest first. */
export function pickClosings(trades: readonly ClosedTrade[]): EarlierTrade[] {
  return pickNewest(
    trades.map(({ id, botName, symbol, side, executedAt }) => ({ id, botName, symbol, side, at: executedAt })),
  );
}

/** The newest trades of several bots' backtests, newest first. */
export function pickBacktestTrades(trades: readonly (EvidenceTrade & { botName: string })[]): EarlierTrade[] {
  return pickNewest(
    trades.map(({ botName, symbol, side, exitAt, series }, index) => {
      return { id: `${botName} ${series} ${exitAt} ${index}`, botName, symbol, side, at: exitAt };
    }),
  );
}

function pickNewest(trades: readonly EarlierTrade[]): EarlierTrade[] {
  return [...trades].sort((a, b) => b.at.localeCompare(a.at)).slice(0, SHOWN);
}

/**
 * For investors whose bots have not closed a trade since they joined: their bots' latest real closings from before, or the
 * last trades of their backtests.
 */
export default function EarlierTrades({ positions }: { positions: readonly UserBot[] }) {
  const closings = useEarlierClosings(positions);
  const isKnown = closings !== null;
  const ids = isKnown && closings.length === 0 ? positions.map(({ botId }) => botId) : [];
  const evidence = useBotEvidences(ids);
  if (!isKnown) return <SkeletonRows rows={5} />;
  if (closings.length > 0) {
    return (
      <TradeList
        tag={
          <Tag look="stitched" title={texts.earlierTagTitle}>
            {texts.earlierTag}
          </Tag>
        }
        trades={pickClosings(closings)}
        note={texts.earlierNote}
      />
    );
  }
  const trades = pickBacktestTrades(
    evidence.flatMap(({ botName, trades: recorded }) => recorded.map((trade) => ({ ...trade, botName }))),
  );
  if (trades.length === 0) return <NoTradesYet />;
  return <TradeList tag={<BacktestTag />} trades={trades} isLongAgo note={texts.earlierBacktestNote} />;
}

function TradeList({
  tag,
  trades,
  note,
  isLongAgo = false,
}: {
  tag: ReactNode;
  trades: readonly EarlierTrade[];
  note: string;
  /** Years matter more than hours. */
  isLongAgo?: boolean;
}) {
  return (
    <>
      <p className="mb-2">{tag}</p>
      <ol className="-my-2 divide-y divide-line">
        {trades.map(({ id, botName, symbol, side, at }) => (
          <li key={id} className="flex items-stretch gap-4 py-2" data-testid="earlier-trade">
            <time
              dateTime={at}
              title={formatDayAndTime(at)}
              className="figure flex w-14 shrink-0 flex-col justify-center text-14 leading-5 text-muted"
            >
              <span>{formatShortDay(at)}</span>
              <span>{isLongAgo ? at.slice(0, 4) : formatTime(at)}</span>
            </time>
            <div className="margin-rule min-w-0 py-1.5 pl-4">
              <p className="font-semibold">
                {symbol} <span className="ml-1 font-normal text-muted">{side === "buy" ? texts.buy : texts.sell}</span>
              </p>
              <p className="truncate text-14 text-muted">{botName}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-4 border-t border-line pt-3 text-14 text-muted">{texts.earlierText({ note })}</p>
    </>
  );
}
