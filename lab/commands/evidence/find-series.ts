import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  formatReplaySymbol,
  isActionsFileName,
  type Interval,
  type Market,
  type MonthlyRate,
  parseCashRates,
  parseReplayFileName,
  PART_FILES,
} from "@wazi/trading";
import { findActionsBeside, loadDataFile, STRICT } from "../backtest/read-data.ts";

/** A file of bars of one series. */
export interface SeriesFile {
  /** The series' name, such as forex_EURUSD_1d: the file name without its ending. */
  readonly name: string;
  readonly path: string;
  readonly market: Market;
  /** As the product shows it, such as EUR/USD. */
  readonly symbol: string;
  readonly interval: Interval;
  /** The path of its splits and dividends; null without such a file. */
  readonly actionsPath: string | null;
}

/** The three-month Treasury bill, monthly, in per cent a year. */
export const CASH_FILE = "rate_us_tbill_3m_monthly.csv";

/** Crude oil, whose files have other names. They may be in a folder or in the one above it. */
const OIL_FILES: Readonly<Record<string, string>> = {
  "commodity_wti_close_1d.csv": "WTI",
  "commodity_brent_close_1d.csv": "BRENT",
};

/** Raw prices of shares, which may also be in the folder above when their splits and dividends are there. */
const RAW_SHARE = /^stock_[a-z.-]+_1d\.csv$/;
/** Months of the core portfolios' parts, which are no series of bars. */
const MONTHLY_FILES: readonly string[] = Object.values(PART_FILES);

export interface FoundSeries {
  readonly files: readonly SeriesFile[];
  /** The path of the cash rates; null when no folder has them. */
  readonly cashPath: string | null;
  /** The data that was left out or added, one line each. */
  readonly notes: readonly string[];
}

/**
 * Finds the series in folders by their file names, in the order of their names, which is that of a replay: of two signals on one day
 * the first series wins. Of two files of one symbol and bar length, the one with splits and dividends
 * counts, else the larger one. A file that is refused does not take the place of another: both are listed.
 */
export function findSeries(folders: readonly string[]): FoundSeries {
  const files = new Map<string, SeriesFile>();
  const notes: string[] = [];
  let cashPath: string | null = null;
  const add = (file: SeriesFile): void => {
    const key = `${file.market} ${file.symbol} ${file.interval}`;
    const known = files.get(key);
    if (known === undefined) files.set(key, file);
    else if (isRefused(file) !== isRefused(known)) {
      const [sound, refused] = isRefused(file) ? [known, file] : [file, known];
      files.set(key, sound).set(refused.path, refused);
    } else if (known.path !== file.path) {
      const [kept, dropped] = hasMore(file, known) ? [file, known] : [known, file];
      notes.push(`skipped ${dropped.path}: ${kept.path} has more of the same series`);
      files.set(key, kept);
    }
  };
  for (const folder of folders) {
    for (const fileName of readdirSync(folder).sort()) {
      const path = join(folder, fileName);
      if (fileName === CASH_FILE) cashPath ??= path;
      else if (Object.hasOwn(OIL_FILES, fileName)) add(toOilFile(path));
      else if (MONTHLY_FILES.includes(fileName)) continue;
      else if (fileName.endsWith(".csv") && !isActionsFileName(fileName)) {
        const file = toSeriesFile(path);
        if (typeof file === "string") notes.push(`skipped ${path}: ${file}`);
        else add(file);
      }
    }
    for (const file of findSeriesAbove(folder)) {
      if ([...files.values()].some(({ name }) => name === file.name)) continue;
      notes.push(`added ${file.path} from the folder above`);
      add(file);
    }
  }
  return { files: [...files.values()].sort(compareNames), cashPath, notes };
}

function compareNames(one: SeriesFile, other: SeriesFile): number {
  const [own, others] = one.name === other.name ? [one.path, other.path] : [one.name, other.name];
  return own < others ? -1 : 1;
}

/** Crude oil, and shares with their splits and dividends, in the folder above. */
function findSeriesAbove(folder: string): SeriesFile[] {
  const above = dirname(folder);
  return readdirSync(above)
    .sort()
    .flatMap((fileName) => {
      const path = join(above, fileName);
      if (Object.hasOwn(OIL_FILES, fileName)) return [toOilFile(path)];
      const file = RAW_SHARE.test(fileName) ? toSeriesFile(path) : null;
      return file !== null && typeof file !== "string" && file.actionsPath !== null ? [file] : [];
    });
}

function isRefused({ path }: SeriesFile): boolean {
  return !loadDataFile(path, basename(path), STRICT, () => undefined).ok;
}

function hasMore(file: SeriesFile, known: SeriesFile): boolean {
  const [hasActions, areKnown] = [file.actionsPath !== null, known.actionsPath !== null];
  return hasActions === areKnown ? statSync(file.path).size > statSync(known.path).size : hasActions;
}

function toOilFile(path: string): SeriesFile {
  const fileName = basename(path);
  const symbol = OIL_FILES[fileName] ?? "";
  return { name: basename(fileName, ".csv"), path, market: "commodities", symbol, interval: "1d", actionsPath: null };
}

/** The series, or the reason why the file is none. */
function toSeriesFile(path: string): SeriesFile | string {
  const fileName = basename(path);
  const parsed = parseReplayFileName(fileName);
  if (!parsed.ok) return parsed.reason;
  const { market, symbol, interval } = parsed;
  if (!/^[A-Z0-9.-]+$/.test(symbol)) return "the symbol is not in capital letters";
  return {
    name: basename(fileName, ".csv"),
    path,
    market,
    symbol: formatReplaySymbol(market, symbol),
    interval,
    actionsPath: findActionsBeside(path),
  };
}

/**
 * Reads the cash rates.
 * @throws Error naming the file and line of an invalid row
 */
export function readCashRates(path: string): readonly MonthlyRate[] {
  return parseCashRates(readFileSync(path, "utf8"), basename(path));
}
