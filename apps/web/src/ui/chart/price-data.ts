import { DAY_SECONDS, HOUR_SECONDS } from "@wazi/contracts";

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
