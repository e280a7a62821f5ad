import { existsSync, readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { Worker } from "node:worker_threads";
import { type BarColumns, gridParameters, type Parameters, type SweepFigure, sweepFigures } from "@wazi/trading";
import type { SweepRequest } from "./read-arguments.ts";
import { findDataPath, loadDataFile } from "./read-data.ts";
import { createSweepOrder, type SweepOrder, workOnSweep } from "./sweep-order.ts";

/** The figures of one set of parameters on one series; `null` for a figure that does not exist. */
export interface SweepResult extends Readonly<Record<SweepFigure, number | null>> {
  readonly series: string;
  readonly parameters: Parameters;
}

export interface SweptSeries {
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
  const names = readdirSync(path).filter(
    (name) => name.toLowerCase().endsWith(".csv") && !name.endsWith("_actions.csv"),
  );
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
