import { type Candle, type Interval, intervalMs } from "../candle.ts";

/** The bars of one symbol, oldest first. */
export interface TimedSeries {
  readonly symbol: string;
  readonly interval: Interval;
  readonly candles: readonly Candle[];
}

/**
 * Numbers the moments at which bars of several series close, from 0. Bars that close at one time have one moment, whatever
 * their lengths. The n-th array has the moment of each bar of the n-th series.
 * @throws RangeError for a bar that is not later than the one before it
 */
export function numberMoments(series: readonly TimedSeries[]): readonly Int32Array[] {
  const closes = series.map((each) => listCloses(each).times);
  const times = Float64Array.from(new Set(closes.flatMap((each) => [...each]))).sort();
  return closes.map((each) => {
    let moment = 0;
    return Int32Array.from(each, (time) => {
      while ((times[moment] ?? Infinity) < time) moment += 1;
      return moment;
    });
  });
}

/**
 * The times at which the bars of a series close (epoch ms), and their closes, read in one pass: candles lie far apart in memory.
 * @throws RangeError for a bar that is not later than the one before it
 */
export function listCloses({ symbol, interval, candles }: TimedSeries): {
  readonly times: Float64Array;
  readonly closes: Float64Array;
} {
  const [times, closes] = [new Float64Array(candles.length), new Float64Array(candles.length)];
  const barMs = intervalMs[interval];
  let before = -Infinity;
  let bar = 0;
  for (const { time, close } of candles) {
    if (time <= before) {
      const [own, earlier] = [time, before].map((each) => new Date(each).toISOString());
      throw new RangeError(`${symbol}: bar ${bar + 1} at ${own} is not later than the bar before it, at ${earlier}`);
    }
    times[bar] = time + barMs;
    closes[bar] = close;
    before = time;
    bar += 1;
  }
  return { times, closes };
}
