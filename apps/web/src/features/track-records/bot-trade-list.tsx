import type { ClosedTrade } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { formatPrice } from "../../lib/format-price.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { useBotTrades } from "./api.ts";

const reasons: Readonly<Record<ClosedTrade["reason"], string>> = {
  stop: "Stop-loss",
  target: "Target",
  signal: "Signal",
  "series-break": "Gap in prices",
};

const price = (market: ClosedTrade["market"], value: string) => formatPrice({ market, price: value });

function getColumns(hasFeeds: boolean): readonly Column<ClosedTrade>[] {
  const columns: Column<ClosedTrade>[] = [
    {
      heading: "Closed",
      cell: ({ executedAt }) => <time dateTime={executedAt}>{formatDayAndTime(executedAt)}</time>,
    },
    {
      heading: "Trade",
      cell: ({ symbol, side }) => (
        <>
          <span className="font-semibold">{symbol}</span>{" "}
          <span className="text-muted">{side === "buy" ? "Buy" : "Sell"}</span>
        </>
      ),
    },
    {
      heading: "Entry and exit",
      cell: ({ market, entryPrice, exitPrice }) => (
        <span className="figure">
          {price(market, entryPrice)} → {price(market, exitPrice)}
        </span>
      ),
    },
    { heading: "Reason", cell: ({ reason }) => reasons[reason] },
    { heading: "Return", cell: ({ returnPct }) => <PercentChange value={returnPct} />, align: "right" },
    {
      heading: "All investors",
      cell: ({ profit }) => <Money value={profit} change testId="bot-trade-profit" />,
      align: "right",
    },
  ];
  if (hasFeeds) columns.push({ heading: "Prices", cell: ({ feed }) => <FeedTag feed={feed} />, align: "right" });
  return columns;
}

/** The bot's closed trades, newest first, page by page. */
export function BotTradeList({ botId }: { botId: string }) {
  const trades = useBotTrades(botId);
  return (
    <QueryState query={trades} what="its trades" loading={<SkeletonRows rows={5} />}>
      {({ pages }) => {
        const list = pages.flatMap(({ items }) => items);
        if (list.length === 0) return <EmptyState>No closed trades yet. The first one will appear here.</EmptyState>;
        return (
          <>
            <Table
              label="The bot's closed trades"
              columns={getColumns(new Set(list.map(({ feed }) => feed)).size > 1)}
              rows={list}
            />
            {trades.hasNextPage ? (
              <Button
                look="secondary"
                className="mt-4 w-full"
                pending={trades.isFetchingNextPage}
                pendingLabel="Loading…"
                onClick={() => void trades.fetchNextPage()}
              >
                Show More
              </Button>
            ) : null}
            <p className="mt-4 border-t border-line pt-3 text-14 text-muted">
              What each trade gained or lost for all investors in this bot together, before the profit share.
            </p>
          </>
        );
      }}
    </QueryState>
  );
}
