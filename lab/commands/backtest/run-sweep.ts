import { existsSync, readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  type BacktestSettings,
  barColumnBytes,
  type BarColumns,
  createBarColumns,
  gridParameters,
  isActionsFileName,
  MAX_INDICATOR_BYTES,
  type ParameterGrid,
  type Parameters,
  SeriesSweep,
  strategies,
  type SweepFigure,
  sweepFigures,
} from "@wazi/trading";
import type { SweepRequest } from "./read-arguments.ts";
import { findDataPath, loadDataFile } from "./read-data.ts";
import { formatPercent, formatTable, formatTwoPlaces } from "./print-report.ts";

const RESULTS_SHOWN = 20;
/** Results in JSON. A sweep can have a million. */
const RESULTS_IN_JSON = 1_000;

/** The best of many results says little about the next one. */
function formatLuckWarning(results: number): string {
  const first = `This is the best of ${results} results, so it is luck in part.`;
  return `${first} With this many tries, some sets look good by chance. Test your choice on data that the sweep did not use.`;
}

export function formatSweepJson(
  { strategy, grid, metric }: SweepRequest,
  series: readonly SweptSeries[],
  results: readonly SweepResult[],
): string {
  return JSON.stringify({
    strategy: strategy.name,
    metric,
    sets: grid.sets,
    series: series.map(({ name, bars }) => ({ name, bars: bars.length })),
    results: results.length,
    warning: formatLuckWarning(results.length),
    best: results.slice(0, RESULTS_IN_JSON),
  });
}

export function formatSweepText(
  { strategy, grid, metric }: SweepRequest,
  series: readonly SweptSeries[],
  results: readonly SweepResult[],
  seconds: number,
): string {
  const bars = series.reduce((sum, each) => sum + each.bars.length, 0);
  const speed = (bars * grid.sets) / seconds / 1e6;
  const header = [
    "series",
    ...grid.names,
    "return",
    "Sharpe",
    "Sortino",
    "drawdown",
    "profit factor",
    "win rate",
    "trades",
  ];
  const shown = results.slice(0, RESULTS_SHOWN);
  return [
    `${strategy.name}: ${grid.sets} sets of parameters on ${series.length} series, ${bars} bars`,
    `${seconds.toFixed(1)} s, ${speed.toFixed(1)} million bars × sets per second`,
    "",
    `The best ${shown.length} of ${results.length} results by ${metric}:`,
    ...formatTable(
      header,
      shown.map((result) => resultCells(result, grid.names)),
    ),
    "",
    formatLuckWarning(results.length),
  ].join("\n");
}

function resultCells(result: SweepResult, names: readonly string[]): string[] {
  return [
    result.series,
    ...names.map((name) => String(result.parameters[name])),
    formatPercent(result.returnPct),
    formatTwoPlaces(result.sharpe),
    formatTwoPlaces(result.sortino),
    formatPercent(result.maxDrawdownPct),
    formatTwoPlaces(result.profitFactor),
    formatPercent(result.winRatePct),
    String(result.trades ?? 0),
  ];
}

/** The figures of one set of parameters on one series; `null` for a figure that does not exist. */
interface SweepResult extends Readonly<Record<SweepFigure, number | null>> {
  readonly series: string;
  readonly parameters: Parameters;
}

interface SweptSeries {
  readonly name: string;
  readonly bars: BarColumns;
}

/** How a sweep uses threads. */
export interface SweepThreads {
  /** The path of the built sweep-worker.ts; undefined works in this thread alone. */
  readonly program: string | undefined;
  readonly count: number;
}

export const allCores = (program: string): SweepThreads => ({ program, count: availableParallelism() });

/**
 * Loads the series of a sweep: the file, or all CSV files of the folder.
 * @param report is told about files that are left out
 * @returns an error message when there is no series
 */
export function loadSweptSeries(
  { dataPath, loading }: Pick<SweepRequest, "dataPath" | "loading">,
  report: (text: string) => void,
): readonly SweptSeries[] | string {
  const path = findDataPath(dataPath);
  if (path === undefined || !existsSync(path)) return `${dataPath}: file not found`;
  if (!statSync(path).isDirectory()) {
    const loaded = loadDataFile(path, dataPath, loading, report);
    return loaded.ok ? [{ name: basename(path), bars: loaded.bars }] : loaded.message;
  }
  const series: SweptSeries[] = [];
  const names = readdirSync(path).filter((name) => name.toLowerCase().endsWith(".csv") && !isActionsFileName(name));
  for (const name of names.sort()) {
    const loaded = loadDataFile(join(path, name), name, loading, report);
    if (loaded.ok) series.push({ name, bars: loaded.bars });
    else report(`${loaded.message}; this file is left out`);
  }
  return series.length > 0 ? series : `${dataPath}: no file with bars`;
}

/** Runs all sets on all series and sorts the results by the metric, best first; results without the metric come last. */
export async function runSweep(
  { strategy, grid, parameters, settings, metric }: SweepRequest,
  series: readonly SweptSeries[],
  threads: SweepThreads,
): Promise<SweepResult[]> {
  const plan = { strategy: strategy.name, grid, parameters, settings };
  const count = threads.program === undefined ? 1 : Math.min(threads.count, series.length * grid.sets);
  const order = createSweepOrder(
    plan,
    series.map(({ bars }) => bars),
    count,
  );
  await work(order, { ...threads, count });
  const cells = new Float64Array(order.results);
  const results = series.flatMap(({ name }, place) =>
    Array.from({ length: grid.sets }, (_, set): SweepResult => {
      const start = (place * grid.sets + set) * sweepFigures.length;
      const figures = sweepFigures.map((figure, column): [SweepFigure, number | null] => {
        const cell = cells[start + column] ?? NaN;
        return [figure, Number.isFinite(cell) ? cell : null];
      });
      return { series: name, parameters: gridParameters(grid, set), ...fromFigures(figures) };
    }),
  );
  return results.sort((one, other) => (other[metric] ?? -Infinity) - (one[metric] ?? -Infinity) || 0);
}

function fromFigures(figures: [SweepFigure, number | null][]): Record<SweepFigure, number | null> {
  return Object.fromEntries(figures) as Record<SweepFigure, number | null>;
}

async function work(order: SweepOrder, { program, count }: SweepThreads): Promise<void> {
  if (program === undefined) {
    workOnSweep(order);
    return;
  }
  const workers = Array.from({ length: count }, () => new Worker(program, { workerData: order }));
  await Promise.all(workers.map(finish));
}

function finish(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a thread of the sweep stopped with code ${code}`));
    });
  });
}

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

function createSweepOrder(
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
