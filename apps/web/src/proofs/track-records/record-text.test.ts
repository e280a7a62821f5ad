import { describe, expect, it } from "vitest";
import { describeRecord, describeRecordSource, formatDuration, formatSignedPercent } from "./record-figures.tsx";

it.each([
  ["3.12", "+3.12%"],
  ["-0.40", "−0.40%"],
  ["0.00", "+0.00%"],
])("formats %s as %s", (value, text) => {
  expect(formatSignedPercent(value)).toBe(text);
});

it.each([
  [45, "45 s"],
  [720, "12 min"],
  [12_000, "3 h 20 min"],
  [7_200, "2 h"],
  [86_400, "1 day"],
  [190_800, "2 days 5 h"],
])("formats %i seconds as %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

const record = {
  botId: "6f1f2f8a-1d9d-4a77-8d9e-0f5b6a3c1d10",
  botName: "Alpha-Forex-01",
  market: "forex",
  feed: "simulated",
  broker: "paper",
  since: "2026-11-03T12:00:00.000Z",
  until: "2026-11-21T12:00:00.000Z",
  closedTrades: 1,
  isEnough: false,
  nav: "1.031200000000",
  returnPct: "3.12",
  openNav: null,
  openReturnPct: null,
  return30DaysPct: null,
  return90DaysPct: null,
  winRatePct: "100.00",
  maxDrawdownPct: "1.20",
  profitFactor: null,
  averageHoldingSeconds: 60,
  averageHoldingBarSeconds: null,
  buyAndHoldPct: "-0.50",
  buyAndHold: [],
  series: [],
  isSeriesRest: false,
  seriesCursor: "0.0",
  otherFeeds: [],
} as const;

describe("record texts", () => {
  it("describe the chart", () => {
    expect(describeRecord({ ...record, buyAndHold: [], series: [], otherFeeds: [] })).toBe(
      "Since 3 Nov 2026, one unit of Alpha-Forex-01 went from 1.0000 to 1.0312 (+3.12%) over 1 closed trade. " +
        "Largest fall from a peak: 1.20%. Buy and hold of the same symbols: −0.50%, without costs.",
    );
    const open = { ...record, openNav: "0.991000000000", openReturnPct: "-0.90", buyAndHold: [], series: [] };
    expect(describeRecord({ ...open, otherFeeds: [] })).toContain("went from 1.0000 to 0.9910 (−0.90%)");
  });

  it("name the feed and the kind of money", () => {
    expect(describeRecordSource(record)).toBe("Since 3 Nov 2026, on simulated prices, with paper money.");
    expect(describeRecordSource({ since: null, feed: "live", broker: "live" })).toBe(
      "No trades yet, on live prices, with real orders.",
    );
  });
});
