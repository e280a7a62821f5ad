import { describe, expect, it } from "vitest";
import {
  currencyTrend,
  holdFund,
  type MonthRule,
  monthRules,
  tenMonthAverage,
  twelveMonthMomentum,
} from "./month-rules.ts";

const BILL = 0.002;
const bills = (months: number) => new Array<number>(months).fill(BILL);
const weigh = ({ weigh: rule }: MonthRule, ...parts: number[][]) =>
  rule({ parts, bills: bills(parts[0]!.length) }).map((weight) => weight + 0);
const flat = (each: number, months = 13) => new Array<number>(months).fill(each);

describe("twelve-month momentum", () => {
  it("holds what earned more than bills, in equal parts, and leaves the rest in bills", () => {
    expect(weigh(twelveMonthMomentum, flat(BILL + 0.001))).toEqual([1]);
    expect(weigh(twelveMonthMomentum, flat(BILL))).toEqual([0]);
    expect(weigh(twelveMonthMomentum, flat(BILL + 0.001), flat(BILL - 0.001))).toEqual([0.5, 0]);
  });

  it("gives no weight without a rate of bills", () => {
    expect(twelveMonthMomentum.weigh({ parts: [flat(0.01)], bills: [NaN, ...bills(12)] })).toEqual([NaN]);
  });
});

describe("ten-month average", () => {
  const rising = flat(0.01, 12);

  it("holds above the mean of ten months, and not below or on it", () => {
    expect(weigh(tenMonthAverage, rising)).toEqual([1]);
    expect(weigh(tenMonthAverage, flat(-0.01, 12))).toEqual([0]);
    expect(weigh(tenMonthAverage, flat(0, 12))).toEqual([0]);
  });

  it("is of ten month ends: a fall that lies nine returns back counts, one more does not", () => {
    // Values of 1.11, then nine times 1: below their mean only while the first is among them.
    const fallAt = (month: number) => flat(0, 12).with(month, -0.1).with(10, 0.001);
    expect(weigh(tenMonthAverage, fallAt(2))).toEqual([0]);
    expect(weigh(tenMonthAverage, fallAt(1))).toEqual([1]);
  });

  it("refuses too few months", () => {
    expect(() => weigh(tenMonthAverage, flat(0.01, 9))).toThrow("10 months are needed");
    expect(weigh(tenMonthAverage, flat(0.01, tenMonthAverage.months))).toEqual([1]);
  });
});

describe("currency trend", () => {
  it("is long in what rose and short in what fell, whichever way a pair is quoted", () => {
    expect(weigh(currencyTrend, flat(0.01), flat(-0.01))).toEqual([0.5, -0.5]);
    const yen = flat(0.01).map((each) => 1 / (1 + each) - 1);
    expect(weigh(currencyTrend, yen)).toEqual([-1]);
    expect(weigh(currencyTrend, flat(0))).toEqual([0]);
  });

  it("is of the exchange rate alone, not of what is more than bills", () => {
    expect(weigh(currencyTrend, flat(BILL / 2))).toEqual([1]);
  });
});

describe("every rule of months", () => {
  it.each(monthRules.filter(({ months }) => months > 0))(
    "$name leaves out the newest month, and those before its own",
    (rule) => {
      const parts = [flat(0.003, rule.months + 2)];
      const weights = weigh(rule, ...parts);
      expect(weights).toEqual([1]);
      expect(weigh(rule, parts[0]!.with(-1, -0.9))).toEqual(weights);
      expect(weigh(rule, parts[0]!.with(0, 9).with(1, 9))).toEqual(weights);
      expect(weigh(rule, parts[0]!.with(-2, -0.9))).not.toEqual(weights);
    },
  );

  it.each(monthRules)("$name borrows nothing", (rule) => {
    const gross = weigh(rule, flat(0.01), flat(-0.01), flat(0.02)).reduce((sum, each) => sum + Math.abs(each), 0);
    expect(gross).toBeLessThanOrEqual(1 + 1e-12);
  });

  it("holds a fund at all times", () => {
    expect(weigh(holdFund, flat(-0.5))).toEqual([1]);
  });
});
