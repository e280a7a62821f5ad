import {
  DAY_SECONDS,
  HOUR_SECONDS,
  type Bot,
  type CandleInterval,
  type ChartCandle,
  type ClosedTrade,
} from "@wazi/contracts";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { explain } from "../../content/explained-terms.ts";
import { downloadCsv } from "../../lib/csv.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { formatPrice } from "../../lib/format-price.ts";
import { ChartBox, ChartTable } from "../../ui/chart/chart-box.tsx";
import {
  chooseBarSeconds,
  formatChange,
  mergeBars,
  type PriceBar,
  thinOut,
  toPriceBars,
  toTradeMarks,
  type TradeMark,
} from "../../ui/chart/chart-data.ts";
import { type ChartRange, ChartToolbar, findWindow, listRanges, rangeSeconds } from "../../ui/chart/chart-toolbar.tsx";
import "../../ui/chart/chart.css";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { WhatIs } from "../../ui/what-is.tsx";
import { MARKED_TRADES, useCandles, useMarkedTrades } from "./api.ts";
import * as texts from "../../messages/track-records.ts";

const TABLE_ROWS = 60;
const HEIGHT = "h-72 sm:h-96";
const intervalSeconds: Readonly<Record<CandleInterval, number>> = { "1m": 60, "1h": HOUR_SECONDS, "1d": DAY_SECONDS };
/** The ranges with stored simulated and live prices: minutes of two days, and hours. */
const storedRanges: readonly ChartRange[] = ["1D", "1W", "1M", "3M"];

/** Prices of one of the bot's symbols, with the bot's trades. */
export function PriceChart({
  bot,
  since,
}: {
  bot: Bot;
  /** When its record began: earlier trades have no mark. */ since: string | null;
}) {
  const [symbol, setSymbol] = useState(bot.symbols[0] ?? "");
  const isReplay = bot.feed === "replay";
  const [range, setRange] = useState<ChartRange>(isReplay ? "All" : "1D");
  const candles = useCandles({
    botId: bot.id,
    symbol,
    interval: isReplay ? undefined : range === "1D" ? "1m" : "1h",
    reachMs: isReplay ? Infinity : rangeSeconds(range) * 1_000,
  });
  return (
    <div className="grid gap-4">
      <SelectField
        label={texts.symbol}
        className="sm:max-w-52"
        value={symbol}
        onChange={(event) => setSymbol(event.target.value)}
      >
        {bot.symbols.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <QueryState query={candles} failedTitle={texts.pricesFailedTitle} loading={<Loading />}>
        {(data) =>
          data.candles.length === 0 ? (
            <EmptyState>{texts.pricesEmpty({ symbol })}</EmptyState>
          ) : (
            <Prices
              bot={bot}
              since={since}
              symbol={data.symbol}
              candles={data.candles}
              ownSeconds={intervalSeconds[data.interval]}
              ranges={isReplay ? null : storedRanges}
              range={range}
              onRange={setRange}
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
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-108" />
    </div>
  );
}

function Prices({
  bot,
  since,
  symbol,
  candles,
  ownSeconds,
  ranges: fixedRanges,
  range,
  onRange,
}: {
  bot: Bot;
  since: string | null;
  symbol: string;
  candles: readonly ChartCandle[];
  ownSeconds: number;
  /** Null to offer the ranges that the bars cover. */
  ranges: readonly ChartRange[] | null;
  range: ChartRange;
  onRange: (range: ChartRange) => void;
}) {
  const [chosen, setChosen] = useState({ isLog: false, isTable: false });
  // The drawing follows after the paint in which the pressed button is shown.
  const { isLog, isTable } = useDeferredValue(chosen);
  const all = useMemo(() => toPriceBars(candles), [candles]);
  const shownRange = useDeferredValue(range);
  const [at, setAt] = useState<number | null>(null);
  const onPoint = useCallback((row: number | null) => setAt(row), []);
  const trades = useMarkedTrades(bot.id, symbol);
  const closed = useMemo(
    () => (trades?.items ?? none).filter(({ openedAt }) => since === null || openedAt >= since),
    [trades, since],
  );
  const show = useCallback((price: number) => formatPrice({ market: bot.market, price: String(price) }), [bot.market]);
  const data = { from: all[0]?.time ?? 0, to: (all.at(-1)?.time ?? 0) + ownSeconds };
  const { from } = findWindow(data, shownRange);
  const drawing = useMemo(() => {
    const inWindow = all.filter(({ time }) => time >= from);
    const rows = mergeBars(inWindow, chooseBarSeconds(inWindow, ownSeconds));
    const places = show(rows.at(-1)?.close ?? 0).split(".")[1]?.length ?? 0;
    return { kind: "prices", rows, marks: toTradeMarks(closed, rows), places, isLog } as const;
  }, [all, from, ownSeconds, closed, show, isLog]);
  const { rows, marks } = drawing;
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  const describe = (row: PriceBar) =>
    texts.barValues({
      show: show(row.open),
      show2: show(row.high),
      show3: show(row.low),
      show4: show(row.close),
    });
  const opened = marks.filter(({ kind }) => kind !== "closed").length;
  const period = texts.pricesPeriod({
    symbol,
    from: formatMoment(first.time),
    open: show(first.open),
    to: formatMoment(last.time),
    close: show(last.close),
    change: formatChange((last.close / first.open - 1) * 100),
  });
  const summary = [
    period,
    texts.pricesMarks({ state: opened === 0 ? "yes" : "other", opened, opened2: opened }),
    ...((trades?.nextCursor ?? null) === null ? [] : [texts.pricesMarksCapped({ markedTrades: MARKED_TRADES })]),
  ].join(" ");
  return (
    <figure className="grid gap-3">
      <ChartToolbar
        label={texts.pricesLabel({ symbol })}
        ranges={fixedRanges ?? listRanges(data, ownSeconds)}
        {...{ range, onRange, ...chosen }}
        onLog={(next) => setChosen({ ...chosen, isLog: next })}
        onTable={(next) => setChosen({ ...chosen, isTable: next })}
        onDownload={() => downloadCsv(`${symbol.replaceAll("/", "-")}-prices.csv`, toFile(rows, marks))}
      />
      <BarValues row={(at === null ? undefined : rows[at]) ?? last} isAtCrosshair={at !== null} show={show} />
      {isTable ? (
        <ChartTable
          label={texts.pricesTableLabel({ symbol })}
          headings={[texts.when, texts.open, texts.high, texts.low, texts.close, texts.trades]}
          rows={pickTableRows(rows, marks)
            .reverse()
            .map(({ time, open, high, low, close }) => [
              formatMoment(time),
              ...[open, high, low, close].map(show),
              describeMarks(marks, time),
            ])}
        />
      ) : (
        <ChartBox
          drawing={drawing}
          at={at}
          onPoint={onPoint}
          summary={summary}
          spoken={(index) => {
            const row = rows[index];
            return row === undefined
              ? ""
              : `${formatMoment(row.time)}: ${describe(row)}. ${describeMarks(marks, row.time)}`;
          }}
          className={HEIGHT}
        />
      )}
      <MarkKey />
      <figcaption className="text-14 text-muted">{summary}</figcaption>
    </figure>
  );
}

const formatMoment = (seconds: number): string => formatDayAndTime(new Date(seconds * 1000).toISOString());

/** The prices of the bar at the crosshair, or of the last one. */
function BarValues({
  row,
  isAtCrosshair,
  show,
}: {
  row: PriceBar;
  isAtCrosshair: boolean;
  show: (price: number) => string;
}) {
  return (
    <div className="chart-values" data-testid="bar-values">
      <p className="chart-moment">
        {formatMoment(row.time)}
        <span className="text-12">{isAtCrosshair ? texts.pricesAtCrosshair : texts.latestBar}</span>
      </p>
      {(["open", "high", "low", "close"] as const).map((name) => (
        <p key={name} className="chart-value">
          <span className="chart-value-name">{barNames[name]}</span>
          <span className="figure chart-value-figure">{show(row[name])}</span>
        </p>
      ))}
    </div>
  );
}

const barNames = { open: texts.open, high: texts.high, low: texts.low, close: texts.close } as const;
const markNames: Readonly<Record<TradeMark["kind"], string>> = {
  bought: texts.boughtMark,
  sold: texts.soldShort,
  closed: texts.closedMark,
};

/** "Bought. Closed with a gain." */
function describeMarks(marks: readonly TradeMark[], time: number): string {
  const names = marks
    .filter((mark) => mark.time === time)
    .map(({ kind, won }) => (kind === "closed" ? texts.marksClosed({ won: won ? "yes" : "other" }) : markNames[kind]));
  return names.map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}.`).join(" ");
}

/** Evenly spread bars, and every bar with a trade. */
function pickTableRows(rows: readonly PriceBar[], marks: readonly TradeMark[]): PriceBar[] {
  const times = new Set([...thinOut(rows, TABLE_ROWS), ...marks].map(({ time }) => time));
  return rows.filter(({ time }) => times.has(time));
}

function MarkKey() {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-14 text-muted">
      <li>{texts.bought({ span: <span className="text-primary">▲</span> })}</li>
      <li>
        {texts.markShort({ span: <span className="text-ink">▼</span>, whatIs: <WhatIs {...explain("short")} /> })}
      </li>
      <li>{texts.markWon({ span: <span className="text-gain">●</span> })}</li>
      <li>{texts.markLost({ span: <span className="text-loss">■</span> })}</li>
    </ul>
  );
}

function toFile(rows: readonly PriceBar[], marks: readonly TradeMark[]): string[][] {
  return [
    ["time_utc", "open", "high", "low", "close", "trades"],
    ...rows.map(({ time, open, high, low, close }) => [
      new Date(time * 1000).toISOString(),
      ...[open, high, low, close].map(String),
      describeMarks(marks, time),
    ]),
  ];
}
