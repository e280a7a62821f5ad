import {
  type BootstrapOptions,
  createBlockDraws,
  type Interval,
  SharpeDraws,
  type TestedInterval,
} from "./block-bootstrap.ts";
import { FallDraws } from "./fall-draws.ts";

/** 95 % intervals, each from the same resamples. Those of ratios and means are studentised. */
export interface BootstrapIntervals {
  /** The mean divided by the deviation of one excess return, and of one return. Null when the returns do not vary enough. */
  readonly sharpe: TestedInterval | null;
  readonly sharpeBeforeCash: TestedInterval | null;
  /** The mean of one excess return. */
  readonly mean: TestedInterval | null;
  /** The deepest fall of the growth of 1 with the total returns: the 2.5th and 97.5th percentile. */
  readonly deepestFall: Interval;
}

/** Resamples the same days of both series: `excess` are returns over cash, `total` the returns themselves. */
export function bootstrapIntervals(
  excess: Float64Array,
  total: Float64Array,
  options: BootstrapOptions,
): BootstrapIntervals {
  const draws = createBlockDraws(excess, options);
  const overCash = new SharpeDraws(excess, draws);
  const beforeCash = new SharpeDraws(total, draws);
  const falls = new FallDraws(total, draws);
  for (let resample = 0; resample < draws.resamples; resample += 1) {
    const starts = draws.drawStarts();
    overCash.add(starts);
    beforeCash.add(starts);
    falls.add(starts);
  }
  return {
    sharpe: overCash.sharpe(),
    sharpeBeforeCash: beforeCash.sharpe(),
    mean: overCash.meanReturn(),
    deepestFall: falls.deepestFall(),
  };
}

/** The interval and the one-sided p value of the mean by the deviation of one excess return, as `bootstrapIntervals`, alone. */
export function testSharpe(excess: Float64Array, options: BootstrapOptions): TestedInterval | null {
  const draws = createBlockDraws(excess, options);
  const overCash = new SharpeDraws(excess, draws);
  for (let resample = 0; resample < draws.resamples; resample += 1) overCash.add(draws.drawStarts());
  return overCash.sharpe();
}
