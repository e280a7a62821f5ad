import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { byDepth } from "../../../../../tests/harness/test-depth.ts";
import { type Interval, intervalMs } from "../../candle.ts";
import { marketModels, type ModelName, modelNames } from "../market-models.ts";
import { getSimulatedSymbol } from "../simulated-symbols.ts";
import { type MarketModel, prepareModel } from "../volatility-model.ts";
import { measureReturns } from "./measure-returns.ts";
import { readReturns, type RealSeries, realSeries, computeRecentVolatility } from "./real-series.ts";
import { recordedFigures } from "./recorded-figures.ts";
import { measureModel, searchModel, computeTarget } from "./search-model.ts";
import { simulateReturns } from "./simulate-returns.ts";

/** The series are beside the repository. Without them, the models are still checked against the recorded figures. */
const folder = new URL("../../../../../../shared/market-data/", import.meta.url);
const isThere = existsSync(folder);
if (!isThere) console.warn("skipped: no real series under ../shared/market-data");

/** Enough walks to recognise a fitted model, and few enough to be quick. */
const quickSearch = { longWalks: byDepth({ ci: 1, long: 5 }), longestDays: 1_500 };
/** Four days each. */
const LEVEL_WALKS = byDepth({ ci: 100, long: 1_000 });
const WIDEST_KURTOSIS_FACTOR = 2.5;
const WIDEST_CLUSTERING_DISTANCE = 0.1;
const WIDEST_VOLATILITY_DISTANCE = 0.15;

function computeTargets(name: ModelName) {
  return (Object.keys(intervalMs) as Interval[]).flatMap((interval) => {
    const fitted = realSeries.filter(
      (series) => series.model === name && series.interval === interval && series.isComparedOnly !== true,
    );
    return fitted.length > 0
      ? [
          computeTarget(
            interval,
            fitted.map(({ file }) => recordedFigures[file]!),
          ),
        ]
      : [];
  });
}

/** Lists the figures outside the bands. */
function findMisses(name: ModelName, model: MarketModel): string[] {
  return measureModel(computeTargets(name), model, quickSearch).flatMap(({ target, kurtosis, clustering }) => {
    const at = `${name} ${target.interval}`;
    const factor = kurtosis / target.kurtosis;
    const far = clustering.flatMap((value, lag) =>
      Math.abs(value - target.clustering[lag]!) > WIDEST_CLUSTERING_DISTANCE
        ? [`${at}: clustering ${value.toFixed(2)}, not ${target.clustering[lag]!.toFixed(2)}`]
        : [],
    );
    return factor > WIDEST_KURTOSIS_FACTOR || factor < 1 / WIDEST_KURTOSIS_FACTOR
      ? [...far, `${at}: kurtosis ${kurtosis.toFixed(1)}, not ${target.kurtosis.toFixed(1)}`]
      : far;
  });
}

describe("the simulated markets", () => {
  it.each(modelNames)("%s has the tails and the clustering of its real series by minutes, hours and days", (name) => {
    expect(findMisses(name, marketModels[name])).toEqual([]);
  });

  it("fail this test with independent moves", () => {
    const still = { shockWeight: 0, memoryWeight: 0, burstShare: 0, jumpsPerDay: 1, jumpShare: 0 };
    const model = { ...still, hourSwing: 0, daySwing: 0, monthSwing: 0 };
    expect(findMisses("stocks", model).length).toBeGreaterThanOrEqual(6);
  });

  it.each(modelNames)("%s is as volatile as its symbols say, on average over many walks", (name) => {
    const prepared = prepareModel(marketModels[name]);
    const squares = Array.from({ length: LEVEL_WALKS }, (_, walk) => {
      const { days } = simulateReturns(prepared, 0.0002, `level-${walk}`, { days: 4, keptHours: 0, keptMinutes: 0 });
      return days.reduce((sum, value) => sum + value * value, 0) / days.length;
    });
    const deviation = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
    const ratio = deviation / (0.0002 * Math.sqrt(1_440));
    expect(Math.abs(ratio - 1)).toBeLessThan(WIDEST_VOLATILITY_DISTANCE);
  });

  it("give a symbol the volatility of its own series", () => {
    const daily = realSeries.filter(({ interval, symbol }) => interval === "1d" && symbol !== undefined);
    expect(daily.length).toBeGreaterThanOrEqual(9);
    for (const { file, symbol } of daily) {
      const { yearlyVolatility } = getSimulatedSymbol(symbol!);
      expect(Math.abs(yearlyVolatility / recordedFigures[file]!.yearlyVolatility! - 1)).toBeLessThan(0.01);
    }
  });
});

describe("real series", () => {
  const bars: RealSeries = { file: "bars.csv", model: "stocks", interval: "1m", session: [600, 660] };
  const csv = (...rows: string[]) =>
    ["time,open,high,low,close", ...rows.map((row) => row.replace(/,(\S+)$/, ",$1,$1,$1,$1"))].join("\n");

  it("give returns between neighbouring bars of a session, without splits and invalid rows", () => {
    const text = csv(
      "2026-01-05 09:59:00,50",
      "2026-01-05 10:00:00,100",
      "2026-01-05 10:01:00,101",
      "2026-01-05 10:02:00,-1",
      "2026-01-05 10:03:00,102",
      "2026-01-05 10:04:00,51",
      "2026-01-05 10:05:00,52.02",
      "2026-01-06 10:06:00,60",
    );
    expect([...readReturns(text, bars).returns].map((value) => Number(value.toFixed(6)))).toEqual([0.01, 0.02]);
  });

  it("are annualised by their number of bars in a year", () => {
    const text = csv("2026-01-01,100", "2026-01-03,101", "2026-01-05,99.99");
    const real = readReturns(text, { file: "bars.csv", model: "stocks", interval: "1d" });
    expect(real.barsPerYear).toBeCloseTo(365.25 / 2, 9);
    expect(computeRecentVolatility(real)).toBeCloseTo(0.01 * Math.sqrt(365.25 / 2), 9);
  });

  it.skipIf(!isThere)("match the recorded figures", () => {
    for (const series of realSeries) {
      const real = readReturns(readFileSync(new URL(series.file, folder), "utf8"), series);
      const measured = measureReturns(real.returns);
      const { yearlyVolatility, clustering, ...recorded } = recordedFigures[series.file]!;
      for (const [name, value] of Object.entries(recorded)) {
        expect(measured[name as keyof typeof recorded] / value).toBeCloseTo(1, 3);
      }
      clustering.forEach((value, lag) => expect(measured.clustering[lag]).toBeCloseTo(value, 3));
      if (yearlyVolatility !== undefined) expect(computeRecentVolatility(real) / yearlyVolatility).toBeCloseTo(1, 3);
    }
  });
});

describe("figures of returns", () => {
  it("match those calculated by hand", () => {
    // Twenty-two bars up and down by turns, then one twice as large.
    const returns = Float64Array.from({ length: 23 }, (_, bar) => (bar === 22 ? 0.02 : bar % 2 === 0 ? 0.01 : -0.01));
    const { count, deviation, kurtosis, drawdown, clustering } = measureReturns(returns);
    const mean = 0.02 / 23;
    const second = (11 * (0.01 - mean) ** 2 + 11 * (0.01 + mean) ** 2 + (0.02 - mean) ** 2) / 23;
    const fourth = (11 * (0.01 - mean) ** 4 + 11 * (0.01 + mean) ** 4 + (0.02 - mean) ** 4) / 23;
    expect(count).toBe(23);
    expect(deviation).toBeCloseTo(Math.sqrt(second), 12);
    expect(kurtosis).toBeCloseTo(fourth / second ** 2, 9);
    expect(drawdown).toBeCloseTo(1 - 1.01 ** 10 * 0.99 ** 11, 12);
    expect(clustering).toHaveLength(3);
    expect(() => measureReturns(returns.slice(0, 20))).toThrow("21 are needed");
  });
});

describe("the search", () => {
  it("gets closer to a target, and finds the same model each time", () => {
    const targets = [computeTarget("1m", [recordedFigures["index_spx_1m.csv"]!])];
    const start: MarketModel = { ...marketModels.indices, hourSwing: 0, burstShare: 0 };
    const told: number[] = [];
    const found = searchModel(targets, start, 12, (_, distance) => told.push(distance));
    expect(told.length).toBeGreaterThan(0);
    expect([...told].sort((one, other) => other - one)).toEqual(told);
    expect(found.distance).toBe(told.at(-1));
    expect(searchModel(targets, start, 12, () => undefined)).toEqual(found);
    expect(() => prepareModel(found.model)).not.toThrow();
  });

  it("rejects impossible models", () => {
    const model = marketModels.forex;
    expect(() => prepareModel({ ...model, shockWeight: 0.5, memoryWeight: 0.5 })).toThrow(RangeError);
    expect(() => prepareModel({ ...model, monthSwing: 1.1 })).toThrow(RangeError);
    expect(() => prepareModel({ ...model, jumpShare: 0.1, jumpsPerDay: 0 })).toThrow(RangeError);
  });
});
