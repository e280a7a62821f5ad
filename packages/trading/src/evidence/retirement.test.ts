import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPartTexts } from "../core-portfolios/core-fixtures.ts";
import { CORE_RECORD, corePortfolios, runSpan } from "../core-portfolios/core-portfolio-list.ts";
import { toReturnRecord } from "../core-portfolios/measure-core-run.ts";
import { computePartReturns } from "../core-portfolios/part-returns.ts";
import { nextBellShaped, seedRandom } from "../simulation/seeded-random.ts";
import { listMonthlyExcess, type MonthlyExcess } from "./monthly-excess.ts";
import {
  computeRetirementCurve,
  createMonthPaths,
  findBound,
  FIRST_JUDGED_MONTH,
  RETIREMENT_MONTHS,
  type RetirementCurve,
  widenMeans,
} from "./retirement.ts";

const RUNS = 2_000;
const YEARLY_PREMIUM = 0.06;

/** 40 years of months with a premium of 6 % a year and a deviation of 10 %. */
function makeRecord(changes: Partial<MonthlyExcess> = {}): MonthlyExcess {
  const random = seedRandom("a record", "months");
  const returns = Float64Array.from({ length: 480 }, () => YEARLY_PREMIUM / 12 + 0.029 * nextBellShaped(random));
  return { firstMonth: 1980 * 12, returns, isOfMonthlyMeans: false, ...changes };
}

const average = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0) / values.length;

/**
 * Finds the first live month at whose end the running sum is below the curve: 1 for the first of `liveMonths`; null while there is none.
 * @param liveMonths excess log returns as in `MonthlyExcess`
 */
function findRetirementMonth(liveMonths: ArrayLike<number>, curve: RetirementCurve): number | null {
  let sum = 0;
  for (let month = 1; month <= liveMonths.length; month += 1) {
    sum += liveMonths[month - 1] as number;
    const bound = findBound(curve, month);
    if (bound !== null && sum < bound) return month;
  }
  return null;
}

/** The months in which 2,000 bots close whose live months are drawn from these. */
function closeBots(months: Float64Array, curve: RetirementCurve, length = RETIREMENT_MONTHS): number[] {
  const paths = createMonthPaths(months, "live months");
  return Array.from({ length: RUNS }, () => findRetirementMonth(paths.draw(length), curve)).filter(
    (month) => month !== null,
  );
}

const countUntil = (closed: readonly number[], month: number): number => closed.filter((each) => each <= month).length;

/** Bots with the record's own premium, with none, and with a loss of the same size. */
function closeThreeKinds(record: MonthlyExcess): { own: number[]; without: number[]; losing: number[] } {
  const curve = computeRetirementCurve(record, "a seed");
  if (curve === null) throw new Error("The record has no curve");
  const months = widenMeans(record);
  const mean = average(months);
  return {
    own: closeBots(months, curve),
    without: closeBots(
      months.map((each) => each - mean),
      curve,
    ),
    losing: closeBots(
      months.map((each) => each - 2 * mean),
      curve,
    ),
  };
}

describe("the curve", () => {
  it.each([false, true])("closes 4 to 6 % of bots that are as their record (monthly means: %s)", (isOfMonthlyMeans) => {
    const { own } = closeThreeKinds(makeRecord({ isOfMonthlyMeans }));
    expect(own.length).toBeGreaterThanOrEqual(RUNS * 0.04);
    expect(own.length).toBeLessThanOrEqual(RUNS * 0.06);
  });

  it("closes a bot without a premium five times as often, and three times as often within two years", () => {
    const { own, without, losing } = closeThreeKinds(makeRecord());
    expect(without.length).toBeGreaterThan(5 * own.length);
    expect(countUntil(without, 24)).toBeGreaterThan(3 * countUntil(own, 24));
    // One that loses what its record earned is closed in most of 2,000 runs.
    expect(losing.length).toBeGreaterThan(RUNS * 0.7);
  });

  it("is the same for the same seed, and nearly the same for another", () => {
    const record = makeRecord();
    const curve = computeRetirementCurve(record, "one")!;
    expect(computeRetirementCurve(makeRecord(), "one")).toEqual(curve);
    const other = computeRetirementCurve(record, "two")!;
    expect(other.width).not.toBe(curve.width);
    expect(Math.abs(other.width / curve.width - 1)).toBeLessThan(0.03);
  });

  it("falls by the root of the months below the mean, and begins with the 12th", () => {
    const curve = { mean: 0.003, width: 0.05 };
    expect(findBound(curve, FIRST_JUDGED_MONTH - 1)).toBeNull();
    expect(findBound(curve, 16)).toBeCloseTo(0.048 - 0.2, 12);
    expect(findBound(curve, 64)).toBeCloseTo(0.192 - 0.4, 12);
  });

  it("is wider by √1.5 for a record of monthly means, around the same mean", () => {
    const curve = computeRetirementCurve(makeRecord(), "one")!;
    const wide = computeRetirementCurve(makeRecord({ isOfMonthlyMeans: true }), "one")!;
    expect(wide.mean).toBeCloseTo(curve.mean, 12);
    expect(wide.width / curve.width).toBeCloseTo(Math.sqrt(1.5), 9);
  });

  it("is missing for a record of less than two years, and for bills", () => {
    expect(computeRetirementCurve(makeRecord({ returns: makeRecord().returns.slice(0, 23) }), "one")).toBeNull();
    expect(computeRetirementCurve(makeRecord({ returns: new Float64Array(480) }), "one")).toBeNull();
  });
});

describe("live months", () => {
  const curve = { mean: 0.003, width: 0.05 };

  it("close nothing before the 12th month, however much is lost", () => {
    const months = Array.from({ length: 12 }, () => -0.1);
    expect(findRetirementMonth(months.slice(0, 11), curve)).toBeNull();
    expect(findRetirementMonth(months, curve)).toBe(12);
  });

  it("close a bot for good: later gains do not open it", () => {
    const months = [...Array.from({ length: 12 }, () => -0.02), ...Array.from({ length: 12 }, () => 0.1)];
    expect(findRetirementMonth(months, curve)).toBe(12);
  });

  it("that only earn what bills do are not closed at once", () => {
    expect(findRetirementMonth(new Float64Array(RETIREMENT_MONTHS), curve)).toBeNull();
  });
});

describe("the months of a record", () => {
  const toDay = (date: string): number => Date.parse(date) / 86_400_000;

  it("are whole, after costs, in logarithms over bills", () => {
    const dates = ["1999-02-26", "1999-03-01", "1999-03-31", "1999-04-15", "1999-04-30", "1999-05-03"];
    const months = listMonthlyExcess({
      firstDay: toDay("1999-02-25"),
      days: Int32Array.from(dates, toDay),
      total: Float64Array.from([0.5, 0.02, 0.01, -0.03, 0, 0.5]),
      cash: Float64Array.from([0.1, 0.001, 0.002, 0.001, 0.003, 0.1]),
    });
    expect(months.firstMonth).toBe(1999 * 12 + 2);
    expect(months.isOfMonthlyMeans).toBe(false);
    expect(months.returns).toHaveLength(2);
    expect(months.returns[0]).toBeCloseTo(Math.log((1.02 * 1.01) / 1.001 / 1.002), 12);
    expect(months.returns[1]).toBeCloseTo(Math.log(0.97 / 1.001 / 1.003), 12);
  });

  it("have the last one when it ends on a weekend, and a loss of everything", () => {
    const months = listMonthlyExcess({
      firstDay: toDay("1999-04-30"),
      // 1999-05-31 was a holiday.
      days: Int32Array.from(["1999-05-28"], toDay),
      total: Float64Array.from([-1]),
      cash: Float64Array.from([0]),
    });
    expect(Array.from(months.returns)).toEqual([Math.log(1e-12)]);
  });
});

const folder = new URL("../../../../../shared/market-data/long/", import.meta.url);
const isThere = existsSync(folder);
if (!isThere) console.warn("skipped: no monthly files under ../shared/market-data/long");

describe.skipIf(!isThere)("the curve of the core portfolios", () => {
  it.each([
    ["Core Basket", 2],
    ["Core Basket with Trend", 5],
  ])("closes 4 to 6 %% of bots as %s, and %d times as many without its premium", (name, times) => {
    const returns = computePartReturns(readPartTexts((file) => readFileSync(new URL(file, folder), "utf8")));
    const { rule } = corePortfolios.find((each) => each.name === name)!;
    const record = listMonthlyExcess(toReturnRecord(runSpan(rule, returns, CORE_RECORD)));
    expect([record.returns.length, record.firstMonth, record.isOfMonthlyMeans]).toEqual([576, 1975 * 12, true]);
    const { own, without } = closeThreeKinds(record);
    expect(own.length).toBeGreaterThanOrEqual(RUNS * 0.04);
    expect(own.length).toBeLessThanOrEqual(RUNS * 0.06);
    expect(without.length).toBeGreaterThan(times * own.length);
    expect(countUntil(without, 24)).toBeGreaterThan(1.5 * countUntil(own, 24));
  });
});
