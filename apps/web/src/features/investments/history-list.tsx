import type { Trade } from "@wazi/contracts";
import { memo } from "react";
import { formatCoins } from "../../lib/format-number.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { isFiltered, noFilters, type TradeFilters } from "./trade-filters.ts";
import { useTradeHistory } from "./trade-history.ts";

const columns: readonly Column<Trade>[] = [
  {
    heading: "Closed",
    cell: ({ executedAt }) => <time dateTime={executedAt}>{formatDayAndTime(executedAt)}</time>,
  },
  { heading: "Bot", cell: ({ botId, botName }) => <TextLink href={`/bots/${botId}`}>{botName}</TextLink> },
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
    cell: ({ price, exitPrice }) => (
      <span className="figure">
        {formatCoins(price)} → {formatCoins(exitPrice)}
      </span>
    ),
  },
  { heading: "Your amount", cell: ({ amount }) => <Money value={amount} />, align: "right" },
  {
    heading: "Gain or loss",
    cell: ({ profit }) => <Money value={profit} change className="font-semibold" testId="history-profit" />,
    align: "right",
  },
  { heading: "Prices", cell: ({ feed }) => <FeedTag feed={feed} />, align: "right" },
];

/** The trades that match the filters. Rendered again only when the filters or the trades change. */
export const HistoryList = memo(function HistoryList({
  filters,
  onChange,
}: {
  filters: TradeFilters;
  onChange: (filters: TradeFilters) => void;
}) {
  const trades = useTradeHistory(filters);
  return (
    <QueryState query={trades} what="your trades" loading={<SkeletonRows rows={6} />}>
      {({ pages }) => {
        const list = pages.flatMap(({ items }) => items);
        const total = pages[0]?.total;
        if (list.length === 0) {
          return isFiltered(filters) ? (
            <EmptyState
              action={
                <Button look="secondary" onClick={() => onChange(noFilters)}>
                  Show all trades
                </Button>
              }
            >
              No trades match these filters.
            </EmptyState>
          ) : (
            <EmptyState action={<LinkButton href="/bots">Choose a bot</LinkButton>}>
              No trades yet. Your bots will start trading soon!
            </EmptyState>
          );
        }
        return (
          <>
            <p role="status" className="mb-3 text-14 text-muted" data-testid="history-count">
              {formatCount(list.length, total, trades.hasNextPage)}
            </p>
            <Table label="Your trades" columns={columns} rows={list} />
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
              Your part of each trade&apos;s gain or loss, before the profit share.
            </p>
          </>
        );
      }}
    </QueryState>
  );
});

function formatCount(shown: number, total: number | undefined, hasMore: boolean): string {
  const trades = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "trade" : "trades"}`;
  if (!hasMore) return trades(shown);
  return total === undefined ? `Newest ${trades(shown)}` : `${shown} of ${trades(total)}`;
}
