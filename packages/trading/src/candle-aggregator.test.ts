import { describe, expect, it } from "vitest";
import type { Candle } from "./candle.ts";
import { addPrice, createCandleAggregator } from "./candle-aggregator.ts";

describe("addPrice", () => {
  it("closes a bar at the first price of a later bar and creates no bars without prices", () => {
    const closed: Candle[] = [];
    let aggregator = createCandleAggregator(60_000);
    const prices: [number, number][] = [
      [61_000, 10],
      [62_000, 12],
      [119_000, 9],
      [120_000, 11],
      [300_000, 8],
    ];
    for (const [time, price] of prices) {
      const added = addPrice(aggregator, { time, price, volume: 1 });
      aggregator = JSON.parse(JSON.stringify(added.aggregator)) as typeof aggregator;
      if (added.closed !== null) closed.push(added.closed);
    }
    expect(closed).toEqual([
      { time: 60_000, open: 10, high: 12, low: 9, close: 9, volume: 3 },
      { time: 120_000, open: 11, high: 11, low: 11, close: 11, volume: 1 },
    ]);
    expect(aggregator.forming).toMatchObject({ time: 300_000, open: 8 });
  });

  it("rejects a price from before the forming bar", () => {
    const { aggregator } = addPrice(createCandleAggregator(60_000), { time: 120_000, price: 1, volume: 0 });
    expect(() => addPrice(aggregator, { time: 119_999, price: 1, volume: 0 })).toThrow(/before the forming bar/);
  });
});
