import type { Market, Trade } from "@wazi/contracts";
import { formatDayAndTime, formatShortDay, formatTime } from "../../lib/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { FeedTag, PreviewTag } from "../../ui/tag.tsx";
import { useUserBots, useUserTrades } from "./api.ts";
import { SimulatedPreview } from "./simulated-preview.tsx";

const SHOWN = 5;

export function RecentTrades() {
  const trades = useUserTrades();
  const positions = useUserBots();
  const markets = [...new Set(positions.data?.map(({ market }) => market))].sort();
  const isPreview = trades.data?.length === 0 && markets.length > 0;
  const feed = trades.data?.[0]?.feed;
  return (
    <Sheet
      title="Recent Trades"
      aside={feed !== undefined ? <FeedTag feed={feed} /> : isPreview ? <PreviewTag /> : undefined}
    >
      <QueryState
        query={trades}
        what="your trades"
        loading={<SkeletonRows rows={SHOWN} />}
        empty={<NoTrades markets={markets} isPending={positions.isPending} />}
      >
        {(list) => (
          <>
            <ol className="-my-2 divide-y divide-line">
              {list.slice(0, SHOWN).map((trade) => (
                <TradeRow key={trade.id} trade={trade} />
              ))}
            </ol>
            <p className="mt-4 border-t border-line pt-3 text-14 text-muted">
              Your part of each trade&apos;s gain or loss, before the profit share.
            </p>
          </>
        )}
      </QueryState>
    </Sheet>
  );
}

/** Shows the preview to investors with active bots, otherwise only the empty text. */
function NoTrades({ markets, isPending }: { markets: readonly Market[]; isPending: boolean }) {
  if (isPending) return <SkeletonRows rows={SHOWN} />;
  if (markets.length > 0) return <SimulatedPreview key={markets.join()} markets={markets} />;
  return <EmptyState>No trades yet. Your bots will start trading soon!</EmptyState>;
}

function TradeRow({ trade }: { trade: Trade }) {
  return (
    <li className="flex items-stretch gap-4 py-2" data-testid="trade">
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
            {trade.symbol} <span className="ml-1 font-normal text-muted">{trade.side === "buy" ? "Buy" : "Sell"}</span>
          </p>
          <p className="truncate text-14 text-muted">{trade.botName}</p>
        </div>
        <Money value={trade.profit} change className="text-16 font-semibold" testId="trade-profit" />
      </div>
    </li>
  );
}
