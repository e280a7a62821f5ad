import type { ClosedTrade } from "@wazi/contracts";
import { formatPrice } from "../../lib/format-price.ts";
import { useWideScreen } from "../../lib/use-wide-screen.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { TradeRows, TradeTime } from "../../ui/trade-rows.tsx";
import { useBotTrades } from "./api.ts";
import * as texts from "../../messages/track-records.ts";

const reasons: Readonly<Record<ClosedTrade["reason"], string>> = {
  stop: texts.stopLoss,
  target: texts.target,
  signal: texts.signal,
  "series-break": texts.exitSeriesBreak,
};

const LABEL = texts.tradesLabel;

const price = (market: ClosedTrade["market"], value: string) => formatPrice({ market, price: value });

function getColumns(hasFeeds: boolean): readonly Column<ClosedTrade>[] {
  const columns: Column<ClosedTrade>[] = [
    {
      heading: texts.closed,
      cell: ({ executedAt, barTime }) => <TradeTime {...{ executedAt, barTime }} />,
    },
    {
      heading: texts.trade,
      cell: ({ symbol, side }) => (
        <>
          <span className="font-semibold">{symbol}</span>{" "}
          <span className="text-muted">{side === "buy" ? texts.buy : texts.sell}</span>
        </>
      ),
    },
    {
      heading: texts.tradesEntryAndExit,
      cell: ({ market, entryPrice, exitPrice }) => (
        <span className="figure">
          {price(market, entryPrice)} → {price(market, exitPrice)}
        </span>
      ),
    },
    { heading: texts.reason, cell: ({ reason }) => reasons[reason] },
    { heading: texts.returnLabel, cell: ({ returnPct }) => <PercentChange value={returnPct} />, align: "right" },
    {
      heading: texts.allInvestors,
      cell: ({ profit }) => <Money value={profit} change testId="bot-trade-profit" />,
      align: "right",
    },
  ];
  if (hasFeeds) columns.push({ heading: texts.prices, cell: ({ feed }) => <FeedTag feed={feed} />, align: "right" });
  return columns;
}

/** A table where it fits, else two lines for each trade. */
function Trades({ trades }: { trades: readonly ClosedTrade[] }) {
  const isWide = useWideScreen();
  const hasFeeds = new Set(trades.map(({ feed }) => feed)).size > 1;
  if (isWide) return <Table label={LABEL} columns={getColumns(hasFeeds)} rows={trades} />;
  return (
    <TradeRows
      label={LABEL}
      rows={trades.map((trade) => ({
        ...trade,
        result: <PercentChange value={trade.returnPct} />,
        about: hasFeeds ? `${reasons[trade.reason]}, ${trade.feed}` : reasons[trade.reason],
        prices: `${price(trade.market, trade.entryPrice)} → ${price(trade.market, trade.exitPrice)}`,
      }))}
    />
  );
}

/** The bot's closed trades, newest first, page by page. */
export function BotTradeList({ botId }: { botId: string }) {
  const trades = useBotTrades(botId);
  return (
    <QueryState query={trades} failedTitle={texts.tradesFailedTitle} loading={<SkeletonRows rows={5} />}>
      {({ pages }) => {
        const list = pages.flatMap(({ items }) => items);
        if (list.length === 0) return <EmptyState>{texts.tradesEmpty}</EmptyState>;
        return (
          <>
            <Trades trades={list} />
            {trades.hasNextPage ? (
              <Button
                look="secondary"
                className="mt-4 w-full"
                pending={trades.isFetchingNextPage}
                pendingLabel={texts.loading}
                onClick={() => void trades.fetchNextPage()}
              >
                {texts.showMore}
              </Button>
            ) : null}
            <p className="mt-4 border-t border-line pt-3 text-14 text-muted">{texts.tradesLead}</p>
          </>
        );
      }}
    </QueryState>
  );
}
