import type { ClosedTrade, Page, TrackRecord } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { findSeriesStart, mergeCandles, mergeRecord, mergeTrades } from "./api.ts";

const point = (nav: string) => ({ at: "2026-11-01T00:00:00.000Z", barTime: null, nav });
const record = (isSeriesRest: boolean, navs: readonly string[], closedTrades: number) =>
  ({ isSeriesRest, series: navs.map(point), seriesCursor: `0.${closedTrades}`, closedTrades }) as TrackRecord;

describe("a record", () => {
  const known = record(false, ["1.1", "1.2"], 2);

  it("keeps its points and gets new figures", () => {
    const merged = mergeRecord(known, record(true, ["1.3"], 3));
    expect(merged).toMatchObject({ closedTrades: 3, seriesCursor: "0.3", isSeriesRest: false });
    expect(merged.series.map(({ nav }) => nav)).toEqual(["1.1", "1.2", "1.3"]);
  });

  it("is replaced by a whole series", () => {
    expect(mergeRecord(known, record(false, ["1"], 1)).series).toHaveLength(1);
  });

  it("is read whole at first, and when it has grown long", () => {
    expect(findSeriesStart(undefined)).toBeUndefined();
    expect(findSeriesStart(known)).toBe("0.2");
    const navs = Array.from({ length: 2_000 }, () => "1");
    expect(findSeriesStart(record(false, navs, 2_000))).toBeUndefined();
  });
});

const page = (ids: readonly string[], nextCursor: string | null = null) =>
  ({ items: ids.map((id) => ({ id })), nextCursor }) as Page<ClosedTrade>;

describe("trades, newest first", () => {
  it("are put before the known ones, up to a limit", () => {
    expect(mergeTrades(page(["3", "2"]), page(["5", "4", "3"]), 10)).toEqual(page(["5", "4", "3", "2"]));
    expect(mergeTrades(page(["3", "2"]), page(["3"]), 10)).toEqual(page(["3", "2"]));
    expect(mergeTrades(page(["3", "2"]), page(["4", "3"]), 2)).toEqual(page(["4", "3"], "more"));
  });

  it("are read again when they do not meet", () => {
    expect(mergeTrades(page(["3", "2"]), page(["9", "8"]), 10)).toBeNull();
    expect(mergeTrades(page([]), page(["9"]), 10)).toBeNull();
  });
});

const bars = (minutes: readonly number[]) => ({
  botId: "b",
  symbol: "EUR/USD",
  interval: "1m" as const,
  feed: "simulated" as const,
  candles: minutes.map((minute) => {
    return { time: new Date(minute * 60_000).toISOString(), open: "1", high: "1", low: "1", close: String(minute) };
  }),
});

describe("bars, oldest first", () => {
  it("are put behind the known ones, which drop as many", () => {
    expect(mergeCandles(bars([1, 2, 3]), bars([3, 4]))).toEqual(bars([2, 3, 4]));
    expect(mergeCandles(bars([1, 2, 3]), bars([2, 3]))).toEqual(bars([1, 2, 3]));
  });

  it("are read again after a gap and in another pass", () => {
    expect(mergeCandles(bars([1, 2, 3]), bars([5, 6]))).toBeNull();
    expect(mergeCandles(bars([10, 11]), bars([1, 2]))).toBeNull();
    expect(mergeCandles(bars([]), bars([1]))).toBeNull();
  });
});
