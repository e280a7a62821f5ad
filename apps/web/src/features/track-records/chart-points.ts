import type { ChartCandle, ClosedTrade, TrackRecord } from "@wazi/contracts";

/** A point of a chart: seconds since 1970 and a value. For drawing only, not for calculations. */
export interface ChartPoint {
  time: number;
  value: number;
}

const toSeconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

/** The chart needs one value per second, in order. Of several values in a second, the last counts. */
function sortBySecond(points: readonly ChartPoint[]): ChartPoint[] {
  const bySecond = new Map<number, number>();
  for (const { time, value } of [...points].sort((a, b) => a.time - b.time)) bySecond.set(time, value);
  return [...bySecond].map(([time, value]) => ({ time, value }));
}

/** The return of one unit since the start in percent: at the start, after each closed trade, and now. */
export function toReturnPoints(record: Pick<TrackRecord, "since" | "until" | "series" | "nav">): ChartPoint[] {
  if (record.since === null) return [];
  const steps = [
    { at: record.since, nav: "1" },
    ...record.series.filter(({ at }) => at >= (record.since ?? "")),
    { at: record.until, nav: record.nav },
  ];
  return sortBySecond(steps.map(({ at, nav }) => ({ time: toSeconds(at), value: (Number(nav) - 1) * 100 })));
}

/** The fall of each point from the highest point before it, in percent; never above 0. */
export function toDrawdownPoints(returns: readonly ChartPoint[]): ChartPoint[] {
  let peak = 1;
  return returns.map(({ time, value }) => {
    const nav = 1 + value / 100;
    peak = Math.max(peak, nav);
    return { time, value: (nav / peak - 1) * 100 };
  });
}

/**
 * The buy-and-hold return of the bot's symbols in equal parts, in percent, at each bar that all symbols have.
 * `candlesOf` holds the bars of each symbol.
 */
export function toBuyAndHoldPoints(
  { since, buyAndHold }: Pick<TrackRecord, "since" | "buyAndHold">,
  candlesOf: ReadonlyMap<string, readonly ChartCandle[]>,
): ChartPoint[] {
  if (since === null || buyAndHold.length === 0) return [];
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { symbol, startPrice } of buyAndHold) {
    for (const { time, close } of candlesOf.get(symbol) ?? []) {
      const at = toSeconds(time);
      if (at <= toSeconds(since)) continue;
      const before = sums.get(at) ?? { sum: 0, count: 0 };
      const gain = (Number(close) / Number(startPrice) - 1) * 100;
      sums.set(at, { sum: before.sum + gain, count: before.count + 1 });
    }
  }
  const whole = [...sums].filter(([, { count }]) => count === buyAndHold.length);
  if (whole.length === 0) return [];
  const points = whole.map(([time, { sum, count }]) => ({ time, value: sum / count }));
  return sortBySecond([{ time: toSeconds(since), value: 0 }, ...points]);
}

export interface PriceBar {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
}

export function toPriceBars(candles: readonly ChartCandle[]): PriceBar[] {
  const bars = new Map<number, PriceBar>();
  for (const { time, open, high, low, close } of candles) {
    const at = toSeconds(time);
    bars.set(at, { time: at, open: Number(open), high: Number(high), low: Number(low), close: Number(close) });
  }
  return [...bars.values()].sort((a, b) => a.time - b.time);
}

export interface TradeMark {
  time: number;
  kind: "bought" | "sold" | "closed";
  /** For a closed trade: whether it won. */
  won: boolean;
}

/** The marks of the trades on these bars, in order. Trades outside the bars have no mark. */
export function toTradeMarks(
  trades: readonly Pick<ClosedTrade, "side" | "entryBarTime" | "exitBarTime" | "returnPct">[],
  bars: readonly PriceBar[],
): TradeMark[] {
  const marks: TradeMark[] = [];
  const mark = (iso: string, kind: TradeMark["kind"], won: boolean): void => {
    const bar = findBar(bars, toSeconds(iso));
    if (bar !== undefined) marks.push({ time: bar.time, kind, won });
  };
  for (const { side, entryBarTime, exitBarTime, returnPct } of trades) {
    const won = !returnPct.startsWith("-");
    mark(entryBarTime, side === "buy" ? "bought" : "sold", won);
    mark(exitBarTime, "closed", won);
  }
  return marks.sort((a, b) => a.time - b.time);
}

/** Finds the bar that contains a moment. The last bar is assumed to be as long as the one before it. */
function findBar(bars: readonly PriceBar[], at: number): PriceBar | undefined {
  const last = bars.at(-1);
  const first = bars[0];
  if (first === undefined || last === undefined || at < first.time) return undefined;
  const length = last.time - (bars.at(-2) ?? last).time;
  if (at > last.time + length) return undefined;
  return bars.findLast(({ time }) => time <= at);
}

/** Reduces a list to at most `most` items, evenly spread, with the first and the last. */
export function thinOut<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, index) => list[Math.round((index * (list.length - 1)) / (most - 1))] as T);
}

/** Truncates to two places like the figures beside the chart, so that it never looks better than it is. */
export function truncatePercent(value: number): string {
  // Corrects binary fractions that are slightly below their decimal value.
  const hundredths = Math.floor(value * 100 + 1e-6);
  return `${hundredths < 0 ? "−" : ""}${(Math.abs(hundredths) / 100).toFixed(2)}%`;
}
