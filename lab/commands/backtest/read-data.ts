import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { loadBars, type BarColumns, type BarDividend, type LoadOptions } from "@wazi/trading";
import { formatDroppedReport } from "./print-report.ts";
import { readActionsBeside } from "./read-actions.ts";

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
