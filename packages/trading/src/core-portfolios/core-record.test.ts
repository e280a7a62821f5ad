import { existsSync, readFileSync } from "node:fs";
import { formatCents, parseCents } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { nextBellShaped, seedRandom } from "../simulation/seeded-random.ts";
import { makePartTexts, readPartTexts } from "./core-fixtures.ts";
import { CORE_RECORD, corePortfolios, runSpan } from "./core-portfolio-list.ts";
import { type CoreRecord, measureCorePortfolio } from "./measure-core-portfolio.ts";
import { computeKeeps, DEFAULT_KEEP_TERMS } from "./keeps.ts";
import { compareRecords } from "../evidence/compare-records.ts";
import { computeYearly, findWorstFall, toReturnRecord } from "./measure-core-run.ts";
import { formatMonth } from "../evidence/parse-monthly-columns.ts";
import { computePartReturns } from "./part-returns.ts";

interface IndependentFigures {
  readonly yearly: Readonly<Record<string, number>>;
  readonly sharpe: number;
  readonly excess: number;
  readonly difference: number;
  readonly alpha: number;
  readonly beta: number;
  readonly worstFallPct: number;
  readonly high: string;
  readonly low: string;
  readonly yearsBelowBills: number;
  readonly grown: number;
  readonly early: Pick<IndependentFigures, "sharpe" | "excess" | "worstFallPct" | "yearly">;
  /** By investor's share, years and what the share is above: starts, then median, 5th percentile and worst of $1,000 and over bills. */
  readonly keeps: Readonly<Record<string, readonly number[]>>;
}

/** Computed by another program, in another language, from the raw files and the formulas of the documents alone. */
const independent = JSON.parse(readFileSync(new URL("independent-figures.json", import.meta.url), "utf8")) as {
  readonly "Core Basket": IndependentFigures;
  readonly "Core Basket with Trend": IndependentFigures;
  readonly Bills: Pick<IndependentFigures, "grown" | "yearly">;
  readonly shares: Pick<IndependentFigures, "grown">;
};
const folder = new URL("../../../../../shared/market-data/long/", import.meta.url);
const isThere = existsSync(folder);
if (!isThere) console.warn("skipped: no monthly files under ../shared/market-data/long");
const LEAST_YEARS = 48;

describe.skipIf(!isThere)("the records on real months against independent figures", () => {
  const returns = isThere
    ? computePartReturns(readPartTexts((name) => readFileSync(new URL(name, folder), "utf8")))
    : null!;
  const judged = new Map<string, CoreRecord>();
  const read = (name: string): CoreRecord => {
    const known =
      judged.get(name) ??
      measureCorePortfolio(
        corePortfolios.find((each) => each.name === name)!,
        returns,
      );
    judged.set(name, known);
    return known;
  };
  const expectYearly = (yearly: ReadonlyMap<number, number>, expected: Readonly<Record<string, number>>) => {
    expect([...yearly.keys()].map(String)).toEqual(Object.keys(expected));
    for (const [year, pct] of yearly) expect(Math.abs(pct - expected[year]!), String(year)).toBeLessThan(0.01);
  };

  it.each(["Core Basket", "Core Basket with Trend"] as const)("%s", (name) => {
    const record = read(name);
    const expected = independent[name];
    expect(record.yearly.size).toBe(LEAST_YEARS);
    expectYearly(record.yearly, expected.yearly);
    expect(Math.abs(record.sharpe!.value - expected.sharpe)).toBeLessThan(0.005);
    expect(Math.abs(record.excess.value - expected.excess)).toBeLessThan(0.02);
    expect(Math.abs(record.comparison!.difference - expected.difference)).toBeLessThan(0.02);
    expect(Math.abs(record.comparison!.alpha.value - expected.alpha)).toBeLessThan(0.02);
    expect(Math.abs(record.comparison!.beta - expected.beta)).toBeLessThan(0.005);
    expect(record.yearsBelowBills).toBe(expected.yearsBelowBills);
    const { pct, highMonth, lowMonth } = record.worstFall!;
    expect(Math.abs(pct - expected.worstFallPct)).toBeLessThan(0.02);
    expect([formatMonth(highMonth), formatMonth(lowMonth)]).toEqual([expected.high, expected.low]);
    expectYearly(record.early!.yearly, expected.early.yearly);
    expect(Math.abs(record.early!.sharpe!.value - expected.early.sharpe)).toBeLessThan(0.005);
    expect(Math.abs(record.early!.excess.value - expected.early.excess)).toBeLessThan(0.02);
    expect(Math.abs(record.early!.worstFall!.pct - expected.early.worstFallPct)).toBeLessThan(0.02);
  });

  it("Bills are the benchmark: no excess, no fall, no comparison", () => {
    const record = read("Bills");
    expectYearly(record.yearly, independent.Bills.yearly);
    expect(record).toMatchObject({ isBenchmark: true, sharpe: null, comparison: null, worstFall: null });
    expect(record.excess.value).toBe(0);
  });

  it("what $1,000 became", () => {
    const { bot, bills, shares } = read("Core Basket").grown;
    const expected = [independent["Core Basket"].grown, independent.Bills.grown, independent.shares.grown];
    [bot, bills, shares].forEach((amount, index) => {
      expect(Math.abs(Number(amount) / 100 - expected[index]!)).toBeLessThan(0.02);
    });
    expect(formatCents(read("Core Basket with Trend").grown.bot)).toBe("42586.62");
  });

  it.each(["Core Basket", "Core Basket with Trend"] as const)("what is kept of %s", (name) => {
    const portfolio = corePortfolios.find((each) => each.name === name)!;
    const run = runSpan(portfolio.rule, returns, CORE_RECORD);
    const entries = Object.entries(independent[name].keeps);
    expect(entries.length).toBe(24);
    for (const profitShareAbove of ["nothing", "bills"] as const) {
      const keeps = computeKeeps(run, { ...DEFAULT_KEEP_TERMS, profitShareAbove });
      for (const { amount, userSharePct, years, starts, kept, overBillsPct } of keeps) {
        if (amount !== parseCents("1000.00")) continue;
        const expected = independent[name].keeps[`${userSharePct} ${years} ${profitShareAbove}`]!;
        const dollars = [kept.median, kept.low, kept.worst].map((each) => Number(each) / 100);
        const figures = [starts, ...dollars, overBillsPct.median, overBillsPct.low, overBillsPct.worst];
        figures.forEach((figure, index) => expect(Math.abs(figure - expected[index]!)).toBeLessThan(0.03));
      }
    }
  });

  it("are those of docs/explanation/strategies.md", () => {
    const text = readFileSync(new URL("../../../../docs/explanation/strategies.md", import.meta.url), "utf8");
    const [, chapter = ""] = text.replace(/\s+/g, " ").split(" ## Core portfolios ");
    const round = (value: number) => Math.abs(value).toFixed(1);
    const [basket, trend] = [read("Core Basket"), read("Core Basket with Trend")];
    for (const { excess, worstFall } of [basket, trend]) {
      expect(chapter).toMatch(
        new RegExp(`${round(excess.value)} % (a year )?more than bills.* ${round(worstFall!.pct)} %`),
      );
    }
    expect(chapter).toContain(`${round(basket.comparison!.difference)} less than equal parts`);
    const [first, second] = [basket, trend].map(({ early }) => round(early!.excess.value));
    expect(chapter).toContain(`From 1956 to 1974 they earned ${first} and ${second} % a year less than bills`);
    expect(chapter).toContain(`less in ${basket.yearsBelowBills} and ${trend.yearsBelowBills} of 48 years`);
  });

  it("the share of every year, plain 30 %: no evidence of more than bills for the Core Basket", () => {
    const { value, low, high } = read("Core Basket").afterShare.find(({ plan }) => plan === "starter")!;
    expect(value).toBeCloseTo(1.1, 1);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(2.4);
  });
});

const noRun = {
  firstMonth: 1950 * 12,
  weights: [],
  dividends: new Float64Array(),
  costs: new Float64Array(),
  trades: 0,
};

describe("figures of a run", () => {
  it("have whole calendar years only", () => {
    const total = new Float64Array(30).fill(0.01);
    const yearly = computeYearly({ firstMonth: 1999 * 12 + 9 }, total);
    expect([...yearly.keys()]).toEqual([2000, 2001]);
    expect(yearly.get(2000)).toBeCloseTo((1.01 ** 12 - 1) * 100, 10);
  });

  it("name the months of the worst fall, and when it was made up", () => {
    const firstMonth = 2000 * 12;
    const total = Float64Array.of(0.1, -0.05, 0.1, -0.1, -0.1, 0.05, 0.2, -0.02);
    const fall = findWorstFall({ firstMonth, total });
    expect(fall?.pct).toBeCloseTo(-19, 10);
    expect(fall).toMatchObject({
      highMonth: firstMonth + 2,
      lowMonth: firstMonth + 4,
      recoveredMonth: firstMonth + 6,
    });
    expect(findWorstFall({ firstMonth, total: total.subarray(0, 6) })?.recoveredMonth).toBeNull();
    expect(findWorstFall({ firstMonth, total: Float64Array.of(0.1, 0.1) })).toBeNull();
    expect(findWorstFall({ firstMonth, total: Float64Array.of(-0.1) })?.highMonth).toBe(firstMonth - 1);
  });

  it("find alpha and beta of a made record, and an interval that has the truth in it", () => {
    const random = seedRandom("line", "test");
    const benchmark = Float64Array.from({ length: 600 }, () => 0.004 + 0.03 * nextBellShaped(random));
    const compare = (own: Float64Array, seed: string) => {
      const toRecord = (total: Float64Array) => toReturnRecord({ ...noRun, total, bills: new Float64Array(600) });
      return compareRecords(toRecord(own), toRecord(benchmark), seed)!;
    };
    const exact = compare(
      benchmark.map((each) => 0.001 + 0.5 * each),
      "exact",
    );
    expect([exact.alpha.value, exact.alpha.low, exact.alpha.high]).toEqual(Array(3).fill(expect.closeTo(1.2, 8)));
    expect(exact.beta).toBeCloseTo(0.5, 10);
    const noisy = compare(
      benchmark.map((each) => 0.001 + 0.5 * each + 0.01 * nextBellShaped(random)),
      "noisy",
    );
    expect(noisy.alpha.low).toBeLessThan(1.2);
    expect(noisy.alpha.high).toBeGreaterThan(1.2);
    expect(noisy.alpha.high - noisy.alpha.low).toBeGreaterThan(0.8);
    expect(noisy.alpha.high - noisy.alpha.low).toBeLessThan(3);
  });

  it("are the same for every run of the same months", () => {
    const made = computePartReturns(makePartTexts("again"));
    const judge = () => measureCorePortfolio(corePortfolios[1]!, made);
    expect(judge()).toEqual(judge());
  });
});
