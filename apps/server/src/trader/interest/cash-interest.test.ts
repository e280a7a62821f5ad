import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  checkArrivals,
  checkLiveInterest,
  checkShareAbove,
  computeDailyInterest,
  describeInterest,
  openBillGrowth,
  openBillReturns,
  openRateSource,
  splitGrowth,
  toInterestSettings,
} from "./cash-interest.ts";

it("grows in 365 days by the effective rate, of which the margin is a part", () => {
  const { gross, margin } = computeDailyInterest({ ratePct: 4.5, marginPct: 0.5 });
  const grow = (daily: bigint): number => (1 + Number(daily) / 1e12) ** 365;
  expect(grow(gross)).toBeCloseTo(1.045, 8);
  expect(grow(gross - margin)).toBeCloseTo(1.04, 8);
  expect(gross).toBe(120_601_478n);
});

it("never takes more than the interest as the margin", () => {
  const { gross, margin } = computeDailyInterest({ ratePct: 1, marginPct: 2 });
  expect(margin).toBe(gross);
  expect(computeDailyInterest({ ratePct: 0, marginPct: 0 })).toEqual({ gross: 0n, margin: 0n });
});

it("has no source without a setting, and the same rate on each day with a fixed one", () => {
  expect(openRateSource({ kind: "none", marginPct: 0 })).toBeUndefined();
  const source = openRateSource({ kind: "fixed", ratePct: 4.5, marginPct: 0 });
  expect(source?.name).toBe("fixed:4.5");
  expect(source?.findDay("2024-10-03")).toEqual(computeDailyInterest({ ratePct: 4.5, marginPct: 0 }));
});

it("gives each day the rate of the bills of its month, and nothing after the last", () => {
  const source = openRateSource({ kind: "bills", marginPct: 0.5 })!;
  // Bought in May 1981 at a discount of 16.3 %, the highest in the file.
  const ratePct = ((1 - (91 * 16.3) / 36_000) ** (-365 / 91) - 1) * 100;
  expect(source.findDay("1981-06-01")).toEqual(computeDailyInterest({ ratePct, marginPct: 0.5 }));
  expect(source.findDay("1981-06-30")).toEqual(source.findDay("1981-06-01"));
  expect(source.findDay("1981-07-01")).not.toEqual(source.findDay("1981-06-30"));
  expect([source.findDay("1934-01-31"), source.findDay("2024-01-01")]).toEqual([null, null]);
  expect(source.findDay("2023-12-31")).not.toBeNull();
});

it("pays a made-up rate in a demo only, and tells investors what is left of it", () => {
  const unset = { cashInterestSource: undefined, cashInterestMarginPct: 0.5 };
  const choose = (mode: "demo" | "live", feed: string) =>
    describeInterest(toInterestSettings(unset, { mode, feed, billRatesFile: undefined }));
  expect(choose("demo", "simulated")).toEqual({ source: "fixed", ratePct: 3.5 });
  expect(choose("demo", "live")).toEqual({ source: "fixed", ratePct: 3.5 });
  expect(choose("demo", "replay")).toEqual({ source: "none" });
  expect(choose("live", "live")).toEqual({ source: "none" });
});

it("shares what has arrived in live mode and on days of the clock, at a rate that is not known before", () => {
  const statements = { cashInterestSource: { kind: "statements" as const }, cashInterestMarginPct: 0.5 };
  expect(checkLiveInterest(statements)).toEqual([]);
  expect(checkArrivals(statements, { feed: "live" })).toEqual([]);
  expect(checkArrivals(statements, { feed: "replay" })[0]).toContain("statements is not allowed on a replay");
  const settings = toInterestSettings(statements, { mode: "live", feed: "live", billRatesFile: undefined });
  expect([describeInterest(settings), openRateSource(settings)]).toEqual([{ source: "statements" }, undefined]);
  const above = { ...statements, profitShareAbove: "bills" as const, billRatesFile: undefined };
  for (const mode of ["demo", "live"] as const)
    expect(checkShareAbove(above, { mode, feed: "live" })[0]).toContain("PROFIT_SHARE_ABOVE: bills");
});

it("takes the margin from a day's growth as from a rate, and never more than all of it", () => {
  const { gross, margin } = computeDailyInterest({ ratePct: 4.5, marginPct: 0.5 });
  expect(Math.abs(Number(splitGrowth(gross, 0.5).margin - margin))).toBeLessThan(5);
  expect(splitGrowth(gross, 0)).toEqual({ gross, margin: 0n });
  expect(splitGrowth(gross, 50).margin).toBe(gross);
});

it("refuses a rate that nobody would pay in live mode", () => {
  const marginPct = { cashInterestMarginPct: 0 };
  expect(checkLiveInterest({ cashInterestSource: { kind: "none" }, ...marginPct })).toEqual([]);
  const [refusal] = checkLiveInterest({ cashInterestSource: { kind: "fixed", ratePct: 4 }, ...marginPct });
  expect(refusal).toContain("CASH_INTEREST_SOURCE: a fixed rate is not allowed in live mode");
  expect(checkLiveInterest({ cashInterestSource: { kind: "bills" }, ...marginPct })).toEqual([
    "CASH_INTEREST_SOURCE: a rate from a file is not allowed in live mode, because nobody pays it. Allowed: none or statements.",
  ]);
  expect(checkLiveInterest({ cashInterestSource: undefined, ...marginPct })).toEqual([]);
});

it("takes a share above bills only where bills have a rate", () => {
  const [none, fixed, statements] = [{ kind: "none" }, { kind: "fixed", ratePct: 4 }, { kind: "statements" }] as const;
  const check = (
    mode: "demo" | "live",
    profitShareAbove: "nothing" | "bills",
    cashInterestSource?: typeof none | typeof fixed | typeof statements,
    feed = "simulated",
    billRatesFile?: string,
  ) =>
    checkShareAbove({ profitShareAbove, cashInterestSource, cashInterestMarginPct: 0, billRatesFile }, { mode, feed });
  for (const mode of ["demo", "live"] as const)
    for (const source of [none, fixed]) expect(check(mode, "nothing", source)).toEqual([]);
  expect(check("demo", "bills", fixed)).toEqual([]);
  expect(check("demo", "bills")).toEqual([]);
  const refusal = "PROFIT_SHARE_ABOVE: bills needs a rate, and CASH_INTEREST_SOURCE is none. Allowed: nothing.";
  expect(check("demo", "bills", none)).toEqual([refusal]);
  // Where it is not set, idle cash on a replay earns nothing.
  expect(check("demo", "bills", undefined, "replay")).toEqual([refusal]);
  const inLive = [
    "PROFIT_SHARE_ABOVE: bills needs CASH_INTEREST_SOURCE=statements and BILL_RATES_FILE in live mode. Allowed without them: nothing.",
  ];
  for (const source of [none, fixed, undefined])
    expect(check("live", "bills", source, "ccxt", "bills.csv")).toEqual(inLive);
  expect(check("live", "bills", statements, "ccxt")).toEqual(inLive);
  expect(check("live", "bills", statements, "ccxt", "bills.csv")).toEqual([]);
});

it("gives bills in live mode the rate of the file, and a month without one the last rate", () => {
  const folder = mkdtempSync(join(tmpdir(), "wazi-bill-growth-"));
  try {
    const billRatesFile = join(folder, "bills.csv");
    writeFileSync(billRatesFile, "month,annual_rate_percent\n2026-09-01,4.00\n2026-10-01,5.00\n");
    const findGrowth = openBillGrowth({ kind: "statements", marginPct: 1, billRatesFile })!;
    const yearOf = (day: string): number => (1 + Number(findGrowth(day)) / 1e12) ** 365;
    // A bill of 91 days at a discount of 4 %: 1 / (1 − 0.04 × 91/360), four times a year.
    expect(yearOf("2026-10-15")).toBeCloseTo((1 / (1 - (0.04 * 91) / 360)) ** (365 / 91), 6);
    expect(yearOf("2026-11-01")).toBeCloseTo((1 / (1 - (0.05 * 91) / 360)) ** (365 / 91), 6);
    expect(findGrowth("2027-06-30")).toBe(findGrowth("2026-11-01"));
    expect(openBillGrowth({ kind: "statements", marginPct: 0 })).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("the bills of a rule", () => {
  const feb2024 = 2024 * 12 + 1;

  it("return in a month what its days return, before the margin, where prices are made up", () => {
    const findReturn = openBillReturns({ kind: "fixed", ratePct: 4.5, marginPct: 2 })!;
    expect(findReturn(feb2024)).toBeCloseTo(1.045 ** (29 / 365) - 1, 9);
    expect(findReturn(2024 * 12)).toBeCloseTo(1.045 ** (31 / 365) - 1, 9);
    expect(openBillReturns({ kind: "none", marginPct: 0 })).toBeUndefined();
  });

  it("are those of the evidence on real prices, whatever idle cash earns, and unknown without a rate", () => {
    const may1981 = (1 - (91 * 13.69) / 36_000) ** (-365 / 12 / 91) - 1;
    for (const source of [{ kind: "none" }, { kind: "fixed", ratePct: 9 }] as const) {
      const findReturn = openBillReturns({ ...source, marginPct: 0, hasRealPrices: true })!;
      expect(findReturn(1981 * 12 + 4)).toBeCloseTo(may1981, 12);
      expect(findReturn(feb2024)).toBeNaN();
    }
  });

  it("take a rate that is added to the file later", () => {
    const folder = mkdtempSync(join(tmpdir(), "wazi-rates-"));
    const billRatesFile = join(folder, "rates.csv");
    writeFileSync(billRatesFile, "month,annual_rate_percent\n2026-01-01,4\n");
    const findReturn = openBillReturns({ kind: "none", marginPct: 0, billRatesFile, hasRealPrices: true })!;
    expect([findReturn(2026 * 12 + 1) > 0, findReturn(2026 * 12 + 2)]).toEqual([true, NaN]);
    appendFileSync(billRatesFile, "2026-02-01,3\n");
    expect(findReturn(2026 * 12 + 2)).toBeLessThan(findReturn(2026 * 12 + 1));
    rmSync(folder, { recursive: true });
  });
});
