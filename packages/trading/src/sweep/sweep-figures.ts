import { type BacktestMemory, type BacktestSettings, createMemory, runBacktest } from "../backtest/run-backtest.ts";
import { type BacktestStatistics, summarizeBacktest } from "../backtest/summarize-backtest.ts";
import type { BarColumns } from "../bar-columns.ts";
import { type EquityCalendar, findEquityCalendar } from "../statistics/risk-ratios.ts";
import type { Parameters, Strategy } from "../strategies/strategy.ts";
import { gridParameters, type ParameterGrid } from "./parameter-grid.ts";
import { RecordedIndicators } from "./recorded-indicators.ts";

/** The most memory for the values of indicators that the sets of a sweep share, in all threads together. */
export const MAX_INDICATOR_BYTES = 512 * 2 ** 20;

/** The figures that a sweep keeps of each set, in the order in which they are stored. */
export const sweepFigures = [
  "returnPct",
  "sharpe",
  "sortino",
  "maxDrawdownPct",
  "profitFactor",
  "winRatePct",
  "trades",
  "exposurePct",
] as const satisfies readonly (keyof BacktestStatistics)[];

export type SweepFigure = (typeof sweepFigures)[number];

/** The properties that all sets of a sweep share. `parameters` are those that the grid does not change. Plain JSON but for the strategy. */
export interface SweepPlan {
  readonly strategy: Strategy;
  readonly grid: ParameterGrid;
  readonly parameters: Parameters;
  readonly settings: BacktestSettings;
}

/** Runs sets of a sweep on one series, one after the other, in the cash account. */
export class SeriesSweep {
  private readonly calendar: EquityCalendar;
  private readonly memory: BacktestMemory;

  /** @param indicatorBytes the most memory for the values of indicators that sets share */
  constructor(
    private readonly plan: SweepPlan,
    private readonly bars: BarColumns,
    indicatorBytes = MAX_INDICATOR_BYTES,
  ) {
    this.calendar = findEquityCalendar(bars.time);
    const indicators = new RecordedIndicators(bars, indicatorBytes);
    this.memory = createMemory(bars, indicators.create);
  }

  /** Writes the figures of a set, by its number, into `cells` from `start`; NaN for a figure that does not exist. */
  writeFigures(set: number, cells: Float64Array, start: number): void {
    const { strategy, grid, parameters, settings } = this.plan;
    const given = { ...parameters, ...gridParameters(grid, set) };
    const result = runBacktest(this.bars, strategy, given, settings, this.memory);
    const statistics = summarizeBacktest(this.bars, result, this.calendar);
    sweepFigures.forEach((name, place) => {
      cells[start + place] = statistics[name] ?? NaN;
    });
  }
}
