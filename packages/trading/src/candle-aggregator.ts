import type { Candle, PricePoint } from "./candle.ts";

/** Plain JSON: the bar that is still forming (`null` before the first price) and the length of a bar. */
export interface CandleAggregator {
  readonly intervalMs: number;
  readonly forming: Candle | null;
}

export function createCandleAggregator(intervalMs: number): CandleAggregator {
  return { intervalMs, forming: null };
}

/**
 * Takes the next price. A bar holds the prices at `time <= t < time + intervalMs`; it is `closed` by the first price
 * of a later bar, whose open that price is. Bars without a price are not made up. A price from before the forming bar
 * is a broken feed and throws.
 */
export function addPrice(
  aggregator: CandleAggregator,
  point: PricePoint,
): { aggregator: CandleAggregator; closed: Candle | null } {
  const { forming, intervalMs } = aggregator;
  const barTime = point.time - (point.time % intervalMs);
  if (forming !== null && barTime < forming.time) {
    throw new Error(`price at ${point.time} is from before the forming bar ${forming.time}`);
  }
  if (forming !== null && barTime === forming.time) {
    return { aggregator: { intervalMs, forming: extendBar(forming, point) }, closed: null };
  }
  const { price, volume } = point;
  const opened: Candle = { time: barTime, open: price, high: price, low: price, close: price, volume };
  return { aggregator: { intervalMs, forming: opened }, closed: forming };
}

function extendBar(bar: Candle, { price, volume }: PricePoint): Candle {
  return {
    time: bar.time,
    open: bar.open,
    high: price > bar.high ? price : bar.high,
    low: price < bar.low ? price : bar.low,
    close: price,
    volume: bar.volume + volume,
  };
}
