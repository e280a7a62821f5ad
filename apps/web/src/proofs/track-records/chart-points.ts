import type { ChartCandle, TrackRecord } from "@wazi/contracts";
import { type ChartPoint, toSeconds } from "../../ui/chart/chart-data.ts";

/** The chart needs one value per second, in order. Of several values in a second, the last counts. */
function sortBySecond(points: readonly ChartPoint[]): ChartPoint[] {
  return keepLastOfSecond([...points].sort((a, b) => a.time - b.time));
}

function keepLastOfSecond(points: readonly ChartPoint[]): ChartPoint[] {
  return [...new Map(points.map((point) => [point.time, point])).values()];
}

/** The price of a unit that cost 1 at the start: at the start, after each closed trade, and now, with what open trades are worth. */
export function toUnitPricePoints(
  record: Pick<TrackRecord, "since" | "until" | "series" | "nav" | "openNav">,
): ChartPoint[] {
  const { since } = record;
  if (since === null) return [];
  const now = { at: record.until, nav: record.openNav ?? record.nav, barTime: record.series.at(-1)?.barTime ?? null };
  const steps = [...record.series, now].map(({ at, nav, barTime }) => ({
    time: toSeconds(at),
    value: Number(nav),
    ...(barTime === null ? {} : { closedAt: toSeconds(barTime) }),
  }));
  // A record can start with the close of a trade. That trade is part of it, so the line starts before.
  const start = Math.min(toSeconds(since), ...steps.map(({ time }) => time - 1));
  // Unit prices stay in the order of their trades. A clock that was set back must not make a fall that never was.
  let latest = start;
  const inOrder = steps.map((step) => ({ ...step, time: (latest = Math.max(latest, step.time)) }));
  return keepLastOfSecond([{ time: start, value: 1 }, ...inOrder]);
}

/** A market may be closed for a while after the start of a record: four days of hours. */
const MOST_GAPS = 96;

/**
 * The value of 1 that bought the bot's symbols in equal parts at the start, at each bar that all symbols have.
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
      const growth = Number(close) / Number(startPrice);
      sums.set(at, { sum: before.sum + growth, count: before.count + 1 });
    }
  }
  const whole = [...sums].filter(([, { count }]) => count === buyAndHold.length);
  if (whole.length === 0) return [];
  const points = sortBySecond(whole.map(([time, { sum, count }]) => ({ time, value: sum / count })));
  const [first, second] = points;
  // Without bars at the start of the record, the line begins later.
  const isWhole =
    first !== undefined && first.time - toSeconds(since) <= MOST_GAPS * ((second ?? first).time - first.time);
  return isWhole || points.length === 1 ? [{ time: toSeconds(since), value: 1 }, ...points] : points;
}
