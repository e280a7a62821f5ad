import { type Bot, listUserTrades, type Page, type Trade } from "@wazi/contracts";
import { memo } from "react";
import { formatPrice } from "../../lib/format-price.ts";
import { useWideScreen } from "../../lib/use-wide-screen.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Money } from "../../ui/money.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { TradeRows, TradeTime } from "../../ui/trade-rows.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { isFiltered, noFilters, toQuery, type TradeFilters, writeFilters } from "./trade-filters.ts";
import * as texts from "../../messages/investments.ts";
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { getRefetchMs } from "../../lib/query-client.ts";
import { SelectField, TextField } from "../../ui/field.tsx";

const PER_PAGE = 25;

/** The investor's trades that match the filters, newest first, page by page. */
function useTradeHistory(filters: TradeFilters): UseInfiniteQueryResult<InfiniteData<Page<Trade>>> {
  return useInfiniteQuery({
    queryKey: [listUserTrades.path, "history", writeFilters(filters)],
    queryFn: async ({ pageParam, signal }): Promise<Page<Trade>> => {
      const query = { ...toQuery(filters), limit: String(PER_PAGE), cursor: pageParam };
      const answer = await call(listUserTrades, { query, signal });
      return Array.isArray(answer) ? { items: answer, nextCursor: null } : answer;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: getRefetchMs,
  });
}

/** The prices of entry and exit, each as its market quotes it. */
function formatPrices({ botId, price, exitPrice }: Trade, bots: readonly Bot[]): string {
  const market = bots.find(({ id }) => id === botId)?.market ?? "indices";
  return `${formatPrice({ market, price })} → ${formatPrice({ market, price: exitPrice })}`;
}

const getColumns = (bots: readonly Bot[]): readonly Column<Trade>[] => [
  {
    heading: texts.closed,
    cell: ({ executedAt, barTime }) => <TradeTime {...{ executedAt, barTime }} />,
  },
  { heading: texts.bot, cell: ({ botId, botName }) => <TextLink href={`/bots/${botId}`}>{botName}</TextLink> },
  {
    heading: texts.trade,
    cell: ({ symbol, side }) => (
      <>
        <span className="font-semibold">{symbol}</span>{" "}
        <span className="text-muted">{side === "buy" ? texts.buy : texts.sell}</span>
      </>
    ),
  },
  { heading: texts.historyEntryAndExit, cell: (trade) => <span className="figure">{formatPrices(trade, bots)}</span> },
  { heading: texts.yourAmount, cell: ({ amount }) => <Money value={amount} />, align: "right" },
  { heading: texts.historyGain, cell: (trade) => <Result trade={trade} />, align: "right" },
  { heading: texts.prices, cell: ({ feed }) => <FeedTag feed={feed} />, align: "right" },
];

function Result({ trade }: { trade: Trade }) {
  return <Money value={trade.profit} change className="font-semibold" testId="history-profit" />;
}

/** A table where it fits, else two lines for each trade. */
function Trades({ trades, bots }: { trades: readonly Trade[]; bots: readonly Bot[] }) {
  const isWide = useWideScreen();
  if (isWide) return <Table label={texts.historyTableLabel} columns={getColumns(bots)} rows={trades} />;
  const feeds = [...new Set(trades.map(({ feed }) => feed))];
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-2">
        {feeds.map((feed) => (
          <FeedTag key={feed} feed={feed} />
        ))}
      </p>
      <TradeRows
        label={texts.historyTableLabel}
        rows={trades.map((trade) => ({
          ...trade,
          result: <Result trade={trade} />,
          about: <TextLink href={`/bots/${trade.botId}`}>{trade.botName}</TextLink>,
          prices: formatPrices(trade, bots),
        }))}
      />
    </>
  );
}

/** The trades that match the filters. Rendered again only when the filters or the trades change. */
export const HistoryList = memo(function HistoryList({
  filters,
  bots,
  onChange,
}: {
  filters: TradeFilters;
  /** For the markets, which decide how prices are written. */
  bots: readonly Bot[];
  onChange: (filters: TradeFilters) => void;
}) {
  const trades = useTradeHistory(filters);
  return (
    <QueryState query={trades} failedTitle={texts.tradesFailedTitle} loading={<SkeletonRows rows={6} />}>
      {({ pages }) => {
        const list = pages.flatMap(({ items }) => items);
        const total = pages[0]?.total;
        if (list.length === 0) {
          return isFiltered(filters) ? (
            <EmptyState
              action={
                <Button look="secondary" onClick={() => onChange(noFilters)}>
                  {texts.historyShowAll}
                </Button>
              }
            >
              {texts.historyNoMatches}
            </EmptyState>
          ) : (
            <EmptyState action={<LinkButton href="/bots">{texts.chooseBot}</LinkButton>}>
              {texts.historyEmpty}
            </EmptyState>
          );
        }
        return (
          <>
            <p role="status" className="mb-3 text-14 text-muted" data-testid="history-count">
              {formatCount(list.length, total, trades.hasNextPage)}
            </p>
            <Trades trades={list} bots={bots} />
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
            <p className="mt-4 border-t border-line pt-3 text-14 text-muted">{texts.historyLead}</p>
          </>
        );
      }}
    </QueryState>
  );
});

function formatCount(shown: number, total: number | undefined, hasMore: boolean): string {
  const trades = (count: number) => texts.historyCount({ count });
  if (!hasMore) return trades(shown);
  return total === undefined
    ? texts.newestTrades({ trades: trades(shown) })
    : texts.historyCountOf({ shown, trades: trades(total) });
}

/** The filters of the trade history. Each change applies at once. */
export function HistoryFilters({
  filters,
  bots,
  onChange,
}: {
  filters: TradeFilters;
  bots: readonly Bot[];
  onChange: (filters: TradeFilters) => void;
}) {
  const symbols = listSymbols(bots, filters);
  const set = (name: keyof TradeFilters) => ({
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...filters, [name]: target.value }),
  });
  return (
    <div
      role="search"
      aria-label={texts.filters}
      className="grid grid-cols-2 items-end gap-4 sm:grid-cols-3 lg:grid-cols-6"
    >
      <SelectField label={texts.bot} className="max-sm:col-span-2" {...set("bot")}>
        <option value="">{texts.allBots}</option>
        {bots.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={texts.symbol} {...set("symbol")}>
        <option value="">{texts.all}</option>
        {symbols.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </SelectField>
      <SelectField label={texts.side} {...set("side")}>
        <option value="">{texts.both}</option>
        <option value="buy">{texts.buy}</option>
        <option value="sell">{texts.sell}</option>
      </SelectField>
      <SelectField label={texts.result} {...set("outcome")}>
        <option value="">{texts.any}</option>
        <option value="won">{texts.won}</option>
        <option value="lost">{texts.lost}</option>
      </SelectField>
      <TextField label={texts.from} type="date" max={filters.to || undefined} {...set("from")} />
      <TextField label={texts.to} type="date" min={filters.from || undefined} {...set("to")} />
      {isFiltered(filters) ? (
        <Button look="quiet" className="justify-self-start px-3" onClick={() => onChange(noFilters)}>
          {texts.clearFilters}
        </Button>
      ) : null}
    </div>
  );
}

/**
 * The symbols of the selected bot or of all bots, plus the one in the address, so that the selection is always visible.
 */
function listSymbols(bots: readonly Bot[], { bot, symbol }: TradeFilters): string[] {
  const shown = bot === "" ? bots : bots.filter(({ id }) => id === bot);
  const all = new Set(shown.flatMap(({ symbols }) => symbols));
  if (symbol !== "") all.add(symbol);
  return [...all].sort();
}
