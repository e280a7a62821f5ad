import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  type BarColumns,
  type BarDividend,
  loadBars,
  type LoadOptions,
  parseActions,
  type ParsedActions,
  parseReplayFileName,
  toActionsFileName,
} from "@wazi/trading";
import { formatDroppedReport } from "./print-report.ts";

type LoadedFile =
  | { readonly ok: true; readonly bars: BarColumns; readonly dividends: readonly BarDividend[] }
  | { readonly ok: false; readonly message: string };

/** npm runs commands in the project folder; INIT_CWD is the folder of the caller. The path may be relative to either. */
export function findDataPath(given: string): string | undefined {
  return [process.cwd(), process.env["INIT_CWD"] ?? process.cwd()]
    .map((folder) => resolve(folder, given))
    .find((each) => existsSync(each));
}

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
  return { ok: true, bars: loaded.bars, dividends: loaded.dividends };
}

/**
 * Reads the splits and dividends of a file of bars: `{market}_{SYMBOL}_actions.csv` in its folder. There are none when that
 * file does not exist, or when the name of the file of bars does not say its market and symbol.
 */
function readActionsBeside(barsPath: string): ParsedActions {
  const name = parseReplayFileName(basename(barsPath));
  const none: ParsedActions = { ok: true, actions: [] };
  if (!name.ok) return none;
  const actionsName = toActionsFileName(name.market, name.symbol);
  const path = join(dirname(barsPath), actionsName);
  return existsSync(path) ? parseActions(readFileSync(path, "utf8"), actionsName) : none;
}
