import type { BotMarket } from "@wazi/contracts";
import { type Interval, numberMoments, type ReplaySeries } from "@wazi/trading";

/** The bars of a file of a replay. */
export interface LoadedSeries {
  market: BotMarket;
  symbol: string;
  interval: Interval;
  series: ReplaySeries;
}

/** The moments of each bar of a series, from 0. */
type Moments = ReadonlyMap<LoadedSeries, Int32Array>;

/** Computed once for each replay: its series never change. */
const known = new WeakMap<readonly LoadedSeries[], Moments>();

/**
 * Numbers the moments of a replay. The series of one market are joined by time, because its bots trade all of them. Each market
 * begins with the replay, because nothing is traded across markets and their files cover different years.
 */
function listMoments(loaded: readonly LoadedSeries[]): Moments {
  const listed = known.get(loaded);
  if (listed !== undefined) return listed;
  const markets = new Set(loaded.map(({ market }) => market));
  const moments = new Map<LoadedSeries, Int32Array>();
  for (const market of markets) {
    const own = loaded.filter((each) => each.market === market);
    const numbered = numberMoments(own.map(({ series, ...each }) => ({ ...each, candles: series.candles })));
    own.forEach((each, place) => moments.set(each, numbered[place] ?? new Int32Array()));
  }
  known.set(loaded, moments);
  return moments;
}

/** The number of bars of a series that close before a moment. It is also the place of the next bar. */
export function countBarsBefore(loaded: readonly LoadedSeries[], series: LoadedSeries, moment: number): number {
  const moments = listMoments(loaded).get(series) ?? new Int32Array();
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((moments[middle] ?? Infinity) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The moment after the last bar of a series, in which it ends. */
export function findEnd(loaded: readonly LoadedSeries[], series: LoadedSeries): number {
  return (listMoments(loaded).get(series)?.at(-1) ?? -1) + 1;
}

/** The number of moments of the longest market. After them all series have ended. */
export function countReplayMoments(loaded: readonly LoadedSeries[]): number {
  return Math.max(0, ...loaded.map((series) => findEnd(loaded, series)));
}
