import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { loadBars, runBacktest, summarizeBacktest } from "@wazi/trading";
import { droppedReport, helpText, jsonReport, textReport } from "./print-report.ts";
import { type BacktestRequest, readArguments, UsageError } from "./read-arguments.ts";

const DONE = 0;
const REFUSED = 1;
const NOT_UNDERSTOOD = 2;

/** Where the command writes. */
export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** The backtest command; its exit code. */
export function runBacktestCommand(args: readonly string[], output: CommandOutput): number {
  try {
    const request = readArguments(args);
    if (request !== "help") return run(request, output);
    output.out(helpText());
    return DONE;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.err(`${error.message} See --help.`);
    return NOT_UNDERSTOOD;
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
  if (loaded.dropped.length > 0) err(droppedReport(dataFile, loaded.dropped));
  if (!request.hasCommission) err("No --commission was given: this result pays none.");
  const result = runBacktest(loaded.bars, strategy, parameters, settings);
  const statistics = summarizeBacktest(loaded.bars, result);
  out(request.asJson ? jsonReport(statistics, result) : textReport(request, loaded.bars, result, statistics));
  return DONE;
}

type ReadFile = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** npm starts commands in the project's folder and keeps in INIT_CWD where it was called: a path may be meant from either. */
function readDataFile(dataFile: string): ReadFile {
  const path = [process.cwd(), process.env["INIT_CWD"] ?? process.cwd()]
    .map((folder) => resolve(folder, dataFile))
    .find((each) => existsSync(each));
  if (path === undefined) return { ok: false, message: `${dataFile}: there is no such file` };
  try {
    return { ok: true, text: readFileSync(path, "utf8") };
  } catch (error) {
    return { ok: false, message: `${dataFile}: it can't be read (${error instanceof Error ? error.message : "?"})` };
  }
}
