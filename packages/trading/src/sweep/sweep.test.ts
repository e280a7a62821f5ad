import { describe, expect, it } from "vitest";
import { freeOfCost } from "../backtest/rule-cases.ts";
import { runBacktest } from "../backtest/run-backtest.ts";
import { summarizeBacktest } from "../backtest/summarize-backtest.ts";
import { toBarColumns } from "../bar-columns.ts";
import { randomCandles } from "../bot/bot-fixtures.ts";
import { smaCross } from "../strategies/sma-cross.ts";
import { smaBracket } from "../strategies/sma-bracket.ts";
import { gridParameters, parseParameterGrid } from "./parameter-grid.ts";
import { SeriesSweep, sweepFigures } from "./sweep-figures.ts";

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

it("a sweep has the figures of a backtest of each set, whatever ran before it", () => {
  const bars = toBarColumns(randomCandles("sweep", 600));
  const settings = { ...freeOfCost, cash: 100_000, commission: 0.001 };
  const grid = parseParameterGrid("fast=2:8:3,slow=5:25:10", smaCross);
  const sweep = new SeriesSweep({ strategy: smaCross, grid, parameters: {}, settings }, bars);
  const cells = new Float64Array(sweepFigures.length);
  // A set of a ruined account comes first, because later sets reuse its memory.
  const order = [8, ...Array(grid.sets).keys()];
  for (const set of order) {
    sweep.writeFigures(set, cells, 0);
    const alone = summarizeBacktest(bars, runBacktest(bars, smaCross, gridParameters(grid, set), settings));
    expect(Array.from(cells, (cell) => (Number.isNaN(cell) ? null : cell))).toEqual(
      sweepFigures.map((name) => alone[name]),
    );
  }
});
