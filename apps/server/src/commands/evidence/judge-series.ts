import { readFileSync } from "node:fs";
import { basename } from "node:path";
import {
  botCatalogue,
  type Candle,
  type JudgedRecord,
  judgeRuns,
  type MonthlyRate,
  parseCandles,
  runSeries,
  type SeriesRuns,
} from "@wazi/trading";
import type { SeriesFile } from "./find-series.ts";

export interface SeriesTask {
  readonly botName: string;
  readonly file: SeriesFile;
  readonly rates: readonly MonthlyRate[];
}

export interface SeriesResult {
  readonly file: SeriesFile;
  readonly runs: SeriesRuns;
  readonly judged: JudgedRecord;
}

/** Runs and judges one bot on one series, in a worker thread or in this one. */
export default function judgeSeries({ botName, file, rates }: SeriesTask): SeriesResult {
  const bot = botCatalogue.find(({ name }) => name === botName);
  if (bot === undefined) throw new Error(`${botName} is not in the catalogue`);
  const { candles } = loadSoundBars(file.path);
  const runs = runSeries(bot, { name: file.name, symbol: file.symbol, interval: file.interval, candles }, rates);
  return { file, runs, judged: judgeRuns(runs, `${botName} ${file.name}`) };
}

/** The bars of a file up to its first invalid line, with that line's message; null when all are valid. */
export function loadSoundBars(path: string): { candles: readonly Candle[]; message: string | null } {
  const text = readFileSync(path, "utf8");
  const parsed = parseCandles(text, basename(path));
  if (parsed.ok) return { candles: parsed.candles, message: null };
  const sound = text.split(/\r?\n/).slice(0, parsed.line - 1);
  const before = parseCandles(sound.join("\n"), basename(path));
  return { candles: before.ok ? before.candles : [], message: parsed.message };
}
