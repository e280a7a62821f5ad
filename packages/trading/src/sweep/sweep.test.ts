import { describe, expect, it } from "vitest";
import { freeOfCost } from "../backtest/rule-cases.ts";
import { runBacktest } from "../backtest/run-backtest.ts";
import { summarizeBacktest } from "../backtest/summarize-backtest.ts";
import { type BarColumns, toBarColumns } from "../bar-columns.ts";
import { randomCandles } from "../bot/bot-fixtures.ts";
import { RunningExtreme } from "../indicators/running-extreme.ts";
import { RunningMean } from "../indicators/running-mean.ts";
import { strategies } from "../strategies/strategy-list.ts";
import { BARS_UNIT, type Strategy } from "../strategies/strategy.ts";
import { smaBracket, smaCross } from "../strategies/sma-cross.ts";
import { gridParameters, type ParameterGrid, parseParameterGrid } from "./parameter-grid.ts";
import { RecordedIndicators, SeriesSweep, sweepFigures } from "./sweep-figures.ts";

describe("parseParameterGrid", () => {
  it("lists every combination once, also invalid pairs such as a fast average above the slow one", () => {
    const grid = parseParameterGrid("fast=5:15:5, slow=10:20:10", smaCross);
    expect(grid.sets).toBe(6);
    expect(Array.from({ length: 6 }, (_, set) => Object.values(gridParameters(grid, set)))).toEqual([
      [5, 10],
      [5, 20],
      [10, 10],
      [10, 20],
      [15, 10],
      [15, 20],
    ]);
  });

  it("takes decimals as written, a last value off the step, and single values", () => {
    const grid = parseParameterGrid("stopLossPct=0.1:0.45:0.1,takeProfitPct=3", smaBracket);
    expect(grid.values).toEqual([[0.1, 0.2, 0.3, 0.4], [3]]);
  });

  it("rejects a value out of range in the middle of a grid", () => {
    expect(() => parseParameterGrid("fast=1:10001:5000,slow=3", smaCross)).toThrow(/fast of sma-cross is 10001/);
  });
});

/** Up to two of the strategy's parameters, three values each: its lengths in bars, which decide its indicators, or any. */
function makeGrid(strategy: Strategy): ParameterGrid {
  const declared = Object.entries(strategy.parameters);
  const lengths = declared.filter(([, { unit }]) => unit === BARS_UNIT);
  const chosen = (lengths.length > 0 ? lengths : declared).slice(0, 2);
  if (chosen.length === 0) return { names: [], values: [], sets: 1 };
  return parseParameterGrid(chosen.map(([name]) => `${name}=4:12:4`).join(","), strategy);
}

/** Random bars with volume. */
function makeBars(count: number): BarColumns {
  return toBarColumns(
    randomCandles("sweep", count).map((bar, index) => ({ ...bar, volume: 1 + ((index * 7_919) % 13) })),
  );
}

describe.each(strategies)("a sweep of $name", (strategy) => {
  const bars = makeBars(600);
  const settings = { ...freeOfCost, cash: 100_000, commission: 0.001 };
  const grid = makeGrid(strategy);
  const oneIndicator = bars.length * Float64Array.BYTES_PER_ELEMENT;

  it.each([
    ["all indicators shared", undefined],
    ["room for one indicator", oneIndicator],
    ["no room", 0],
  ])("has the figures of a backtest of each set: %s", (_name, indicatorBytes) => {
    const sweep = new SeriesSweep({ strategy, grid, parameters: {}, settings }, bars, indicatorBytes);
    const cells = new Float64Array(sweepFigures.length);
    // The last set comes first, because later sets use its memory again.
    for (const set of [grid.sets - 1, ...Array(grid.sets).keys()]) {
      sweep.writeFigures(set, cells, 0);
      const alone = summarizeBacktest(bars, runBacktest(bars, strategy, gridParameters(grid, set), settings));
      expect(Array.from(cells, (cell) => (Number.isNaN(cell) ? null : cell))).toEqual(
        sweepFigures.map((name) => alone[name]),
      );
    }
  });
});

describe("recorded indicators", () => {
  const bars = makeBars(60);

  it("have the values of a running one on every bar, and continue when stored", () => {
    const { create } = new RecordedIndicators(bars, 1_000_000);
    const recorded = create(RunningExtreme, ["high"], "highest", 5);
    const running = new RunningExtreme("highest", 5);
    const later = create(RunningExtreme, ["high"], "highest", 5);
    for (const high of bars.high) {
      running.push(high);
      recorded.push(high);
      later.restore(recorded.save());
      for (const one of [recorded, later]) expect([one.previous, one.value]).toEqual([running.previous, running.value]);
    }
  });

  it("are computed once for the same kind, columns and settings, and within the memory allowed", () => {
    let computed = 0;
    class CountedMean extends RunningMean {
      override push(entering: number): void {
        computed += 1;
        super.push(entering);
      }
    }
    const { create } = new RecordedIndicators(bars, 2 * bars.length * Float64Array.BYTES_PER_ELEMENT);
    for (let set = 0; set < 3; set += 1) {
      create(CountedMean, ["close"], 5);
      create(CountedMean, ["high"], 5);
    }
    expect(computed).toBe(2 * bars.length);
    expect(create(CountedMean, ["close"], 6)).toBeInstanceOf(CountedMean);
    expect(computed).toBe(2 * bars.length);
  });
});
