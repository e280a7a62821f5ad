import type { Bot, CandleInterval, ClosedTrade } from "@wazi/contracts";
import { useMemo, useState } from "react";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { formatPrice } from "../../lib/format-price.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Candles, useBotTrades, useCandles } from "./api.ts";
import { ChartBox } from "./chart-box.tsx";
import { toPriceBars, thinOut, toTradeMarks } from "./chart-points.ts";
import { ChartTable } from "./chart-table.tsx";

/** The server's maximum. The visible bars have no room for more. */
const MARKED_TRADES = 200;
const TABLE_ROWS = 24;
const HEIGHT = "h-72 sm:h-88";
const intervalNames = { "1m": "1-minute", "1h": "1-hour", "1d": "1-day" } as const;

/** Prices of one of the bot's symbols, with the bot's trades. */
export function PriceChart({ bot }: { bot: Bot }) {
  const [symbol, setSymbol] = useState(bot.symbols[0] ?? "");
  const [interval, setInterval] = useState<CandleInterval | undefined>(bot.feed === "replay" ? undefined : "1m");
  const candles = useCandles(bot.id, symbol, interval);
  const trades = useBotTrades(bot.id, { symbol, limit: MARKED_TRADES });
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 sm:max-w-md">
        <SelectField label="Symbol" value={symbol} onChange={(event) => setSymbol(event.target.value)}>
          {bot.symbols.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        {interval === undefined ? null : (
          <SelectField
            label="Interval"
            value={interval}
            onChange={(event) => setInterval(event.target.value === "1h" ? "1h" : "1m")}
          >
            <option value="1m">{intervalNames["1m"]}</option>
            <option value="1h">{intervalNames["1h"]}</option>
          </SelectField>
        )}
      </div>
      <QueryState query={candles} what="the prices" loading={<Loading />}>
        {(data) =>
          data.candles.length === 0 ? (
            <EmptyState>No complete bar for {symbol} yet. 1-minute bars appear first.</EmptyState>
          ) : (
            <Prices
              key={`${data.symbol} ${data.interval}`}
              market={bot.market}
              candles={data}
              trades={trades.data?.pages[0]?.items ?? none}
            />
          )
        }
      </QueryState>
    </div>
  );
}

const none: readonly ClosedTrade[] = [];

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <Skeleton className={HEIGHT} />
    </div>
  );
}

function Prices({
  market,
  candles,
  trades,
}: {
  market: Bot["market"];
  candles: Candles;
  trades: readonly ClosedTrade[];
}) {
  const show = (price: string) => formatPrice({ market, price });
  const drawing = useMemo(() => {
    const bars = toPriceBars(candles.candles);
    const lastPrice = formatPrice({ market, price: candles.candles.at(-1)?.close ?? "0" });
    const places = lastPrice.split(".")[1]?.length ?? 0;
    return { kind: "prices", bars, marks: toTradeMarks(trades, bars), places } as const;
  }, [candles, trades, market]);
  const first = candles.candles[0];
  const last = candles.candles.at(-1);
  if (first === undefined || last === undefined) return null;
  const opened = drawing.marks.filter(({ kind }) => kind !== "closed").length;
  const summary =
    `${candles.symbol}, ${intervalNames[candles.interval]} bars, from ${formatDayAndTime(first.time)} at ` +
    `${show(first.open)} to ${formatDayAndTime(last.time)} at ${show(last.close)}. ` +
    `The bot opened ${opened === 0 ? "no trade" : opened === 1 ? "1 trade" : `${opened} trades`} in this period.`;
  const rows = thinOut(candles.candles, TABLE_ROWS).map(({ time, high, low, close }) => ({
    id: time,
    cells: [formatDayAndTime(time), show(high), show(low), show(close)],
  }));
  return (
    <figure className="grid gap-3">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-14 text-muted">
        <li>▲ bought</li>
        <li>▼ sold</li>
        <li>● closed (green for a gain, red for a loss)</li>
      </ul>
      <ChartBox drawing={drawing} summary={summary} className={HEIGHT} />
      <figcaption className="text-14 text-muted">{summary}</figcaption>
      <ChartTable label="Prices" headings={["When", "High", "Low", "Close"]} rows={rows} />
    </figure>
  );
}
