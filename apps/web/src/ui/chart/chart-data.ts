import { DAY_SECONDS, HOUR_SECONDS, type ChartCandle, type ClosedTrade } from "@wazi/contracts";

/** Seconds since 1970 of a time of the API. */
export const toSeconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

export interface PriceBar {
  /** Seconds since 1970 at which the bar opens. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
}

/** Where a trade opened or closed, on a bar. */
export interface TradeMark {
  time: number;
  kind: "bought" | "sold" | "closed";
  /** For a closed trade: whether it won. */
  won: boolean;
}

/** Bars that can be told apart on a wide screen. */
const MAX_BARS = 300;
const LENGTHS_SECONDS = [
  ...[60, 300, 900, HOUR_SECONDS, 4 * HOUR_SECONDS, 12 * HOUR_SECONDS],
  ...[DAY_SECONDS, 7 * DAY_SECONDS, 30 * DAY_SECONDS],
];

/** The shortest length in seconds of which at most 300 bars fill the time from the first bar to the last. */
export function chooseBarSeconds(bars: readonly PriceBar[], ownSeconds: number): number {
  const first = bars[0];
  const last = bars.at(-1);
  if (first === undefined || last === undefined || bars.length <= MAX_BARS) return ownSeconds;
  const span = last.time - first.time;
  return LENGTHS_SECONDS.find((length) => length >= ownSeconds && span / length <= MAX_BARS) ?? span / MAX_BARS;
}

/** Merges bars into longer ones, oldest first: first open, highest high, lowest low, last close. */
export function mergeBars(bars: readonly PriceBar[], seconds: number): PriceBar[] {
  const merged: PriceBar[] = [];
  for (const bar of bars) {
    const time = Math.floor(bar.time / seconds) * seconds;
    const last = merged.at(-1);
    if (last === undefined || last.time !== time) merged.push({ ...bar, time });
    else {
      last.high = Math.max(last.high, bar.high);
      last.low = Math.min(last.low, bar.low);
      last.close = bar.close;
    }
  }
  return merged;
}

/** A point of a line: seconds since 1970 and the value of 1 put in at the start. For drawing only, not for calculations. */
export interface ChartPoint {
  time: number;
  value: number;
  /** The market's own time of the latest closed trade, where it differs from the clock (a replay). */
  closedAt?: number;
}

/** Each look has its own colour and its own dashes, so that a line is never told apart by colour alone. */
export type LineLook = "main" | "held" | "cash" | "second" | "third" | "fourth";

/** A line of a growth chart, oldest point first. */
export interface GrowthLine {
  id: string;
  label: string;
  look: LineLook;
  points: readonly ChartPoint[];
}

/** A part of the time axis in seconds since 1970. */
export interface TimeWindow {
  from: number;
  to: number;
}

/** The values of all lines at one moment. */
export interface GrowthRow {
  time: number;
  /** In the order of the lines: percent since the start of the window; null before a line starts. */
  changes: readonly (number | null)[];
  /** `closedAt` of the first line's point; null where market time is the clock's. */
  closedAt: number | null;
  /** The lowest percent below its highest point so far that the first line had since the row before; never above 0. */
  fall: number | null;
}

/** The rows that fit beside each other on a wide screen. */
export const MAX_ROWS = 360;

/** The index of the last point at or before a moment, or -1. */
function findIndexAt(points: readonly ChartPoint[], time: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The fall of each point from the highest point before it, in percent; never above 0. */
export function toDrawdownPoints(points: readonly ChartPoint[]): ChartPoint[] {
  let peak = 0;
  return points.map(({ time, value }) => {
    peak = Math.max(peak, value);
    return { time, value: (value / peak - 1) * 100 };
  });
}

/** Evenly spread moments, with the first and the last. */
function listTimes({ from, to }: TimeWindow, rowSeconds: number): number[] {
  const step = Math.max(rowSeconds, (to - from) / (MAX_ROWS - 1));
  const count = Math.floor((to - from) / step) + 1;
  const times = Array.from({ length: count }, (_, index) => Math.round(from + index * step));
  return times.at(-1) === to ? times : [...times, to];
}

/**
 * The rows of a growth chart within a window. Every line starts at 0 where the window starts. Rows are evenly
 * spread in time, at least `rowSeconds` apart.
 */
export function toGrowthRows(lines: readonly GrowthLine[], window: TimeWindow, rowSeconds: number): GrowthRow[] {
  const first = lines[0];
  if (first === undefined || window.to <= window.from) return [];
  const falls = toDrawdownPoints(first.points);
  const starts = lines.map(({ points }) => points[Math.max(0, findIndexAt(points, window.from))]?.value ?? 1);
  let seen = findIndexAt(falls, window.from) - 1;
  return listTimes(window, rowSeconds).map((time) => {
    const last = findIndexAt(falls, time);
    const since = falls.slice(Math.min(seen + 1, last), last + 1);
    seen = last;
    return {
      time,
      changes: lines.map(({ points }, index) => {
        const point = points[findIndexAt(points, time)];
        return point === undefined ? null : (point.value / (starts[index] ?? 1) - 1) * 100;
      }),
      closedAt: first.points[last]?.closedAt ?? null,
      fall: since.length === 0 ? null : Math.min(...since.map(({ value }) => value)),
    };
  });
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

/** "+3.12%", "−0.40%", "0.00%", truncated like `truncatePercent`. */
export function formatChange(value: number): string {
  const text = truncatePercent(value);
  return text.startsWith("−") || text === "0.00%" ? text : `+${text}`;
}

/** The bars of the API for a chart, one per second at most, oldest first. */
export function toPriceBars(candles: readonly ChartCandle[]): PriceBar[] {
  const bars = new Map<number, PriceBar>();
  for (const { time, open, high, low, close } of candles) {
    const at = toSeconds(time);
    bars.set(at, { time: at, open: Number(open), high: Number(high), low: Number(low), close: Number(close) });
  }
  return [...bars.values()].sort((a, b) => a.time - b.time);
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
