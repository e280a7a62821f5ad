import {
  botCatalogue,
  findCouldNotBuyBefore,
  type MeasuredRun,
  measureRun,
  measureWholeBot,
  type MonthlyRate,
  type RealBars,
  runSeries,
  type WholeBot,
} from "@wazi/trading";
import type { SeriesFile } from "./find-series.ts";
import { loadSeries } from "./load-series.ts";

/** A bot on one series, alone, or on all its series as it trades. */
export type RecordTask = { readonly botName: string; readonly rates: readonly MonthlyRate[] } & (
  | { readonly kind: "series"; readonly file: SeriesFile }
  | { readonly kind: "whole"; readonly files: readonly SeriesFile[] }
);

/** A bot's figures on one series, which are not judged. */
export interface SeriesResult {
  readonly kind: "series";
  readonly file: SeriesFile;
  readonly measured: MeasuredRun;
  readonly couldNotBuyBefore: string | null;
}

export interface WholeResult {
  readonly kind: "whole";
  /** Null when no bar has a rate of cash. */
  readonly whole: WholeBot | null;
}

/** Runs and measures one bot on one series or on all, in a worker thread or in this one. */
export default function measureRecord(task: RecordTask): SeriesResult | WholeResult {
  const bot = botCatalogue.find(({ name }) => name === task.botName);
  if (bot === undefined) throw new Error(`${task.botName} is not in the catalogue`);
  if (task.kind === "whole") {
    return { kind: "whole", whole: measureWholeBot(bot, task.files.map(loadSound), task.rates) };
  }
  const { file, rates } = task;
  const series = loadSound(file);
  const measured = measureRun(runSeries(bot, series, rates), `${bot.name} ${file.name}`);
  const from = new Date(series.candles[0]?.time ?? 0).toISOString().slice(0, 10);
  return { kind: "series", file, measured, couldNotBuyBefore: findCouldNotBuyBefore(bot.market, [file.symbol], from) };
}

function loadSound(file: SeriesFile): RealBars {
  const loaded = loadSeries(file);
  if (!loaded.ok) throw new Error(loaded.message);
  return loaded.series;
}
