import { intervalMs } from "../candle.ts";
import { toEvidenceDay } from "./evidence-days.ts";
import type { RealBars } from "./run-series.ts";

/** Days during which a bot had the same instruments. Days since 1970-01-01, both included. */
export interface Composition {
  readonly fromDay: number;
  readonly toDay: number;
  /** In the order of the bot's instruments. */
  readonly symbols: readonly string[];
}

/** Lists the windows of constant composition, oldest first. An instrument is in from its first bar to its last. */
export function listCompositions(series: readonly RealBars[]): readonly Composition[] {
  const spans = series.flatMap(({ symbol, candles, interval }) => {
    const [first, last] = [candles[0], candles.at(-1)];
    if (first === undefined || last === undefined) return [];
    const toDay = (time: number): number => toEvidenceDay(time + intervalMs[interval]);
    return [{ symbol, from: toDay(first.time), to: toDay(last.time) }];
  });
  const changes = [...new Set(spans.flatMap(({ from, to }) => [from, to + 1]))].sort((one, other) => one - other);
  return changes.flatMap((fromDay, index): Composition[] => {
    const end = changes[index + 1];
    if (end === undefined) return [];
    const symbols = spans.filter(({ from, to }) => from <= fromDay && to >= end - 1).map(({ symbol }) => symbol);
    return symbols.length === 0 ? [] : [{ fromDay, toDay: end - 1, symbols }];
  });
}

/** The longest window, which is the one that is judged: its length does not depend on results. Null without one. */
export function findLongestComposition(windows: readonly Composition[]): Composition | null {
  const count = ({ fromDay, toDay }: Composition): number => toDay - fromDay;
  return windows.reduce<Composition | null>((longest, each) => {
    return longest === null || count(each) > count(longest) ? each : longest;
  }, null);
}
