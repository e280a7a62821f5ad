import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  type BarColumns,
  type BarDividend,
  type Candle,
  type Dividend,
  loadBars,
  type LoadOptions,
  parseActions,
  type ParsedActions,
  toActionsFileName,
} from "@wazi/trading";
import { formatDroppedReport } from "./print-report.ts";

type LoadedFile =
  | {
      readonly ok: true;
      readonly bars: BarColumns;
      readonly dividends: readonly BarDividend[];
      /** The same bars, and all dividends declared, as a bot reads them. */
      readonly candles: readonly Candle[];
      readonly declared: readonly Dividend[];
    }
  | { readonly ok: false; readonly message: string };

/** npm runs commands in the project folder; INIT_CWD is the folder of the caller. The path may be relative to either. */
export function findDataPath(given: string): string | undefined {
  return [process.cwd(), process.env["INIT_CWD"] ?? process.cwd()]
    .map((folder) => resolve(folder, given))
    .find((each) => existsSync(each));
}

/** Every line of a file counts, and prices are above 0. */
export const STRICT: LoadOptions = { lenient: false, allowNegative: false };

/** Loads a file of bars, with the splits and dividends beside it (`readActionsBeside`). `report` is told about lines that are skipped; `given` is the path as the user wrote it. */
export function loadDataFile(
  path: string | undefined,
  given: string,
  options: LoadOptions,
  report: (text: string) => void,
): LoadedFile {
  if (path === undefined) return { ok: false, message: `${given}: file not found` };
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return { ok: false, message: `${given}: cannot be read (${error instanceof Error ? error.message : "?"})` };
  }
  const read = readActionsBeside(path);
  if (!read.ok) return read;
  const loaded = loadBars(text, basename(path), { ...options, actions: read.actions });
  if (!loaded.ok) return loaded;
  if (loaded.dropped.length > 0) report(formatDroppedReport(path, loaded.dropped));
  const { bars, dividends, candles, declared } = loaded;
  return { ok: true, bars, dividends, candles, declared };
}

/** Reads the splits and dividends of a file of bars (`toActionsFileName`). There are none when that file does not exist. */
function readActionsBeside(barsPath: string): ParsedActions {
  const path = findActionsBeside(barsPath);
  return path === null ? { ok: true, actions: [] } : parseActions(readFileSync(path, "utf8"), basename(path));
}

/** The path of the file with the splits and dividends of a file of bars; `null` without one. */
export function findActionsBeside(barsPath: string): string | null {
  const name = toActionsFileName(basename(barsPath));
  if (name === null) return null;
  const path = join(dirname(barsPath), name);
  return existsSync(path) ? path : null;
}
