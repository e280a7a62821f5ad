import { type BacktestMemory, type BacktestSettings, createMemory, runBacktest } from "../backtest/run-backtest.ts";
import { type BacktestStatistics, summarizeBacktest } from "../backtest/summarize-backtest.ts";
import type { BarColumns } from "../bar-columns.ts";
import { type EquityCalendar, findEquityCalendar } from "../statistics/risk-ratios.ts";
import type { Parameters, Strategy } from "../strategies/strategy.ts";
import { gridParameters, type ParameterGrid } from "./parameter-grid.ts";
import type { Column, ColumnIndicator, CreateIndicator, Readings } from "../indicators/create-indicator.ts";
import type { Json } from "../indicators/restorable.ts";

/**
 * The indicators of many runs over one series. The values of each are computed once, when the first run asks for it, and are kept
 * while there is room; later ones are computed by each run for itself.
 */
export class RecordedIndicators {
  private readonly recordings = new Map<unknown, Map<string, Float64Array>>();
  private room: number;

  /** @param maximumBytes of all recordings together */
  constructor(
    private readonly bars: BarColumns,
    maximumBytes: number,
  ) {
    this.room = Math.floor(maximumBytes / (bars.length * Float64Array.BYTES_PER_ELEMENT));
  }

  readonly create: CreateIndicator = <Settings extends readonly (number | string)[], Indicator extends ColumnIndicator>(
    kind: new (...settings: Settings) => Indicator,
    columns: readonly Column[],
    ...settings: Settings
  ) => {
    const known = this.recordings.get(kind) ?? new Map<string, Float64Array>();
    this.recordings.set(kind, known);
    const name = [...columns, ...settings].join(" ");
    const recording = known.get(name);
    if (recording !== undefined) return new RecordedIndicator(recording) as ColumnIndicator as Readings<Indicator>;
    const indicator = new kind(...settings);
    if (this.room === 0) return indicator;
    this.room -= 1;
    const values = recordValues(indicator, this.bars, columns);
    known.set(name, values);
    return new RecordedIndicator(values) as ColumnIndicator as Readings<Indicator>;
  };
}

/** The value after each bar, from place 1 on. Place 0 is NaN: the value before the first bar. */
function recordValues(indicator: ColumnIndicator, bars: BarColumns, columns: readonly Column[]): Float64Array {
  const values = new Float64Array(bars.length + 1);
  values[0] = NaN;
  // An indicator ignores the cells beyond its own, and three arguments are faster than a list.
  const [first = "close", second = first, third = first] = columns;
  const [ones, twos, threes] = [bars[first], bars[second], bars[third]];
  for (let bar = 0; bar < bars.length; bar += 1) {
    indicator.push(ones[bar] as number, twos[bar] as number, threes[bar] as number);
    values[bar + 1] = indicator.value;
  }
  return values;
}

/** An indicator whose values are known: `push` only goes on to the next one. */
class RecordedIndicator implements ColumnIndicator {
  private place = -1;

  constructor(private readonly values: Float64Array) {}

  get value(): number {
    return this.values[this.place + 1] as number;
  }

  get previous(): number {
    return this.values[this.place] as number;
  }

  push(): void {
    this.place += 1;
  }

  save(): Json {
    return this.place;
  }

  restore(saved: Json): void {
    this.place = saved as number;
  }
}

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
