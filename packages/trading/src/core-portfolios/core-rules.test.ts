import { describe, expect, it } from "vitest";
import { makePartTexts } from "./core-fixtures.ts";
import { CORE_RECORD, corePortfolios, runSpan } from "./core-portfolio-list.ts";
import { RULE_MONTHS, weighBills, weighCoreBasket, weighCoreBasketWithTrend, weighEqually } from "./core-rules.ts";
import { computePartReturns, type MarketWindow } from "./part-returns.ts";
import { runCoreRule } from "./run-core-rule.ts";

const BILL = 0.002;
/** Months of excess returns that go up and down by a size, with a lead of one that counts or not. */
function makePart(size: number, months = RULE_MONTHS): number[] {
  return Array.from({ length: months }, (_, month) => BILL + (month % 2 === 0 ? size : -size));
}
const bills = (months = RULE_MONTHS) => Array.from({ length: months }, () => BILL);

describe("Core Basket", () => {
  it("weighs parts by the inverse of the root mean square of 36 months", () => {
    const weights = weighCoreBasket({ parts: [makePart(0.04), makePart(0.02), makePart(0.08)], bills: bills() });
    [2 / 7, 4 / 7, 1 / 7].forEach((weight, index) => expect(weights[index]).toBeCloseTo(weight, 12));
  });

  it("leaves out the newest month, and the months before the 36", () => {
    const parts = [makePart(0.04, 40), makePart(0.02, 40)];
    const weights = weighCoreBasket({ parts, bills: bills(40) });
    const changed = (month: number) => {
      const other = parts.map((part, index) => (index === 0 ? part.with(month, 0.5) : part));
      return weighCoreBasket({ parts: other, bills: bills(40) });
    };
    expect(changed(39)).toEqual(weights);
    expect(changed(2)).toEqual(weights);
    expect(changed(38)).not.toEqual(weights);
    expect(changed(3)).not.toEqual(weights);
  });

  it("refuses too few months, and a part that never moves", () => {
    expect(() => weighCoreBasket({ parts: [makePart(0.04, 36)], bills: bills(36) })).toThrow(
      "37 months are needed, 36",
    );
    expect(() => weighCoreBasket({ parts: [makePart(0)], bills: bills() })).toThrow("did not move");
  });
});

describe("Core Basket with Trend", () => {
  it("holds a part only when twelve months earned more than bills; the others' weights do not grow", () => {
    const rising = makePart(0.02).map((each, month) => each + (month >= 24 ? 0.001 : 0));
    const falling = makePart(0.02).map((each, month) => each - (month >= 24 ? 0.001 : 0));
    const closed = { parts: [rising, falling], bills: bills() };
    const [held, dropped] = weighCoreBasketWithTrend(closed);
    expect(held).toBe(weighCoreBasket(closed)[0]);
    expect(dropped).toBe(0);
  });

  it("does not hold a part that earned exactly what bills did", () => {
    const flat = makePart(0.02).map((each, month) => (month >= 24 && month < 36 ? BILL : each));
    expect(weighCoreBasketWithTrend({ parts: [flat], bills: bills() })).toEqual([0]);
  });

  it.each([weighCoreBasket, weighCoreBasketWithTrend])(
    "gives no weight where a rate that it needs is missing",
    (rule) => {
      const parts = [makePart(0.04), makePart(0.02)];
      const lacking = (missing: number) => bills().map((bill, month) => (month === missing ? NaN : bill));
      expect(rule({ parts, bills: lacking(20) })).toEqual([NaN, NaN]);
      // The newest month is left out.
      expect(rule({ parts, bills: lacking(RULE_MONTHS - 1) })).toEqual(rule({ parts, bills: bills() }));
    },
  );
});

describe("a run", () => {
  const window = (parts: number[][], months: number): MarketWindow => ({
    firstMonth: 2000 * 12,
    names: ["shares", "gold"],
    parts: parts.map((part) => Float64Array.from(part)),
    bills: Float64Array.from(bills(months)),
    dividends: new Float64Array(months).fill(0.001),
  });

  it("pays 0.1 % of the first purchase and of each difference from the drifted weights", () => {
    const run = runCoreRule(
      weighEqually,
      window(
        [
          [0.2, 0.1],
          [0, 0],
        ],
        2,
      ),
      2000 * 12,
    );
    expect(run.total[0]).toBeCloseTo(0.1 - 0.001, 14);
    // Half in each: the first drifts to 0.6 / 1.1.
    const traded = 2 * (0.6 / 1.1 - 0.5);
    expect(run.total[1]).toBeCloseTo(0.05 - 0.001 * traded, 14);
    expect(Array.from(run.dividends)).toEqual([0.0005, 0.0005]);
    expect(run.costs[0]).toBeCloseTo(0.001, 14);
    expect(run.costs[1]).toBeCloseTo(0.001 * traded, 14);
    expect(run.trades).toBe(4);
  });

  it("pays nothing for bills, and earns what they earn", () => {
    const run = runCoreRule(
      weighBills,
      window(
        [
          [0.2, 0.1],
          [0, 0],
        ],
        2,
      ),
      2000 * 12,
    );
    expect(run.total).toEqual(run.bills);
    expect([run.trades, ...run.costs]).toEqual([0, 0, 0]);
  });

  it.each([[[0.7, 0.4]], [[1.2, -0.2]], [[NaN, 0]]])(
    "refuses weights of %j: nothing is borrowed or sold short",
    (weights) => {
      expect(() => runCoreRule(() => weights, window([[0.2], [0]], 1), 2000 * 12)).toThrow(
        "neither borrow nor sell short",
      );
    },
  );
});

describe("a scramble of everything after a month", () => {
  const made = computePartReturns(makePartTexts("scramble"));

  it.each(corePortfolios.filter(({ name }) => name !== "Bills"))("leaves the weights of $name", ({ rule }) => {
    const { weights } = runSpan(rule, made, CORE_RECORD);
    for (const month of [1975 * 12 + 4, 1987 * 12 + 9, 2008 * 12 + 8, 2022 * 12 + 8]) {
      const scrambled = runSpan(rule, computePartReturns(makePartTexts("scramble", month)), CORE_RECORD).weights;
      // The weights of a month know the months up to two before it.
      const known = month + 2 - CORE_RECORD.from + 1;
      const cut = (lists: readonly Float64Array[], from: number, to?: number) =>
        lists.map((list) => list.slice(from, to));
      expect(cut(scrambled, 0, known)).toEqual(cut(weights, 0, known));
      expect(cut(scrambled, known)).not.toEqual(cut(weights, known));
    }
  });

  it("is no scramble of the fixture only: each part's returns differ after the month", () => {
    const month = 2000 * 12;
    const other = computePartReturns(makePartTexts("scramble", month));
    for (const part of ["shares", "bonds", "gold"] as const) {
      const { firstMonth, total } = made.parts[part];
      const known = month - firstMonth + 1;
      expect(other.parts[part].total.slice(0, known)).toEqual(total.slice(0, known));
      expect(other.parts[part].total[known]).not.toBe(total[known]);
    }
  });
});
