import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatScaled, toScaled } from "../pricing/scaled-decimal.ts";
import { computeFinancing, countDueThirds, isOnMargin } from "./financing.ts";
import { cashRates, type Financing, getSymbolFinancing } from "./financing-rates.ts";

const utc = (text: string) => Date.parse(`${text}Z`);
const euroDollar: Financing = { schedule: "wednesday", longRate: 0.02175, shortRate: -0.00575, yearDays: 360 };

describe("the days of financing", () => {
  it.each([
    // 17:00 in New York is 22:00 UTC in winter and 21:00 in summer.
    ["one winter day", "wednesday", "2026-01-12T21:59", "2026-01-12T22:00", 1],
    ["the minute before it", "wednesday", "2026-01-12T21:58", "2026-01-12T21:59", 0],
    ["opened at the rollover", "wednesday", "2026-01-12T22:00", "2026-01-13T21:59", 0],
    ["one summer day", "wednesday", "2026-07-13T20:59", "2026-07-13T21:00", 1],
    ["the first Monday of summer time", "wednesday", "2026-03-09T20:59", "2026-03-09T21:00", 1],
    ["the last Friday before it", "wednesday", "2026-03-06T21:30", "2026-03-06T22:00", 1],
    ["Wednesday", "wednesday", "2026-01-14T12:00", "2026-01-15T12:00", 3],
    ["a weekend in forex", "wednesday", "2026-01-16T12:00", "2026-01-19T12:00", 1],
    ["a weekend in an index", "friday", "2026-01-16T12:00", "2026-01-19T12:00", 3],
    ["a week in forex", "wednesday", "2026-01-12T12:00", "2026-01-19T12:00", 7],
    ["a week in an index", "friday", "2026-01-12T12:00", "2026-01-19T12:00", 7],
    ["time that goes back", "wednesday", "2026-01-19T12:00", "2026-01-12T12:00", 0],
  ] as const)("of %s", (_name, schedule, from, to, days) => {
    expect(countDueThirds(schedule, utc(from), utc(to))).toBe(days * 3);
  });

  it.each([
    ["2026-01-17T07:59", "2026-01-17T08:00", 1],
    ["2026-01-17T08:00", "2026-01-17T15:59", 0],
    ["2026-01-17T00:00", "2026-01-18T00:00", 3],
  ])("of a perpetual from %s to %s", (from, to, thirds) => {
    expect(countDueThirds("8-hours", utc(from), utc(to))).toBe(thirds);
  });

  it("add up: no moment is charged twice or left out", () => {
    const moment = fc.integer({ min: utc("1999-01-01T00:00"), max: utc("2030-01-01T00:00") });
    const span = fc.integer({ min: 0, max: 20 * 86_400_000 });
    fc.assert(
      fc.property(fc.constantFrom("wednesday", "friday", "8-hours"), moment, span, span, (schedule, from, one, two) => {
        const whole = countDueThirds(schedule, from, from + one + two);
        const parts =
          countDueThirds(schedule, from, from + one) + countDueThirds(schedule, from + one, from + one + two);
        expect(parts).toBe(whole);
      }),
    );
  });
});

describe("the charge per unit", () => {
  const wednesday = { fromTime: utc("2026-01-14T12:00"), toTime: utc("2026-01-15T12:00") };

  it("of EUR/USD bought at 1.20 over a Wednesday: 1.20 × 2.175 % × 3 / 360", () => {
    expect(formatScaled(computeFinancing(euroDollar, { side: "buy", price: 1.2, ...wednesday }))).toBe(
      "0.000217500000",
    );
  });

  it("of EUR/USD sold at 1.20 over a Wednesday: −1.20 × 0.575 % × 3 / 360", () => {
    expect(formatScaled(computeFinancing(euroDollar, { side: "sell", price: 1.2, ...wednesday }))).toBe(
      "-0.000057500000",
    );
  });

  it("of bitcoin bought at 60,000, one funding: 0.01 %", () => {
    const terms = getSymbolFinancing("crypto", "BTC/USD");
    const held = { fromTime: utc("2026-01-17T07:59"), toTime: utc("2026-01-17T08:00") };
    expect(formatScaled(computeFinancing(terms, { side: "buy", price: 60_000, ...held }))).toBe("6.000000000000");
    expect(computeFinancing(terms, { side: "sell", price: 60_000, ...held })).toBe(0n);
  });

  it("of the index sold short at 6,000 over a weekend, 6,000 × 0.25 % × 3 / 360, and bought, nothing", () => {
    const terms = getSymbolFinancing("indices", "SPX");
    const held = { fromTime: utc("2026-01-16T12:00"), toTime: utc("2026-01-19T12:00") };
    expect(formatScaled(computeFinancing(terms, { side: "sell", price: 6_000, ...held }))).toBe("0.125000000000");
    expect(computeFinancing(terms, { side: "buy", price: 6_000, ...held })).toBe(0n);
  });

  it("of gold bought at 2,400 over a night: 2,400 × 4.425 % / 360", () => {
    const terms = getSymbolFinancing("commodities", "GOLD");
    const held = { fromTime: utc("2026-01-12T12:00"), toTime: utc("2026-01-13T12:00") };
    expect(formatScaled(computeFinancing(terms, { side: "buy", price: 2_400, ...held }))).toBe("0.295000000000");
  });

  it("of a share sold short at 180 for a week, 180 × 0.25 % × 7 / 360, and of a bought share, nothing", () => {
    const terms = getSymbolFinancing("stocks", "AAPL");
    const held = { fromTime: utc("2026-01-12T12:00"), toTime: utc("2026-01-19T12:00") };
    expect(formatScaled(computeFinancing(terms, { side: "sell", price: 180, ...held }))).toBe("0.008750000000");
    expect(computeFinancing(terms, { side: "buy", price: 180, ...held })).toBe(0n);
  });

  it("is rounded up, so that what is paid is never too little and what is received never too much", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.constantFrom("buy", "sell"), (cents, side) => {
        const price = (cents / 100).toFixed(2);
        const charge = computeFinancing(euroDollar, { side, price, ...wednesday });
        const exact = toScaled(price) * toScaled(side === "buy" ? 0.02175 : -0.00575) * 3n;
        const divisor = 360n * 10n ** 12n;
        expect(charge * divisor >= exact && (charge - 1n) * divisor < exact).toBe(true);
      }),
    );
  });
});

describe("the rates of a symbol", () => {
  it("of forex are the difference of both currencies' rates, and the markup on both sides", () => {
    expect(getSymbolFinancing("forex", "EUR/USD")).toEqual(euroDollar);
    expect(getSymbolFinancing("forex", "EURUSD")).toEqual(euroDollar);
    expect(getSymbolFinancing("forex", "USD/JPY")).toMatchObject({ longRate: -0.01825, shortRate: 0.03425 });
    expect(getSymbolFinancing("forex", "USD/TRY")).toMatchObject({ longRate: 0.008, shortRate: 0.008 });
  });

  it("cost both sides together at least the markup, in every market", () => {
    const all = [
      ["forex", "GBP/USD"],
      ["forex", "AUD/USD"],
      ["forex", "USD/CHF"],
      ["crypto", "BTC/USD"],
      ["stocks", "AAPL"],
      ["commodities", "GOLD"],
      ["commodities", "OIL"],
      ["indices", "SPX"],
    ] as const;
    for (const [market, symbol] of all) {
      const { longRate, shortRate } = getSymbolFinancing(market, symbol);
      expect(longRate + shortRate, symbol).toBeGreaterThan(0);
    }
  });
});

describe("a trade is on margin", () => {
  const plain = { halfSpread: 0, slippage: 0, commission: 0 };
  const isOn = (side: "buy" | "sell", financing?: Financing) =>
    isOnMargin({ side, costs: financing ? { ...plain, financing } : plain });
  const currencies = [...Object.keys(cashRates), "NZD", "TRY"];
  const pairs = currencies.flatMap((base) => currencies.filter((each) => each !== base).map((quote) => base + quote));

  it.each([
    ...pairs.map((pair) => ["forex", pair] as const),
    ["crypto", "BTC/USD"],
    ["commodities", "GOLD"],
    ["commodities", "OIL"],
  ] as const)("on both sides of a derivative: %s %s", (market, symbol) => {
    const terms = getSymbolFinancing(market, symbol);
    expect([isOn("buy", terms), isOn("sell", terms)]).toEqual([true, true]);
  });

  it.each([
    ["stocks", "AAPL"],
    ["indices", "SPX"],
    ["portfolio", "SPY"],
  ] as const)("when it is short, and not when it is paid in full: %s %s", (market, symbol) => {
    const terms = getSymbolFinancing(market, symbol);
    expect([isOn("buy", terms), isOn("sell", terms)]).toEqual([false, true]);
  });

  it("never without terms, as the trades of a bot that buys funds with its own money", () => {
    expect([isOn("buy"), isOn("sell")]).toEqual([false, false]);
  });
});
