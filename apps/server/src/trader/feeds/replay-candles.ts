import type { ChartCandle } from "@wazi/contracts";
import type { Candle, Interval } from "@wazi/trading";
import type { Queryable } from "../../platform/db/pool.ts";
import type { FeedPlan } from "./feed-plan.ts";
import { restoreReplayPlace } from "./replay-feed.ts";
import { countBarsBefore, findEnd, type LoadedSeries } from "./replay-moments.ts";
import { loadFeedState } from "../loop/store.ts";

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
  return {
    interval: loaded.interval,
    readCandles: (to, limit) => readReplayCandles(sql, plan.replayed, loaded, to, limit),
  };
}

/** The symbols whose series have ended in the current record: their bots rest. Empty without a replay. */
export async function listEndedSymbols(sql: Queryable, { replayed }: FeedPlan): Promise<ReadonlySet<string>> {
  if (replayed.length === 0) return new Set();
  const played = await countPlayedMoments(sql);
  return new Set(replayed.filter((each) => played > findEnd(replayed, each)).map(({ symbol }) => symbol));
}

/** The moments played in the current record. The end of a series is one of them. */
async function countPlayedMoments(sql: Queryable): Promise<number> {
  const { position, recordStart } = restoreReplayPlace(await loadFeedState(sql, "replay"));
  return position - recordStart;
}

/**
 * The bars of a series that the replay has played in the current record, oldest first.
 * @param to only bars before this time
 */
async function readReplayCandles(
  sql: Queryable,
  replayed: readonly LoadedSeries[],
  loaded: LoadedSeries,
  to: string | undefined,
  limit: number,
): Promise<ChartCandle[]> {
  const count = countBarsBefore(replayed, loaded, await countPlayedMoments(sql));
  const played = loaded.series.candles.slice(0, count);
  const end = to === undefined ? played.length : countBefore(played, Date.parse(to));
  return played.slice(Math.max(0, end - limit), end).map(({ time, open, high, low, close }) => ({
    time: new Date(time).toISOString(),
    open: formatPrice(open),
    high: formatPrice(high),
    low: formatPrice(low),
    close: formatPrice(close),
  }));
}

/** The number of bars before a time. */
function countBefore(candles: readonly Candle[], time: number): number {
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((candles[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Formats without an exponent and without trailing zeros. */
function formatPrice(value: number): string {
  return value.toFixed(PRICE_PLACES).replace(/\.?0+$/, "");
}
