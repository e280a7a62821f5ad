import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { loadBars, runBacktest, summarizeBacktest } from "@wazi/trading";
import { formatDroppedReport, formatHelp, formatJsonReport, formatTextReport } from "./print-report.ts";
import { type BacktestRequest, readArguments, UsageError } from "./read-arguments.ts";

const DONE = 0;
const REFUSED = 1;
const INVALID_ARGUMENTS = 2;

/** The output of a command. */
export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs the backtest command and returns its exit code. */
export function runBacktestCommand(args: readonly string[], output: CommandOutput): number {
  try {
    const request = readArguments(args);
    if (request !== "help") return run(request, output);
    output.out(formatHelp());
    return DONE;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.err(`${error.message} See --help.`);
    return INVALID_ARGUMENTS;
  }
}

function run(request: BacktestRequest, { out, err }: CommandOutput): number {
  const { dataFile, strategy, parameters, settings } = request;
  const file = readDataFile(dataFile);
  if (!file.ok) {
    err(file.message);
    return REFUSED;
  }
  const loaded = loadBars(file.text, basename(dataFile), request.loading);
  if (!loaded.ok) {
    err(loaded.message);
    return REFUSED;
  }
  if (loaded.dropped.length > 0) err(formatDroppedReport(dataFile, loaded.dropped));
  if (!request.hasCommission) err("No --commission was given, so this result has no commission.");
  const result = runBacktest(loaded.bars, strategy, parameters, settings);
  const statistics = summarizeBacktest(loaded.bars, result);
  out(
    request.asJson ? formatJsonReport(statistics, result) : formatTextReport(request, loaded.bars, result, statistics),
  );
  return DONE;
}

type ReadFile = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** npm runs commands in the project folder; INIT_CWD is the folder of the caller. The path may be relative to either. */
function readDataFile(dataFile: string): ReadFile {
  const path = [process.cwd(), process.env["INIT_CWD"] ?? process.cwd()]
    .map((folder) => resolve(folder, dataFile))
    .find((each) => existsSync(each));
  if (path === undefined) return { ok: false, message: `${dataFile}: file not found` };
  try {
    return { ok: true, text: readFileSync(path, "utf8") };
  } catch (error) {
    return { ok: false, message: `${dataFile}: cannot be read (${error instanceof Error ? error.message : "?"})` };
  }
}
