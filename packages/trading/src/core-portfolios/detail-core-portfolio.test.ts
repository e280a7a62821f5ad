import { beforeAll, describe, expect, it } from "vitest";
import { makePartTexts } from "./core-fixtures.ts";
import { corePortfolios, CORE_RECORD } from "./core-portfolio-list.ts";
import { type CoreDetails, detailCorePortfolio } from "./detail-core-portfolio.ts";
import { measureCorePortfolio } from "./measure-core-portfolio.ts";
import { computePartReturns, selectWindow } from "./part-returns.ts";

const returns = computePartReturns(makePartTexts("details"));
const [basket, , bills] = corePortfolios;
let details: CoreDetails;

beforeAll(() => {
  details = detailCorePortfolio(basket!, returns);
});

describe("the details of a core portfolio's record", () => {
  it("have the figures of the record itself", () => {
    const { sharpe, excess } = measureCorePortfolio(basket!, returns);
    expect(details.measured.sharpe).toEqual(sharpe);
    expect(details.measured.excessReturnPct).toEqual(excess);
    expect(details.measured).toMatchObject({ bars: 576, winRatePct: null });
    expect(details.measured.reason).toMatch(/divided by √1\.5/);
  });

  it("have both halves and the costs times 0, 1 and 2", () => {
    const { halves, costLevels, measured } = details;
    expect([halves.first.years, halves.second.years].map(Math.round)).toEqual([24, 24]);
    expect(costLevels.map(({ multiple }) => multiple)).toEqual([0, 1, 2]);
    const [free, once, twice] = costLevels.map(({ excessReturnPct }) => excessReturnPct ?? NaN);
    expect(once).toBeCloseTo(measured.excessReturnPct!.value, 10);
    // Costs are deducted from each month's return.
    expect(free! - once!).toBeCloseTo(measured.costsPct!, 10);
    expect(once! - twice!).toBeCloseTo(measured.costsPct!, 10);
  });

  it("compare with the three parts in equal amounts, bought once and held", () => {
    const { parts } = selectWindow(returns, CORE_RECORD);
    const grown = parts.map((part) => part.reduce((value, each) => value * (1 + each), 1));
    const mean = grown.reduce((sum, each) => sum + each, 0) / grown.length;
    const held = details.held.reduce((value, each) => value * (1 + each), 1);
    expect(held).toBeCloseTo(mean, 8);
  });

  it("of bills have no Sharpe ratio, no trades and no costs", () => {
    const { measured, costLevels } = detailCorePortfolio(bills!, returns);
    expect(measured).toMatchObject({ sharpe: null, trades: 0, costsPct: 0, yearsNeeded: null, reason: null });
    expect(measured.excessReturnPct?.value).toBe(0);
    expect(new Set(costLevels.map(({ returnPct }) => returnPct)).size).toBe(1);
  });
});
