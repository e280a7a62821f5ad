import type { Candle, PricePoint } from "./candle.ts";

/** The bar that is still forming (`null` before the first price) and the length of a bar. Plain JSON. */
export interface CandleAggregator {
  readonly intervalMs: number;
  readonly forming: Candle | null;
}

export function createCandleAggregator(intervalMs: number): CandleAggregator {
  return { intervalMs, forming: null };
}

/**
 * Adds the next price. A bar has the prices at `time <= t < time + intervalMs`. The first price of a later bar closes it and
 * is the open of the later bar. There are no bars without prices.
 * @throws Error for a price from before the forming bar, which means a broken feed
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
