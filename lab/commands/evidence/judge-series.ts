import { readFileSync } from "node:fs";
import { basename } from "node:path";
import {
  adjustForActions,
  botCatalogue,
  type Candle,
  type Dividend,
  type JudgedRecord,
  judgeRuns,
  type MonthlyRate,
  parseActions,
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
  const { candles, dividends } = loadSoundBars(file);
  const series = { name: file.name, symbol: file.symbol, interval: file.interval, candles, dividends };
  const runs = runSeries(bot, series, rates);
  return { file, runs, judged: judgeRuns(runs, `${botName} ${file.name}`) };
}

interface SoundBars {
  readonly candles: readonly Candle[];
  readonly dividends: readonly Dividend[];
  /** The data that was left out, and why; null when everything was read. */
  readonly message: string | null;
}

/** Reads the bars of a file up to its first invalid line, with its splits and dividends if there is a file of them. */
export function loadSoundBars({ path, actionsPath }: SeriesFile): SoundBars {
  const { candles, message } = readBars(path);
  if (actionsPath === null) return { candles, dividends: [], message };
  const actions = parseActions(readFileSync(actionsPath, "utf8"), basename(actionsPath));
  if (!actions.ok) return { candles, dividends: [], message: actions.message };
  const adjusted = adjustForActions(candles, actions.actions);
  if (!adjusted.ok) return { candles, dividends: [], message: `${basename(actionsPath)}: ${adjusted.reason}` };
  return { candles: adjusted.candles, dividends: adjusted.dividends, message };
}

function readBars(path: string): Pick<SoundBars, "candles" | "message"> {
  const text = readFileSync(path, "utf8");
  const parsed = parseCandles(text, basename(path));
  if (parsed.ok) return { candles: parsed.candles, message: null };
  const sound = text.split(/\r?\n/).slice(0, parsed.line - 1);
  const before = parseCandles(sound.join("\n"), basename(path));
  return { candles: before.ok ? before.candles : [], message: `${parsed.message}; only the bars before it are used` };
}
