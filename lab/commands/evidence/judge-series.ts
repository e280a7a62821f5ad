import { botCatalogue, type JudgedRecord, judgeRuns, runSeries, type SeriesRuns } from "@wazi/trading";
import type { SeriesFile } from "./find-series.ts";
import { loadSeries, type SeriesTask } from "./load-series.ts";

export interface SeriesResult {
  readonly file: SeriesFile;
  readonly runs: SeriesRuns;
  readonly judged: JudgedRecord;
}

/** Runs and judges one bot on one series, in a worker thread or in this one. */
export default function judgeSeries({ botName, file, rates }: SeriesTask): SeriesResult {
  const bot = botCatalogue.find(({ name }) => name === botName);
  if (bot === undefined) throw new Error(`${botName} is not in the catalogue`);
  const loaded = loadSeries(file);
  if (!loaded.ok) throw new Error(loaded.message);
  const runs = runSeries(bot, loaded.series, rates);
  return { file, runs, judged: judgeRuns(runs, `${botName} ${file.name}`) };
}
