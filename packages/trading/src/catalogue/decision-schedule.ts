import { type Interval, intervalMs } from "../candle.ts";
import type { Parameters } from "../strategies/strategy.ts";

/** When a bot decides. Stops and targets are checked on every bar of the feed all the same. */
export type DecisionSchedule = "each-hour" | "day-close" | "month-end";

interface ScheduleBars {
  /** The shortest bars on which the rule decides; shorter bars of a feed are combined. */
  readonly interval: Interval;
  /** The bar of its record. A month's price is the mean of its daily closes, whatever the length of the feed's bars. */
  readonly record: Interval | "1mo";
}

/**
 * The bars of each schedule. No bot decides more often than each hour: within a minute a price moves less than a round trip costs,
 * so such a rule would mostly pay costs.
 */
export const scheduleBars: Readonly<Record<DecisionSchedule, ScheduleBars>> = {
  "each-hour": { interval: "1h", record: "1h" },
  "day-close": { interval: "1d", record: "1d" },
  "month-end": { interval: "1d", record: "1mo" },
};

/** A length of time of a rule. */
interface TimeSpan {
  readonly ms: number;
}

export const hours = (count: number): TimeSpan => ({ ms: count * intervalMs["1h"] });

/**
 * Counts lengths of time in bars of a schedule, which is how a strategy takes them. So a bot declares time, and a change of its
 * schedule changes no length.
 * @throws RangeError for a length that is not a whole number of bars
 */
export function countBars(decides: DecisionSchedule, spans: Readonly<Record<string, TimeSpan>>): Parameters {
  const barMs = intervalMs[scheduleBars[decides].interval];
  const counted = Object.entries(spans).map(([name, { ms }]): [string, number] => {
    const bars = ms / barMs;
    if (!Number.isInteger(bars) || bars < 1)
      throw new RangeError(`${name} is ${bars} bars of a rule that decides ${decides}`);
    return [name, bars];
  });
  return Object.fromEntries(counted);
}

/** True when a rule of this schedule decides on bars of a feed as it is judged; longer bars make it another rule. */
export function decidesOn(decides: DecisionSchedule, interval: Interval): boolean {
  return intervalMs[interval] <= intervalMs[scheduleBars[decides].interval];
}
