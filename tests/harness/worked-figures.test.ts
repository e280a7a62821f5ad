import { describe, expect, it } from "vitest";
import { workedFigures as worked } from "../../apps/web/src/content/worked-figures.ts";
import {
  computeDeepestFall,
  computeMoments,
  computeSharpe,
} from "../../packages/trading/src/evidence/return-moments.ts";
import {
  computeDeflatedSharpe,
  computeExpectedMaximum,
  computeLeastCount,
} from "../../packages/trading/src/evidence/sharpe-tests.ts";
import { bootstrapIntervals } from "../../packages/trading/src/evidence/bootstrap-intervals.ts";

/** The spread of the monthly Sharpe ratios of the settings tried in the example. */
const TRIED_VARIANCE = 0.1 ** 2;

const round = (by: (value: number) => number, value: number, places: number): string =>
  (by(value * 10 ** places + (by === Math.floor ? 1e-9 : -1e-9)) / 10 ** places).toFixed(places);
const floor = (value: number, places = 2): string => round(Math.floor, value, places);
const ceil = (value: number, places = 2): string => round(Math.ceil, value, places);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const plain = (text: string): string => text.replaceAll(",", "").replace("−", "-");

const returns = Float64Array.from(worked.monthsPct, (pct) => pct / 100);
const excess = returns.map((each) => each - Number(worked.cashMonthPct) / 100);
const moments = computeMoments(excess);
const MONTH_SHARPE = computeSharpe(moments) ?? NaN;
const sample = { ...moments, sharpe: MONTH_SHARPE };
const START = Number(plain(worked.start));

describe("the example of the page How to read this", () => {
  it("adds up month by month", () => {
    let value = START;
    const values = worked.monthsPct.map((pct) => floor((value *= 1 + pct / 100)));
    expect(worked.values.map(plain)).toEqual(values);
    expect(plain(worked.end)).toBe(values.at(-1));
    expect(worked.months).toBe(worked.monthsPct.length);
    expect(worked.returnPct).toBe(floor((value / START - 1) * 100));
    expect(worked.unitPrice).toBe(floor(value / START, 4));
    expect(worked.cashPct).toBe(floor(((1 + Number(worked.cashMonthPct) / 100) ** worked.months - 1) * 100));
    const highest = Math.max(...values.slice(0, 7).map(Number));
    expect([plain(worked.peak), plain(worked.low)]).toEqual([highest.toFixed(2), values[6]]);
    expect(worked.drawdownPct).toBe(floor(-computeDeepestFall(returns) * 100));
  });

  it("has the win rate, the profit factor and the costs of its trades", () => {
    const gains = worked.monthsPct.filter((pct) => pct > 0);
    const losses = worked.monthsPct.filter((pct) => pct < 0);
    expect(worked.wins).toBe(gains.length);
    expect(worked.winRatePct).toBe(floor((gains.length / worked.months) * 100));
    expect([worked.gainsPct, worked.lossesPct]).toEqual([sumOf(gains), -sumOf(losses)].map((sum) => sum.toFixed(2)));
    expect(worked.profitFactor).toBe(floor(sumOf(gains) / -sumOf(losses)));
    const cost = Number(worked.costPct);
    expect(worked.costsPct).toBe((cost * worked.months).toFixed(2));
    const without = worked.monthsPct.reduce((value, pct) => value * (1 + (pct + cost) / 100), START);
    expect(plain(worked.withoutCosts)).toBe(floor(without));
    expect(worked.costsTook).toBe((Number(floor(without)) - Number(plain(worked.end))).toFixed(2));
  });

  it("has the Sharpe ratio, the intervals and the years that the evidence code computes", () => {
    const intervals = bootstrapIntervals(excess, returns, { seed: "how-to-read" });
    const yearly = Math.sqrt(12);
    expect(worked.meanMonthPct).toBe(floor(moments.mean * 100, 3));
    expect(worked.deviationMonthPct).toBe(ceil(moments.deviation * 100, 3));
    expect(worked.monthSharpe).toBe(floor(MONTH_SHARPE, 3));
    expect(worked.sharpe).toBe(Number(floor(MONTH_SHARPE * yearly)));
    expect(worked.sharpeLow).toBe(Number(floor((intervals.sharpe?.low ?? NaN) * yearly)));
    expect(worked.sharpeHigh).toBe(Number(floor((intervals.sharpe?.high ?? NaN) * yearly)));
    expect(worked.excessPct).toBe(floor(moments.mean * 1200));
    expect(plain(worked.excessLowPct)).toBe(floor((intervals.mean?.low ?? NaN) * 1200));
    expect(plain(worked.excessHighPct)).toBe(floor((intervals.mean?.high ?? NaN) * 1200));
    const months = computeLeastCount(sample) ?? NaN;
    expect(worked.monthsNeeded).toBe(Math.floor(months));
    expect(worked.yearsNeeded).toBe(ceil(months / 12, 1));
    expect(worked.yearsMissing).toBe(ceil(months / 12 - 1, 1));
    expect(worked.luckySharpe).toBe(ceil(computeExpectedMaximum(worked.tried, TRIED_VARIANCE) * yearly));
    expect(worked.deflatedPct).toBe(floor(computeDeflatedSharpe(sample, worked.tried, TRIED_VARIANCE) * 100, 0));
  });

  it("counts the ways to cut sixteen pieces of time in halves", () => {
    let ways = 1;
    for (let piece = 1; piece <= 8; piece += 1) ways = (ways * (8 + piece)) / piece;
    expect(plain(worked.cuts)).toBe(String(ways));
    expect(worked.overfittingPct).toBe(ceil((Number(plain(worked.worseCuts)) / ways) * 100 - 0.5, 0));
  });
});
