import { describe, expect, it } from "vitest";
import { toPriceBars, toTradeMarks } from "../../ui/chart/chart-data.ts";
import { toBuyAndHoldPoints, toUnitPricePoints } from "./chart-points.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();
const second = (minute: number): number => Date.parse(at(minute)) / 1000;

const record = {
  since: at(0),
  until: at(30),
  nav: "1.045",
  openNav: null,
  series: [
    { at: at(10), barTime: null, nav: "1.100000" },
    { at: at(20), barTime: null, nav: "1.045000" },
    { at: at(20), barTime: null, nav: "1.045000" },
  ],
};

describe("toUnitPricePoints", () => {
  it("starts at 1, follows each closed trade and ends now", () => {
    const points = toUnitPricePoints(record);
    expect(points.map(({ time }) => time)).toEqual([0, 10, 20, 30].map(second));
    expect(points.map(({ value }) => value)).toEqual([1, 1.1, 1.045, 1.045]);
    expect(toUnitPricePoints({ ...record, openNav: "1.2" }).at(-1)?.value).toBe(1.2);
    expect(toUnitPricePoints({ ...record, series: [], openNav: "0.9" }).map(({ value }) => value)).toEqual([1, 0.9]);
  });

  it("keeps the order of the trades when the clock was set back", () => {
    const series = [
      { at: at(10), barTime: null, nav: "1.1" },
      { at: at(5), barTime: null, nav: "0.9" },
      { at: at(20), barTime: null, nav: "1.2" },
    ];
    const points = toUnitPricePoints({ ...record, series, nav: "1.2" });
    expect(points.map(({ time }) => time)).toEqual([0, 10, 20, 30].map(second));
    expect(points.map(({ value }) => value)).toEqual([1, 0.9, 1.2, 1.2]);
  });

  it("carries the market time of each close in a replay, and of the latest one until now", () => {
    const replayed = record.series.map((point, index) => ({ ...point, barTime: at(index - 1_000_000) }));
    const marketTimes = toUnitPricePoints({ ...record, series: replayed }).map(({ closedAt }) => closedAt);
    expect(marketTimes).toEqual([undefined, second(-1_000_000), second(-999_998), second(-999_998)]);
    expect(toUnitPricePoints(record).every(({ closedAt }) => closedAt === undefined)).toBe(true);
  });

  it("is empty before the first price", () => {
    expect(toUnitPricePoints({ ...record, since: null })).toEqual([]);
  });
});

const candle = (minute: number, close: string) => ({ time: at(minute), open: close, high: close, low: close, close });

describe("toBuyAndHoldPoints", () => {
  const buyAndHold = [
    { symbol: "A", startPrice: "100", price: "110", returnPct: "10.00" },
    { symbol: "B", startPrice: "50", price: "50", returnPct: "0.00" },
  ];
  const a = [candle(0, "100"), candle(5, "110"), candle(6, "120")];

  it("averages all symbols where each has a bar", () => {
    const candlesOf = new Map([
      ["A", a],
      ["B", [candle(5, "50"), candle(7, "55")]],
    ]);
    const points = toBuyAndHoldPoints({ since: at(0), buyAndHold }, candlesOf);
    expect(points.map(({ time }) => time)).toEqual([second(0), second(5)]);
    expect(points[1]?.value).toBeCloseTo(1.05);
  });

  it("is empty if a symbol has no bars", () => {
    expect(toBuyAndHoldPoints({ since: at(0), buyAndHold }, new Map([["A", a]]))).toEqual([]);
    expect(toBuyAndHoldPoints({ since: null, buyAndHold }, new Map())).toEqual([]);
  });
});

describe("toTradeMarks", () => {
  const bars = toPriceBars([candle(2, "3"), candle(1, "2"), candle(0, "1")]);

  it("places marks on the bar of each trade", () => {
    const trade = { side: "sell", entryBarTime: at(0), exitBarTime: at(2.5), returnPct: "-0.1000" } as const;
    expect(toTradeMarks([trade], bars)).toEqual([
      { time: second(0), kind: "sold", won: false },
      { time: second(2), kind: "closed", won: false },
    ]);
  });

  it("omits trades outside the bars", () => {
    const trade = { side: "buy", entryBarTime: at(-9), exitBarTime: at(9), returnPct: "0.1000" } as const;
    expect(toTradeMarks([trade], bars)).toEqual([]);
    expect(toTradeMarks([trade], [])).toEqual([]);
  });
});
