import { runBacktest, summarizeBacktest } from "@wazi/trading";
import { StartError } from "../../../apps/server/src/platform/process/start-error.ts";
import { formatBotJson, formatBotText, runBotBacktest } from "./run-bot.ts";
import { formatHelp, formatJsonReport, formatTextReport } from "./print-report.ts";
import { formatSweepJson, formatSweepText, loadSweptSeries, runSweep, type SweepThreads } from "./run-sweep.ts";
import {
  type BacktestRequest,
  type BotRequest,
  readArguments,
  type SweepRequest,
  UsageError,
} from "./read-arguments.ts";
import { findDataPath, loadDataFile } from "./read-data.ts";

const DONE = 0;
const REFUSED = 1;
const INVALID_ARGUMENTS = 2;

/** The output of a command. */
export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs the backtest command and returns its exit code. */
export async function runBacktestCommand(
  args: readonly string[],
  output: CommandOutput,
  threads: SweepThreads,
): Promise<number> {
  try {
    const request = readArguments(args);
    if (request === "help") {
      output.out(formatHelp());
      return DONE;
    }
    const refusal = await run(request, output, threads);
    if (refusal === undefined) return DONE;
    output.err(refusal);
    return REFUSED;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.err(`${error.message} See --help.`);
    return INVALID_ARGUMENTS;
  }
}

/** Runs the request. Returns an error message when the data cannot be used. */
async function run(
  request: BacktestRequest | SweepRequest | BotRequest,
  output: CommandOutput,
  threads: SweepThreads,
): Promise<string | undefined> {
  if (request.kind === "bot") return runBot(request, output);
  if (!request.hasCommission) output.err("No --commission was given, so this result has no commission.");
  return request.kind === "sweep" ? sweep(request, output, threads) : runStrategy(request, output);
}

function runStrategy(request: BacktestRequest, { out, err }: CommandOutput): string | undefined {
  const { dataPath, strategy, parameters, settings } = request;
  const loaded = loadDataFile(findDataPath(dataPath), dataPath, request.loading, err);
  if (!loaded.ok) return loaded.message;
  const result = runBacktest(loaded.bars, strategy, parameters, { ...settings, dividends: loaded.dividends });
  const statistics = summarizeBacktest(loaded.bars, result);
  out(
    request.asJson ? formatJsonReport(statistics, result) : formatTextReport(request, loaded.bars, result, statistics),
  );
  return undefined;
}

function runBot({ bot, dataPath, asJson }: BotRequest, { out }: CommandOutput): string | undefined {
  try {
    const backtest = runBotBacktest(bot, dataPath);
    if (typeof backtest === "string") return backtest;
    out(asJson ? formatBotJson(backtest) : formatBotText(backtest));
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

async function sweep(
  request: SweepRequest,
  { out, err }: CommandOutput,
  threads: SweepThreads,
): Promise<string | undefined> {
  const series = loadSweptSeries(request, err);
  if (typeof series === "string") return series;
  const startedAt = performance.now();
  const results = await runSweep(request, series, threads);
  const seconds = (performance.now() - startedAt) / 1_000;
  out(request.asJson ? formatSweepJson(request, series, results) : formatSweepText(request, series, results, seconds));
  return undefined;
}
