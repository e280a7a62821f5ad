import type { ChartCandle } from "@wazi/contracts";
import { getReplayBar, type Interval } from "@wazi/trading";
import type { Queryable } from "../../db/pool.ts";
import type { FeedPlan } from "./feed-plan.ts";
import { restoreReplayPosition, type LoadedSeries } from "./replay-feed.ts";
import { loadFeedState } from "../checkpoint-store.ts";

/** Stored candles have the same number of decimal places. */
const PRICE_PLACES = 8;

interface ReplayedBars {
  interval: Interval;
  readCandles: (to: string | undefined, limit: number) => Promise<ChartCandle[]>;
}

/** The bars of a replayed symbol; undefined when the symbol has no replay file. */
export function findReplayedBars(sql: Queryable, plan: FeedPlan, symbol: string): ReplayedBars | undefined {
  const loaded = plan.replayed.find((each) => each.symbol === symbol);
  if (!loaded) return undefined;
  return { interval: loaded.interval, readCandles: (to, limit) => readReplayCandles(sql, loaded, to, limit) };
}

/**
 * The bars of a series that the replay has played since it last started from the beginning, up to the saved position,
 * oldest first. Bars of an earlier pass are left out, since they have the same times.
 * @param to only bars before this time
 */
async function readReplayCandles(
  sql: Queryable,
  { series }: LoadedSeries,
  to: string | undefined,
  limit: number,
): Promise<ChartCandle[]> {
  const position = restoreReplayPosition(await loadFeedState(sql, "replay"));
  const before = to === undefined ? Infinity : Date.parse(to);
  const found: ChartCandle[] = [];
  const first = position - 1 - ((position - 1) % series.candles.length);
  for (
    let bar = findLastBefore(series.candles, first, position, before);
    bar >= first && found.length < limit;
    bar -= 1
  ) {
    const { time, open, high, low, close } = getReplayBar(series, bar).candle;
    found.push({
      time: new Date(time).toISOString(),
      open: formatPrice(open),
      high: formatPrice(high),
      low: formatPrice(low),
      close: formatPrice(close),
    });
  }
  return found.reverse();
}

/** The last bar, in the pass that begins with `first`, before both a position and a time. */
function findLastBefore(
  candles: LoadedSeries["series"]["candles"],
  first: number,
  position: number,
  time: number,
): number {
  let [low, high] = [0, Math.max(0, position - first)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((candles[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return first + low - 1;
}

/** Formats without an exponent and without trailing zeros. */
function formatPrice(value: number): string {
  return value.toFixed(PRICE_PLACES).replace(/\.?0+$/, "");
}
