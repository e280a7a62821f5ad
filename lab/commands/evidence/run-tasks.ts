import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import judgeSeries, { type SeriesResult, type SeriesTask } from "./judge-series.ts";

/** Beside the bundle. */
const PROGRAM = join(import.meta.dirname, "judge-series.js");

/** Runs tasks on all cores, or one after the other where there is no bundle, as in tests. Results are in the tasks' order. */
export async function runTasks(
  tasks: readonly SeriesTask[],
  reportDone: (done: number) => void,
): Promise<readonly SeriesResult[]> {
  let done = 0;
  const count = <T>(result: T): T => {
    done += 1;
    reportDone(done);
    return result;
  };
  if (!existsSync(PROGRAM)) return tasks.map((task) => count(judgeSeries(task)));
  const { Piscina } = await import("piscina");
  const pool = new Piscina<SeriesTask, SeriesResult>({ filename: PROGRAM, maxThreads: availableParallelism() });
  try {
    return await Promise.all(tasks.map(async (task) => count(await pool.run(task))));
  } finally {
    await pool.destroy();
  }
}
