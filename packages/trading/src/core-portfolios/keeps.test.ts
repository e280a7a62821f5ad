import { cents } from "@wazi/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makePartTexts } from "./core-fixtures.ts";
import { CORE_RECORD, corePortfolios, runSpan } from "./core-portfolio-list.ts";
import { computeKeeps, computeKept, DEFAULT_KEEP_TERMS, holdMonths, toKeepMonths } from "./keeps.ts";
import { measureAfterShare } from "./measure-after-share.ts";
import { computePartReturns } from "./part-returns.ts";
import type { CoreRun } from "./run-core-rule.ts";

const P = cents(1_000_00n);
const FREE = { ...DEFAULT_KEEP_TERMS, fundCostPct: 0, dividendTaxPct: 0 };

function makeRun(total: number[], weights: number[], bill = 0.01): CoreRun {
  const count = total.length;
  return {
    firstMonth: 2000 * 12,
    total: Float64Array.from(total),
    bills: new Float64Array(count).fill(bill),
    weights: [Float64Array.from(weights)],
    dividends: new Float64Array(count).fill(0.002),
    costs: new Float64Array(count),
    trades: 0,
  };
}

describe("what is kept at the exit", () => {
  it.each([
    // value, interest, gain of bills, investor's share, above, kept
    [1.5, 0, 0.1, 70, "nothing", 1_350_00n],
    [1.5, 0, 0.1, 90, "nothing", 1_450_00n],
    [1.5, 0, 0.1, 70, "bills", 1_380_00n],
    // 200 of the gain of 500 is interest: the share is on 300.
    [1.5, 0.2, 0.1, 70, "nothing", 1_410_00n],
    // Interest is more than bills would have earned: it bears no share above bills either.
    [1.5, 0.2, 0.1, 70, "bills", 1_410_00n],
    [1.5, 0.5, 0.1, 70, "nothing", 1_500_00n],
    // Interest hides a trading loss: no share.
    [1.1, 0.2, 0.1, 70, "nothing", 1_100_00n],
    [1.05, 0, 0.1, 70, "bills", 1_050_00n],
    [0.9, 0, 0.1, 70, "nothing", 900_00n],
    [0, 0, 0.1, 70, "nothing", 0n],
  ] as const)("is %d with interest %d, bills %d, at %d above %s: %d", (value, interest, billGain, pct, above, kept) => {
    expect(computeKept(P, { value, interest, billGain }, pct, above)).toBe(kept);
  });

  it("never bears a share on interest, and never more than on all of the gain", () => {
    const growth = fc.record({
      value: fc.double({ min: 0, max: 20, noNaN: true }),
      interest: fc.double({ min: 0, max: 5, noNaN: true }),
      billGain: fc.double({ min: 0, max: 5, noNaN: true }),
    });
    const own = fc.bigInt({ min: 100_00n, max: 10_000_00n }).map(cents);
    fc.assert(
      fc.property(own, growth, fc.constantFrom("nothing", "bills"), (amount, held, above) => {
        const value = computeKept(amount, { ...held, interest: 1e3 }, 70, above);
        const kept = computeKept(amount, held, 70, above);
        const gain = Number(value - amount);
        const bearing = Math.max(0, gain - held.interest * Number(amount));
        expect(kept <= value).toBe(true);
        expect(Number(value - kept)).toBeLessThanOrEqual(0.3 * bearing + 1);
        if (above === "nothing") expect(Number(value - kept)).toBeGreaterThanOrEqual(0.3 * bearing - 1);
      }),
    );
  });
});

describe("holding a run", () => {
  it("adds interest on the money that is in bills, by the value at the time", () => {
    const held = holdMonths(toKeepMonths(makeRun([0.1, 0.2], [1, 0.5]), FREE), 0, 2);
    expect(held.value).toBeCloseTo(1.1 * 1.2, 14);
    expect(held.interest).toBeCloseTo(1.1 * 0.5 * 0.01, 14);
    expect(held.billGain).toBeCloseTo(1.01 ** 2 - 1, 14);
  });

  it("takes fund costs on what is in funds, taxes on dividends, and the margin on interest", () => {
    const run = makeRun([0.1], [0.5]);
    const terms = { ...FREE, fundCostPct: 0.2, dividendTaxPct: 30, cashMarginPct: 1.2 };
    const held = holdMonths(toKeepMonths(run, terms), 0, 1);
    expect(held.value).toBeCloseTo(1.1 - (0.5 * 0.002) / 12 - 0.3 * 0.002 - 0.5 * 0.001, 14);
    expect(held.interest).toBeCloseTo(0.5 * (0.01 - 0.001), 14);
    expect(holdMonths(toKeepMonths(makeRun([0.1], [0.5], 0.0005), terms), 0, 1).interest).toBe(0);
  });
});

describe("keeps", () => {
  it("have each plan, amount and time, with the figure of a real start at each rank", () => {
    const rises = Array.from({ length: 24 }, (_, month) => (month === 5 ? -0.2 : 0.01));
    const keeps = computeKeeps(
      makeRun(
        rises,
        Array.from({ length: 24 }, () => 1),
        0,
      ),
      FREE,
    );
    expect(new Set(keeps.map(({ years, starts }) => `${years} years from ${starts}`))).toEqual(
      new Set(["1 years from 13", "2 years from 1"]),
    );
    expect(keeps.length).toBe(2 * 4 * 3);
    const first = keeps.find(({ plan, amount, years }) => plan === "starter" && amount === P && years === 1)!;
    const fell = 1_000_00 * 1.01 ** 11 * 0.8;
    const rose = 1_000_00 * (1 + 0.7 * (1.01 ** 12 - 1));
    // Seven starts have the rise of twelve months, six the fall.
    expect(Number(first.kept.median)).toBe(Math.floor(rose));
    expect([first.kept.low, first.kept.worst].map(Number)).toEqual([Math.floor(fell), Math.floor(fell)]);
    expect(first.overBillsPct.worst).toBeCloseTo(Math.floor(fell) / 1_000 - 100, 8);
  });

  const made = computePartReturns(makePartTexts("keeps"));

  it("of Bills are the whole interest on every plan", () => {
    const bills = runSpan(corePortfolios.at(-1)!.rule, made, CORE_RECORD);
    for (const { kept, amount, years, overBillsPct } of computeKeeps(bills)) {
      expect(kept.worst).toBeGreaterThan(amount);
      expect(Math.abs(overBillsPct.median), `${years}`).toBeLessThan(0.011);
      expect(Math.abs(overBillsPct.worst)).toBeLessThan(0.011);
    }
  });

  it("of a share above bills are never less than of one above nothing", () => {
    const run = runSpan(corePortfolios[1]!.rule, made, CORE_RECORD);
    const above = computeKeeps(run, { ...DEFAULT_KEEP_TERMS, profitShareAbove: "bills" });
    computeKeeps(run).forEach(({ kept }, index) => {
      for (const rank of ["median", "low", "worst"] as const)
        expect(above[index]!.kept[rank]).toBeGreaterThanOrEqual(kept[rank]);
    });
    expect(above.some(({ kept }, index) => kept.median > computeKeeps(run)[index]!.kept.median)).toBe(true);
  });
});

describe("a share every year", () => {
  const plan = { plan: "starter", userSharePct: 70, profitShareAbove: "nothing" } as const;
  const year = (pct: number) => Array.from({ length: 12 }, (_, month) => (month === 0 ? pct : 0));

  it("is on gains above the losses carried", () => {
    const run = makeRun(
      [...year(0.1), ...year(-0.1), ...year(0.2)],
      Array.from({ length: 36 }, () => 1),
      0,
    );
    // 7 %, −10 % of 1.07, then a gain of 0.1926 of which 0.107 makes up the loss.
    const last = (0.1926 - 0.3 * (0.1926 - 0.107)) / 0.963;
    expect(measureAfterShare(run, plan, "carried").value).toBeCloseTo(((0.07 - 0.1 + last) / 3) * 100, 10);
  });

  it("is on gains above bills, of which what bills would have earned makes up no loss", () => {
    const run = makeRun(
      [...year(-0.1), ...year(0.1), ...year(0.2)],
      Array.from({ length: 36 }, () => 1),
      1.05 ** (1 / 12) - 1,
    );
    // A loss of 0.1, a gain of 0.09 that makes up the 0.045 of it above bills, and one of 0.198, of which 0.1485 are above bills.
    const share = 0.3 * (0.1485 - (0.1 - 0.045));
    const last = (0.198 - share) / 0.99;
    const above = measureAfterShare(run, { ...plan, profitShareAbove: "bills" }, "above bills");
    expect(above.value).toBeCloseTo(((-0.1 + 0.1 + last) / 3 - 0.05) * 100, 10);
  });
});
