import { describe, expect, it } from "vitest";
import { type Candle, intervalMs } from "../candle.ts";
import { botCatalogue, type BotDefinition } from "../catalogue/bot-catalogue.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import { nextBellShaped, nextUniform, seedRandom } from "../simulation/seeded-random.ts";
import { buildRule, type Strategy } from "../strategies/strategy.ts";
import { detailRuns, judge, judgeRuns } from "./judge-runs.ts";
import { joinRuns, type RealBars, runSeries, type SeriesRuns } from "./run-series.ts";

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

const template = botCatalogue.find(({ name }) => name === "Stock-Titan-05")!;
const size: BotDefinition["size"] = { dailyBarRisk: 0.1, heldFor: "bars", maximumExposure: 1 };
const noise = { ...template, name: "Noise", family: "Noise", strategy: coin, parameters: {}, size } as BotDefinition;

/** The runs of a bot that made these daily returns, with variants around it. */
function fakeRuns(total: Float64Array, variants: readonly Float64Array[]): SeriesRuns {
  const days = Int32Array.from(total, (_, index) => 10_000 + Math.floor((index * 7) / 5));
  const zeros = new Float64Array(total.length);
  const run = { trades: 100, won: 60, costs: { spread: 0.01, slippage: 0, commission: 0, financing: 0 }, total };
  const all = [total, ...variants];
  return {
    names: ["fake"],
    bars: total.length,
    seriesYears: total.length / 260,
    firstDay: 9_999,
    days,
    holding: zeros,
    cash: zeros,
    variants: all,
    hasTraded: all.map(() => true),
    costRuns: [run, run, run],
    newest: [],
    notes: [],
  };
}

function drawReturns(seed: string, mean: number, count = 5_200): Float64Array {
  const random = seedRandom(seed, "returns");
  return Float64Array.from({ length: count }, () => mean + 0.01 * nextBellShaped(random));
}

describe("a strategy of pure noise", () => {
  const series = ["one", "two", "three"].map((seed) => drawBars(seed, 2_600));
  const runs = joinRuns(series.map((each) => runSeries(noise, each, rates)));
  const judged = judgeRuns(runs, "noise");

  it("trades and ends without evidence and with a low deflated Sharpe ratio", () => {
    expect(judged.trades).toBeGreaterThan(300);
    expect(judged.verdict).toBe("none");
    expect(judged.deflatedSharpe).toBeLessThan(0.5);
    expect(judged.costsPct).toBeGreaterThan(0);
  });

  it("loses more with higher costs", () => {
    const [free, own, double] = detailRuns(runs, "noise").costLevels;
    expect(free?.costsPct).toBe(0);
    expect(double?.costsPct).toBeGreaterThan(own?.costsPct ?? NaN);
    expect(free?.excessReturnPct).toBeGreaterThan(own?.excessReturnPct ?? NaN);
    expect(own?.excessReturnPct).toBeGreaterThan(double?.excessReturnPct ?? NaN);
  });

  it("is judged the same twice", () => {
    expect(judgeRuns(runs, "noise")).toEqual(judged);
  });
});

describe("judgeRuns", () => {
  const others = Array.from({ length: 20 }, (_, index) => drawReturns(`other ${index}`, 0.0004));

  it("finds evidence in both halves of a record with a planted edge", () => {
    const judged = judgeRuns(fakeRuns(drawReturns("edge", 0.001), others), "edge");
    expect(judged.verdict).toBe("both-halves");
    expect(judged.sharpe?.low).toBeGreaterThan(0);
    expect(judged.yearsMissing).toBe(0);
    expect(judged.reason).toBeNull();
  });

  it("finds weak evidence when the edge was in one half only", () => {
    const returns = drawReturns("half", 0);
    returns.forEach((each, day) => (returns[day] = each + (day < 2_600 ? 0.0024 : 0)));
    expect(judgeRuns(fakeRuns(returns, others), "half").verdict).toBe("weak");
  });

  it("counts the years that are missing", () => {
    const judged = judgeRuns(fakeRuns(drawReturns("short", 0.0006, 520), []), "short");
    expect(judged.verdict).toBe("none");
    expect(judged.years + (judged.yearsMissing ?? NaN)).toBeCloseTo(judged.yearsNeeded ?? NaN, 9);
    expect(judged.yearsMissing).toBeGreaterThan(0);
    expect(judged.deflatedSharpe).toBeNull();
    expect(judged.reason).toContain("Too few variants");
  });

  it("has no figures for a few days, or without trades, and says why", () => {
    const few = judgeRuns(fakeRuns(drawReturns("few", 0, 100), []), "few");
    expect(few).toMatchObject({ verdict: "none", sharpe: null, deflatedSharpe: null });
    expect(few.reason).toBe("100 daily returns are too few: 250 are needed.");
    const ended = runSeries(noise, drawBars("ended", 700), rates.slice(0, 24));
    expect([ended.bars, ended.days.at(-1)! * DAY]).toEqual([521, Date.UTC(2001, 11, 31)]);
    expect(judgeRuns(ended, "ended").reason).toContain("no rate of cash after 2001-12: the record ends there.");
    expect(judgeRuns(joinRuns([ended, ended]), "two").reason?.match(/no rate of cash/g)).toHaveLength(1);
    const idle = runSeries({ ...noise, parameters: { every: 100 } }, drawBars("idle", 60), []);
    expect(judgeRuns(idle, "idle").reason).toContain("too few");
  });
});

describe("verdict", () => {
  it.each([
    [{ sharpeLow: -0.01, deflatedSharpe: 0.99, halves: [0.9, 0.9] }, "none"],
    [{ sharpeLow: null, deflatedSharpe: null, halves: [] }, "none"],
    [{ sharpeLow: 0.01, deflatedSharpe: 0.94, halves: [0.9, 0.9] }, "weak"],
    [{ sharpeLow: 0.01, deflatedSharpe: 0.96, halves: [0.9, 0.7] }, "weak"],
    [{ sharpeLow: 0.01, deflatedSharpe: null, halves: [0.9, 0.9] }, "weak"],
    [{ sharpeLow: 0.01, deflatedSharpe: 0.95, halves: [0.8, 0.8] }, "both-halves"],
  ])("of %j is %s", (figures, expected) => {
    expect(judge(figures)).toBe(expected);
  });
});
