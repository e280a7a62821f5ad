import {
  barColumnBytes,
  createBarColumns,
  MAX_INDICATOR_BYTES,
  type BacktestSettings,
  type BarColumns,
  type ParameterGrid,
  type Parameters,
  SeriesSweep,
  strategies,
  sweepFigures,
} from "@wazi/trading";

/** Work for several threads: what `postMessage` copies, and memory that all of them see. */
export interface SweepOrder {
  readonly strategy: string;
  readonly grid: ParameterGrid;
  readonly parameters: Parameters;
  readonly settings: BacktestSettings;
  readonly series: readonly { readonly length: number; readonly memory: SharedArrayBuffer }[];
  /** The most memory for shared values of indicators, in each thread. */
  readonly indicatorBytes: number;
  /** One Int32: the number of the next result that no thread has taken. */
  readonly next: SharedArrayBuffer;
  /** For each series and each set, in this order: its figures as Float64, in the order of `sweepFigures`. */
  readonly results: SharedArrayBuffer;
}

export function createSweepOrder(
  plan: Pick<SweepOrder, "strategy" | "grid" | "parameters" | "settings">,
  series: readonly BarColumns[],
  threads: number,
): SweepOrder {
  const count = series.length * plan.grid.sets;
  return {
    ...plan,
    series: series.map(shareColumns),
    indicatorBytes: Math.floor(MAX_INDICATOR_BYTES / threads),
    next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    results: new SharedArrayBuffer(count * sweepFigures.length * Float64Array.BYTES_PER_ELEMENT),
  };
}

function shareColumns(bars: BarColumns): SweepOrder["series"][number] {
  const memory = new SharedArrayBuffer(barColumnBytes(bars.length));
  const { time, open, high, low, close, volume } = createBarColumns(bars.length, memory);
  time.set(bars.time);
  open.set(bars.open);
  high.set(bars.high);
  low.set(bars.low);
  close.set(bars.close);
  volume.set(bars.volume);
  return { length: bars.length, memory };
}

/** Takes results from the order, one after the other, until none is left. Any number of threads can do so at the same time. */
export function workOnSweep(order: SweepOrder): void {
  const { grid, parameters, settings, series } = order;
  const strategy = strategies.find(({ name }) => name === order.strategy);
  if (strategy === undefined) throw new Error(`there is no strategy ${order.strategy}`);
  const plan = { strategy, grid, parameters, settings };
  const next = new Int32Array(order.next);
  const results = new Float64Array(order.results);
  let current = -1;
  let sweep: SeriesSweep | undefined;
  for (;;) {
    const result = Atomics.add(next, 0, 1);
    const place = Math.floor(result / grid.sets);
    const shared = series[place];
    if (shared === undefined) return;
    if (sweep === undefined || current !== place) {
      sweep = new SeriesSweep(plan, createBarColumns(shared.length, shared.memory), order.indicatorBytes);
      current = place;
    }
    sweep.writeFigures(result % grid.sets, results, result * sweepFigures.length);
  }
}
