import { type BotDefinition, findMissingData, isCrossPair, type RealBars } from "@wazi/trading";
import { loadDataFile, STRICT } from "../backtest/read-data.ts";
import { basename } from "node:path";
import type { SeriesFile } from "./find-series.ts";

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

/** A series on which a bot is not run, and the reason. */
export interface UnjudgedSeries {
  readonly botName: string;
  readonly file: SeriesFile;
  readonly reason: string;
}

/** A bot with the series of its market that it runs on, and those that it does not run on. */
export interface PlannedBot {
  readonly bot: BotDefinition;
  readonly files: readonly SeriesFile[];
  readonly unjudged: readonly UnjudgedSeries[];
}

/** True for a series that a bot names, or of its market where it names none. */
export function isRunOn({ market, series }: BotDefinition, file: SeriesFile): boolean {
  return series === undefined ? file.market === market : series.includes(file.symbol);
}

/**
 * Plans which bot runs on which series of its market. A file that is refused is reported once. So is a rule that a series does not
 * have the data for, because it would run as another rule.
 */
export function planBots(
  bots: readonly BotDefinition[],
  found: readonly SeriesFile[],
  report: (text: string) => void,
): readonly PlannedBot[] {
  const loaded = new Map(
    found.filter((file) => bots.some((bot) => isRunOn(bot, file))).map((file) => [file, loadSeries(file)]),
  );
  for (const each of loaded.values()) if (!each.ok) report(`refused ${each.message}`);
  return bots.map((bot) => {
    const files: SeriesFile[] = [];
    const unjudged: UnjudgedSeries[] = [];
    for (const [file, each] of loaded) {
      if (!isRunOn(bot, file)) continue;
      const missing = each.ok ? findMissingData(bot.strategy, each.series) : null;
      if (!each.ok) unjudged.push({ botName: bot.name, file, reason: `Refused: ${each.message}.` });
      else if (missing !== null) unjudged.push({ botName: bot.name, file, reason: `Not judged: ${missing}` });
      else files.push(file);
    }
    return { bot, files, unjudged };
  });
}
