import { describe, expect, it } from "vitest";
import { type Candle, intervalMs } from "../candle.ts";
import type { BotDefinition } from "../catalogue/bot-catalogue.ts";
import { filterBot } from "../catalogue/bot-fixtures.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import { nextBellShaped, nextUniform, seedRandom } from "../simulation/seeded-random.ts";
import { buildRule, type Strategy } from "../strategies/strategy.ts";
import { detailRuns, measureRun, toOwnRecord } from "./judge-runs.ts";
import { type RealBars, runSeries, type SeriesRuns } from "./run-series.ts";
import { runWhole } from "./run-whole.ts";
import { giveVerdicts } from "./verdicts.ts";

const DAY = intervalMs["1d"];

/** Independent daily returns with this drift, on working days. */
function drawBars(seed: string, count: number, drift = 0): RealBars {
  const random = seedRandom(seed, "bars");
  let close = 100;
  const candles: Candle[] = [];
  for (let day = Math.floor(Date.UTC(2000, 0, 3) / DAY); candles.length < count; day += 1) {
    if ((day + 4) % 7 === 0 || (day + 4) % 7 === 6) continue;
    const open = close;
    close = roundPrice(close * (1 + drift + 0.01 * nextBellShaped(random)));
    candles.push({ time: day * DAY, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 1 });
  }
  return { name: seed, symbol: "X", interval: "1d", candles };
}

const rates = Array.from({ length: 132 }, (_, month) => ({ day: Date.UTC(2000, month, 1) / DAY, ratePct: 2 }));

/** Tosses a coin every few bars. */
const coin: Strategy = {
  name: "coin",
  description: "Buys or sells at random.",
  parameters: {
    every: { default: 10, minimum: 1, maximum: 100, unit: "bars" },
    stop: { default: 2, minimum: 1, maximum: 10, unit: "average true ranges" },
  },
  createRule({ every = 10, stop = 2 }) {
    const random = seedRandom("coin", `${every} ${stop}`);
    let bars = 0;
    return buildRule(
      {},
      {
        warmUp: 0,
        advance() {
          bars += 1;
        },
        decide(columns, bar, orders) {
          if (bars % Math.round(every) !== 0) return;
          const direction = nextUniform(random) < 0.5 ? 1 : -1;
          orders.enter(direction, (columns.close[bar] ?? NaN) * (1 - direction * 0.05 * stop));
        },
      },
    );
  },
};

const size: BotDefinition["size"] = { dailyBarRisk: 0.1, heldFor: "bars", maximumExposure: 1 };
const noise = { ...filterBot, name: "Noise", family: "Noise", strategy: coin, parameters: {}, size } as BotDefinition;

/** A run that made these daily returns. */
function fakeRuns(total: Float64Array): SeriesRuns {
  const days = Int32Array.from(total, (_, index) => 10_000 + Math.floor((index * 7) / 5));
  const zeros = new Float64Array(total.length);
  return {
    names: ["fake"],
    bars: total.length,
    years: total.length / 260,
    firstDay: 9_999,
    days,
    holding: zeros,
    cash: zeros,
    own: { trades: 100, won: 60, costs: { spread: 0.01, slippage: 0, commission: 0, financing: 0 }, total },
    newest: [],
    notes: [],
  };
}

function drawReturns(seed: string, mean: number, count = 5_200): Float64Array {
  const random = seedRandom(seed, "returns");
  return Float64Array.from({ length: count }, () => mean + 0.01 * nextBellShaped(random));
}

describe("a strategy of pure noise", () => {
  const series = ["one", "two", "three"].map((symbol) => ({ ...drawBars(symbol, 2_650), symbol }));
  const runs = runWhole(noise, series, rates);
  const measured = measureRun(runs, "noise");
  const details = detailRuns(runs, "noise");

  it("trades and ends without evidence", () => {
    expect(measured.trades).toBeGreaterThan(100);
    expect(measured.costsPct).toBeGreaterThan(0);
    const [given] = giveVerdicts(
      [
        {
          bot: "noise",
          record: toOwnRecord(runs),
          isBenchmark: false,
          notJudged: [],
          isOfSurvivors: false,
          overfittingProbability: details.overfitting?.probability ?? null,
          isAsPublished: false,
        },
      ],
      1,
    );
    expect(given).toMatchObject({ verdict: "none" });
    expect(given?.deflatedSharpe).toBeLessThan(0.5);
  });

  it("loses more with higher costs", () => {
    const [free, own, double] = details.costLevels;
    expect(free?.costsPct).toBe(0);
    expect(double?.costsPct).toBeGreaterThan(own?.costsPct ?? NaN);
    expect(free?.excessReturnPct).toBeGreaterThan(own?.excessReturnPct ?? NaN);
    expect(own?.excessReturnPct).toBeGreaterThan(double?.excessReturnPct ?? NaN);
  });

  it("is measured the same twice, and says when there is no rate of cash", () => {
    expect(measureRun(runs, "noise")).toEqual(measured);
    const ended = runWhole(noise, series, rates.slice(0, 24));
    const { reason } = measureRun(ended, "ended");
    expect(reason).toContain("no rate of cash after 2001-12: the record ends there.");
    expect(reason?.match(/no rate of cash/g)).toHaveLength(1);
  });
});

describe("measureRun", () => {
  it("has an interval above 0 for a planted edge", () => {
    const measured = measureRun(fakeRuns(drawReturns("edge", 0.001)), "edge");
    expect(measured.sharpe?.low).toBeGreaterThan(0);
    expect(measured.pValue).toBeLessThan(0.001);
    expect(measured.yearsMissing).toBe(0);
    expect(measured.reason).toBeNull();
  });

  it("counts the years that are missing", () => {
    const measured = measureRun(fakeRuns(drawReturns("short", 0.0006, 520)), "short");
    expect(measured.years + (measured.yearsMissing ?? NaN)).toBeCloseTo(measured.yearsNeeded ?? NaN, 9);
    expect(measured.yearsMissing).toBeGreaterThan(0);
  });

  it("has no figures for a few days, or without trades, and says why", () => {
    const few = measureRun(fakeRuns(drawReturns("few", 0, 100)), "few");
    expect(few).toMatchObject({ sharpe: null, pValue: null, returnPct: null });
    expect(few.reason).toBe("100 daily returns are too few: 250 are needed.");
    const idle = runSeries({ ...noise, parameters: { every: 100 } }, drawBars("idle", 60), []);
    expect(measureRun(idle, "idle").reason).toContain("too few");
  });
});
