import { type botCatalogue, findMissingData, isCrossPair, type MonthlyRate, type RealBars } from "@wazi/trading";
import { loadDataFile, STRICT } from "../backtest/read-data.ts";
import { basename } from "node:path";
import type { SeriesFile } from "./find-series.ts";

/** A bot on a series, to be judged. */
export interface SeriesTask {
  readonly botName: string;
  readonly file: SeriesFile;
  readonly rates: readonly MonthlyRate[];
}

type LoadedSeries =
  | { readonly ok: true; readonly series: RealBars }
  /** The file, the line and the reason. */
  | { readonly ok: false; readonly message: string };

/** Loads the bars of a series. It is refused whole for what refuses a backtest. */
export function loadSeries({ name, path, symbol, interval }: SeriesFile): LoadedSeries {
  const fileName = basename(path);
  if (isCrossPair(symbol)) {
    return { ok: false, message: `${fileName}: ${symbol} is a pair without USD, so its gain cannot be converted` };
  }
  const loaded = loadDataFile(path, fileName, STRICT, () => undefined);
  if (!loaded.ok) return loaded;
  return { ok: true, series: { name, symbol, interval, candles: loaded.candles, dividends: loaded.declared } };
}

/** A series on which a bot is not judged, and the reason. */
export interface UnjudgedSeries {
  readonly botName: string;
  readonly file: SeriesFile;
  readonly reason: string;
}

interface PlannedSeries {
  readonly tasks: readonly SeriesTask[];
  readonly unjudged: readonly UnjudgedSeries[];
}

/**
 * Plans which bot is judged on which series of its market. A file that is refused is reported once. So is a rule that a series
 * does not have the data for, because it would run as another rule.
 */
export function planSeries(
  bots: readonly (typeof botCatalogue)[number][],
  files: readonly SeriesFile[],
  rates: readonly MonthlyRate[],
  report: (text: string) => void,
): PlannedSeries {
  const loaded = new Map(files.map((file) => [file, loadSeries(file)]));
  for (const each of loaded.values()) if (!each.ok) report(`refused ${each.message}`);
  const tasks: SeriesTask[] = [];
  const unjudged: UnjudgedSeries[] = [];
  for (const { name: botName, market, strategy } of bots) {
    for (const [file, each] of loaded) {
      if (file.market !== market) continue;
      const missing = each.ok ? findMissingData(strategy, each.series) : null;
      if (!each.ok) unjudged.push({ botName, file, reason: `Refused: ${each.message}.` });
      else if (missing !== null) unjudged.push({ botName, file, reason: `Not judged: ${missing}` });
      else tasks.push({ botName, file, rates });
    }
  }
  return { tasks, unjudged };
}
