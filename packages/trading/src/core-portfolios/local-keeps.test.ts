import { describe, expect, it } from "vitest";
import type { KeepMonths } from "./keeps.ts";
import { computeLocalKeeps, type LocalRates } from "./local-keeps.ts";
import { computeLocalBillMonth, parseLocalBills, parseLocalExchange } from "./parse-local-rates.ts";

const JANUARY = 2000 * 12;
const months = (growth: number[], firstMonth = JANUARY): KeepMonths => {
  return { firstMonth, growth, interest: growth.map(() => 0), bills: growth.map(() => 0) };
};
const monthly = (values: number[], firstMonth: number) => ({ firstMonth, values: Float64Array.from(values) });
const flat = (count: number, value: number): number[] => Array.from({ length: count }, () => value);

describe("kept money in a local currency", () => {
  /**
   * By hand. A record of the 12 months of 2000 that gains 20 % in March. A dollar is 100 shillings in December 1999 and 150 in
   * December 2000, and 123.456 in between.
   * The newest rate makes $1,000 150,000 shillings, which are put in: $1,500.00 at 100. They become $1,800.00. Without a package 30 % of
   * the gain of $300.00 is Wazi's, so $1,710.00 are kept, which are 256,500.00 shillings at 150. On the plan with 90 % it is $1,770.00,
   * 265,500.00 shillings.
   * Local bills yield 12 % a year: 91 days give 0.12 × 91/365 = 2.991781 %, and a year (1.02991781)^(365/91) − 1 = 12.5515 %.
   * 256,500 / 150,000 is 71 % in a year, so it is 58.4485 points over bills.
   */
  it("is the hand-computed example", () => {
    const rates: LocalRates = {
      currency: "KES",
      exchange: monthly([100, ...flat(11, 123.456), 150], JANUARY - 1),
      bills: { quote: "yield", ...monthly(flat(12, 12), JANUARY - 1) },
    };
    const record = months(flat(12, 1).with(2, 1.2));
    const { amount, span, keeps } = computeLocalKeeps(record, rates, { years: [1, 2], above: "nothing" });
    expect([amount, span]).toEqual([150_000_00n, { from: JANUARY, to: JANUARY + 11 }]);
    const found = keeps.find(({ userSharePct, years }) => userSharePct === 70 && years === 1)!;
    expect([found.starts, found.kept]).toEqual([1, { median: 256_500_00n, low: 256_500_00n, worst: 256_500_00n }]);
    expect(found.overBillsPct!.median).toBeCloseTo(58.4485, 3);
    expect(keeps.find(({ userSharePct }) => userSharePct === 90)!.kept!.worst).toBe(265_500_00n);
    const longer = keeps.filter(({ years }) => years === 2);
    expect(longer).toHaveLength(4);
    for (const { starts, kept, overBillsPct } of longer) expect([starts, kept, overBillsPct]).toEqual([0, null, null]);
  });

  it("has only starts for which all rates are there, and each with its own", () => {
    const record = months(flat(36, 1));
    // The local currency loses 1 % a month from month 6 to 30 of the record.
    const exchange = monthly(
      Array.from({ length: 25 }, (_, index) => 100 * 1.01 ** index),
      JANUARY + 5,
    );
    const bills = { quote: "discount" as const, ...monthly(flat(60, 10), JANUARY - 12) };
    const { span, keeps } = computeLocalKeeps(
      record,
      { currency: "UGX", exchange, bills },
      { years: [1], above: "nothing" },
    );
    expect(span).toEqual({ from: JANUARY + 6, to: JANUARY + 29 });
    for (const { starts, kept, overBillsPct } of keeps) {
      expect(starts).toBe(13);
      // A dollar that earns nothing gains what the local currency loses.
      expect(Number(kept!.worst) / 120_000_00).toBeCloseTo(1.01 ** 12, 4);
      const bill = (1 / (1 - (0.1 * 91) / 365)) ** (365 / 91);
      expect(overBillsPct!.worst).toBeCloseTo((1.01 ** 12 - bill) * 100, 2);
    }
    // Bills that end before the record leave their last month out of it, and the one after it in.
    const short = { ...bills, ...monthly(flat(24, 10), JANUARY) };
    expect(
      computeLocalKeeps(record, { currency: "UGX", exchange, bills: short }, { years: [1], above: "nothing" }).span,
    ).toEqual({
      from: JANUARY + 6,
      to: JANUARY + 24,
    });
  });

  it("has no months when the rates are of another time", () => {
    const exchange = monthly(flat(12, 100), JANUARY + 240);
    const bills = { quote: "yield" as const, ...monthly(flat(12, 10), JANUARY + 240) };
    const { span, keeps } = computeLocalKeeps(
      months(flat(24, 1)),
      { currency: "GHS", exchange, bills },
      { years: [1, 2], above: "nothing" },
    );
    expect([span, new Set(keeps.map(({ kept }) => kept))]).toEqual([null, new Set([null])]);
  });
});

describe("a file of local rates", () => {
  const row = "2000-01-01,12.5\n2000-02-01,12\n";

  it("says in its header how it quotes bills", () => {
    expect(parseLocalBills(`month,annual_discount_percent\n${row}`, "f")).toEqual({
      quote: "discount",
      ...monthly([12.5, 12], JANUARY),
    });
    expect(parseLocalBills(`month,annual_yield_percent\r\n${row}`, "f").quote).toBe("yield");
    // 12 % a year as a discount is a higher return than as a yield.
    expect(computeLocalBillMonth(12, "discount")).toBeGreaterThan(computeLocalBillMonth(12, "yield"));
  });

  it.each([
    [
      `month,annual_rate_percent\n${row}`,
      "f, line 1: the header is not month,annual_discount_percent or month,annual_yield_percent",
    ],
    ["month,annual_yield_percent\n2000-01-01,twelve\n", 'f, line 2: annual_yield_percent "twelve" is not a number'],
    ["month,annual_yield_percent\n2000-01-01,1200\n", "f, line 2: annual_yield_percent 1200 is not at most 300"],
    ["month,annual_yield_percent\n2000-01-01,9\n2000-03-01,9\n", "f, line 3: 2000-02 is missing before 2000-03"],
  ])("of bills is refused: %j", (text, message) => {
    expect(() => parseLocalBills(text, "f")).toThrow(message);
  });

  it("of exchange rates names its currency, and is refused at 0", () => {
    expect(parseLocalExchange(`month,kes_per_usd\n${row}`, "f", "KES").values).toEqual(Float64Array.of(12.5, 12));
    expect(() => parseLocalExchange(`month,usd_per_kes\n${row}`, "f", "KES")).toThrow(
      "f, line 1: the header is not month,kes_per_usd",
    );
    expect(() => parseLocalExchange("month,kes_per_usd\n2000-01-01,0\n", "f", "KES")).toThrow(
      "f, line 2: kes_per_usd 0 is not above 0",
    );
  });
});
