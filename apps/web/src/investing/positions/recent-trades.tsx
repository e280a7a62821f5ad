import type { Trade, UserBot } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatDayAndTime, formatShortDay, formatTime } from "../../lib/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Money } from "../../ui/money.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useUserBots, useUserTrades } from "./api.ts";
import * as texts from "../../messages/investments.ts";

const SHOWN = 5;

/** The investor's latest trades. `earlier` shows trades from before theirs to investors with active bots. */
export function RecentTrades({ earlier }: { earlier: (positions: readonly UserBot[]) => ReactNode }) {
  const trades = useUserTrades();
  const feed = trades.data?.[0]?.feed;
  return (
    <Sheet
      title={texts.recentTrades}
      aside={
        feed === undefined ? undefined : (
          <span className="flex items-center gap-3">
            <FeedTag feed={feed} />
            <TextLink href="/history">{texts.seeAll}</TextLink>
          </span>
        )
      }
    >
      <QueryState
        query={trades}
        failedTitle={texts.tradesFailedTitle}
        loading={<SkeletonRows rows={SHOWN} />}
        empty={<NoTrades earlier={earlier} />}
      >
        {(list) => (
          <>
            <ol className="-my-2 divide-y divide-line">
              {list.slice(0, SHOWN).map((trade) => (
                <TradeRow key={trade.id} trade={trade} />
              ))}
            </ol>
            <p className="mt-4 border-t border-line pt-3 text-14 text-muted">{texts.historyLead}</p>
          </>
        )}
      </QueryState>
    </Sheet>
  );
}

function NoTrades({ earlier }: { earlier: (positions: readonly UserBot[]) => ReactNode }) {
  const positions = useUserBots();
  if (positions.isPending) return <SkeletonRows rows={SHOWN} />;
  if (positions.data !== undefined && positions.data.length > 0) return earlier(positions.data);
  return <NoTradesYet />;
}

export function NoTradesYet() {
  return <EmptyState>{texts.historyEmpty}</EmptyState>;
}

function TradeRow({ trade }: { trade: Trade }) {
  return (
    <li data-testid="trade">
      <Link
        href={`/bots/${trade.botId}`}
        className="-mx-2 flex items-stretch gap-4 rounded-sm px-2 py-2 hover:bg-sunken"
      >
        <time
          dateTime={trade.executedAt}
          title={formatDayAndTime(trade.executedAt)}
          className="figure flex w-14 shrink-0 flex-col justify-center text-14 leading-5 text-muted"
        >
          <span className="text-ink">{formatShortDay(trade.executedAt)}</span>
          <span>{formatTime(trade.executedAt)}</span>
        </time>
        <div className="margin-rule flex min-w-0 flex-1 items-center justify-between gap-3 py-1.5 pl-4">
          <div className="min-w-0">
            <p className="font-semibold">
              {trade.symbol}{" "}
              <span className="ml-1 font-normal text-muted">{trade.side === "buy" ? texts.buy : texts.sell}</span>
            </p>
            <p className="truncate text-14 text-muted">{trade.botName}</p>
            {trade.barTime === null ? null : (
              <p className="text-12 text-muted">
                {texts.tradeMarketTime({ barTime: formatDayAndTime(trade.barTime) })}
              </p>
            )}
          </div>
          <Money value={trade.profit} change className="text-16 font-semibold" testId="trade-profit" />
        </div>
      </Link>
    </li>
  );
}
