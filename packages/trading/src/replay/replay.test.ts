import { describe, expect, it } from "vitest";
import { candle } from "../bot/bot-fixtures.ts";
import { toScaled } from "../pricing/scaled-decimal.ts";
import { parseCandles } from "./parse-candles.ts";
import { createReplaySeries, getReplayBar, parseReplayFileName } from "./replay-series.ts";

describe("parseReplayFileName", () => {
  it("parses the three parts", () => {
    expect(parseReplayFileName("forex_EURUSD_1h.csv")).toEqual({
      ok: true,
      market: "forex",
      symbol: "EURUSD",
      interval: "1h",
    });
    expect(parseReplayFileName("stocks_BRK.B_1d.csv")).toMatchObject({ ok: true, symbol: "BRK.B" });
  });

  it.each([
    "SOURCES.md",
    "forex_EURUSD.csv",
    "forex_EURUSD_5m.csv",
    "stock_AAPL_1d.csv",
    "forex__1d.csv",
    "forex_A_1d.csv.gz",
    "forex_A_toString.csv",
  ])("gives a reason to refuse %s", (name) => {
    expect(parseReplayFileName(name)).toMatchObject({ ok: false, reason: expect.any(String) as string });
  });
});

describe("parseCandles", () => {
  const header = "time,open,high,low,close,volume\n";
  const refuse = (row: string, first = "2020-01-01,10,12,9,11,5\n") => parseCandles(`${header}${first}${row}`, "f.csv");

  it("reads columns in any case and order, with the time first under any name", () => {
    const text =
      '\uFEFF,Close,VOLUME,Low,"High",open,Adj Close\r\n2020-01-01,11,5,9,12,10,x\r\n\r\n2020-01-01 01:02:03,1e1,,9.5,12,10,x\r\n';
    expect(parseCandles(text, "f.csv")).toEqual({
      ok: true,
      candles: [
        { time: Date.UTC(2020, 0, 1), open: 10, high: 12, low: 9, close: 11, volume: 5 },
        { time: Date.UTC(2020, 0, 1, 1, 2, 3), open: 10, high: 12, low: 9.5, close: 10, volume: 0 },
      ],
    });
  });

  it.each([
    ["2020-01-02,10,abc,9,11,5", /high "abc" is not a number/],
    ["2020-01-02,null,12,9,11,5", /open "null" is not a number/],
    ["2020-01-02,10,12,9", /close "" is not a number/],
    ["2020-01-02,10,Infinity,9,11,5", /not a number/],
    ["2020-01-02,10,12,9,11,many", /volume "many" is not a number/],
    ["2020-01-02,10,12,9,11,-1", /volume -1 is negative/],
    ["2020-01-02,10,9,12,11,5", /high 9 is below the low 12/],
    ["2020-01-02,10,12,0,11,5", /low 0 is not above 0/],
    ["2020-01-02,-36.98,12,9,11,5", /open -36.98 is not above 0/],
    ["2020-01-02,10,1e13,9,11,5", /above/],
    ["2020-01-02,8,12,9,11,5", /open 8 is outside/],
    ["2020-01-02,10,12,9,13,5", /close 13 is outside/],
    ["2020-01-01,10,12,9,11,5", /the same as that of the bar above/],
    ["2019-12-31,10,12,9,11,5", /before that of the bar above/],
    ["2020-02-30,10,12,9,11,5", /the time "2020-02-30" is not/],
    ["2020-13-01,10,12,9,11,5", /is not/],
    ["2020-01-02 24:00:00,10,12,9,11,5", /is not/],
    ["02.01.2020,10,12,9,11,5", /is not/],
  ])("refuses %s and names the line", (row, reason) => {
    const result = refuse(row);
    expect(result).toMatchObject({ ok: false, line: 3, message: expect.stringContaining("f.csv, line 3: ") as string });
    expect(!result.ok && result.reason).toMatch(reason);
  });

  it.each([
    ["", /no column open/],
    ["time,open,high,low\n", /no column close/],
    ["open,time,high,low,close\n", /first column is open/],
    ["time,open,high,low,close,Open\n", /has open twice/],
    [header, /no bars/],
  ])("refuses a file that begins %j", (text, reason) => {
    const result = parseCandles(text, "f.csv");
    expect(!result.ok && result.reason).toMatch(reason);
  });

  it("rounds prices to the places of money arithmetic", () => {
    const result = refuse("2020-01-02,0.1234567890123456,1,0.1,0.5,0");
    expect(result.ok && toScaled(result.candles[1]!.open)).toBe(123_456_789_012n);
  });
});

describe("replay series", () => {
  it("plays the file once, with the dividends before and after each bar", () => {
    const [first, second] = [candle(1, 10, 12, 9, 11), candle(2, 11, 16, 11, 15)];
    const dividend = { exTime: 2, amount: "0.500000000000" };
    const series = createReplaySeries([first, second], [dividend]);
    expect([0, 1, 2, 3].map((index) => getReplayBar(series, index))).toEqual([
      { candle: first, dividends: [], nextDividend: dividend },
      { candle: second, dividends: [dividend], nextDividend: null },
      null,
      null,
    ]);
  });

  it("refuses an invalid bar number and an empty series", () => {
    const series = createReplaySeries([candle(1, 1, 1, 1, 1)]);
    expect(() => getReplayBar(series, -1)).toThrow(RangeError);
    expect(() => createReplaySeries([])).toThrow(RangeError);
  });
});
