import { botCatalogue, corePortfolios, type CoreRecord, joinRuns, judgeRuns, PART_FILES } from "@wazi/trading";
import { UsageError } from "../backtest/read-arguments.ts";
import type { CommandOutput } from "../backtest/run-command.ts";
import { formatCoreTable, judgeCorePortfolios, toCoreEntry } from "./core-portfolios.ts";
import { CASH_FILE, findSeries, readCashRates, type SeriesFile } from "./find-series.ts";
import { formatTable, toHeadline, toJsonEntry, toUnjudgedEntry } from "./format-evidence.ts";
import judgeSeries, { type SeriesResult } from "./judge-series.ts";
import { planSeries, type SeriesTask, type UnjudgedSeries } from "./load-series.ts";
import { type EvidenceRequest, readEvidenceArguments } from "./read-arguments.ts";
import { type BotResult, joinBots, writeRecords } from "./write-records.ts";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/** Beside the bundle. */
const PROGRAM = join(import.meta.dirname, "judge-series.js");

/** Runs tasks on all cores, or one after the other where there is no bundle, as in tests. Results are in the tasks' order. */
async function runTasks(
  tasks: readonly SeriesTask[],
  reportDone: (done: number) => void,
): Promise<readonly SeriesResult[]> {
  let done = 0;
  const count = <T>(result: T): T => {
    done += 1;
    reportDone(done);
    return result;
  };
  if (!existsSync(PROGRAM)) return tasks.map((task) => count(judgeSeries(task)));
  const { Piscina } = await import("piscina");
  const pool = new Piscina<SeriesTask, SeriesResult>({ filename: PROGRAM, maxThreads: availableParallelism() });
  try {
    return await Promise.all(tasks.map(async (task) => count(await pool.run(task))));
  } finally {
    await pool.destroy();
  }
}

const DONE = 0;
const REFUSED = 1;
const INVALID_ARGUMENTS = 2;
/** Progress is reported this often. */
const REPORT_EVERY = 20;

const EVIDENCE_HELP = `Usage: npm run --silent evidence -- --data FOLDER [--data FOLDER …] [--bot NAME] [--json] [--record]

Runs every bot on every real series of its market, and the core portfolios on monthly data, and judges what their records can and
cannot prove. docs/explanation/evidence.md describes the figures. Past results do not predict future results.

  --data    a folder of series: {market}_{SYMBOL}_{1m,1h,1d}.csv and ${CASH_FILE}; core portfolios
            need ${Object.values(PART_FILES).join(", ")}; can be repeated. Crude oil, and stock_{symbol}_1d.csv
            with dividends_{symbol}.csv, are also read from the folder above. A file with an invalid line, a hole or a
            jump is refused whole
  --bot     only this bot or core portfolio
  --json    prints one array: an entry for each core portfolio, and one for each bot and series
  --record  writes the records that the server shows (from a source folder only)

Exit codes: 0 when it ran, 1 when a monthly file is invalid or no series can be judged, 2 when the arguments are invalid.`;

/** Runs the evidence command and returns its exit code. */
export async function runEvidenceCommand(args: readonly string[], output: CommandOutput): Promise<number> {
  try {
    const request = readEvidenceArguments(args);
    if (request !== "help") return await run(request, output);
    output.out(EVIDENCE_HELP);
    return DONE;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.err(`${error.message} See --help.`);
    return INVALID_ARGUMENTS;
  }
}

async function run(request: EvidenceRequest, { out, err }: CommandOutput): Promise<number> {
  const found = findSeries(request.folders);
  for (const note of found.notes) err(note);
  const bots = botCatalogue.filter(({ name }) => request.botName === null || name === request.botName);
  const files = found.files.filter(({ market }) => bots.some((bot) => bot.market === market));
  const core = judgeCore(request, err);
  if (core === null) return REFUSED;
  if (files.length === 0 && core.length === 0) {
    err(`No series for ${bots.length === 1 ? "this bot" : "the bots"} in ${request.folders.join(", ")}.`);
    return REFUSED;
  }
  const rates = found.cashPath === null ? [] : readCashRates(found.cashPath);
  const { tasks, unjudged } = planSeries(bots, files, rates, err);
  const results = await judgeBots(bots, tasks, err);
  const lacking = bots.filter((bot) => results.every((result) => result.bot !== bot));
  if (request.isRecording && lacking.length > 0) {
    err(`Not recorded: no series for ${lacking.map(({ name }) => name).join(", ")}.`);
    return REFUSED;
  }
  const cashNote = found.cashPath === null ? `Cash counts as 0: no folder has ${CASH_FILE}.` : null;
  if (request.isRecording) for (const path of writeRecords(results, found)) err(`wrote ${path}`);
  if (request.asJson) {
    const entries = bots.flatMap((bot) => listEntries(bot.name, { files, results, unjudged, cashNote }));
    out(`[\n${[...core.map(toCoreEntry), ...entries].map((entry) => JSON.stringify(entry)).join(",\n")}\n]`);
  } else out([...formatCore(core), ...formatText(results, cashNote), ...formatUnjudged(unjudged)].join("\n\n"));
  return results.length === 0 && core.length === 0 ? REFUSED : DONE;
}

/** The entries of a bot's series in the order of the files, with and without figures. */
function listEntries(
  botName: string,
  {
    files,
    results,
    unjudged,
    cashNote,
  }: {
    readonly files: readonly SeriesFile[];
    readonly results: readonly BotResult[];
    readonly unjudged: readonly UnjudgedSeries[];
    readonly cashNote: string | null;
  },
): object[] {
  const series = results.find(({ bot }) => bot.name === botName)?.series ?? [];
  return files.flatMap((file) => {
    const judged = series.find((each) => each.file.path === file.path);
    if (judged !== undefined) return [toJsonEntry(botName, judged, cashNote)];
    return unjudged.filter((each) => each.botName === botName && each.file === file).map(toUnjudgedEntry);
  });
}

/** The records of the core portfolios that are asked for, none without their files, and null when a file is invalid. */
function judgeCore(
  { botName, folders }: EvidenceRequest,
  report: (text: string) => void,
): readonly CoreRecord[] | null {
  const names = corePortfolios.map(({ name }) => name).filter((name) => botName === null || botName === name);
  if (names.length === 0) return [];
  const result = judgeCorePortfolios(names, folders);
  if (result.ok) return result.records;
  report(result.message);
  return result.isInvalid ? null : [];
}

async function judgeBots(
  bots: readonly (typeof botCatalogue)[number][],
  tasks: readonly SeriesTask[],
  report: (text: string) => void,
): Promise<readonly BotResult[]> {
  const results = await runTasks(tasks, (done) => {
    if (done % REPORT_EVERY === 0) report(`${done} of ${tasks.length} records are done`);
  });
  return bots.flatMap((bot): BotResult[] => {
    const series = results.filter((_, index) => tasks[index]?.botName === bot.name);
    if (series.length === 0) return [];
    const runs = joinRuns(series.map((each: SeriesResult) => each.runs));
    return [{ bot, series, runs, judged: judgeRuns(runs, bot.name) }];
  });
}

function formatCore(records: readonly CoreRecord[]): string[] {
  if (records.length === 0) return [];
  return ["# The core portfolios, before the platform's share except where it says kept", formatCoreTable(records)];
}

function formatUnjudged(unjudged: readonly UnjudgedSeries[]): string[] {
  if (unjudged.length === 0) return [];
  return [
    "# Without figures",
    unjudged.map(({ botName, file, reason }) => `- ${botName}, ${file.name}: ${reason}`).join("\n"),
  ];
}

function formatText(results: readonly BotResult[], cashNote: string | null): string[] {
  if (results.length === 0) return [];
  const headlines = results.map(({ bot, series, judged }) => {
    const names = series.length === 1 ? (series[0]?.file.name ?? "") : `mean of ${series.length} series`;
    return { bot: bot.name, series: names, headline: toHeadline(judged, series.length, cashNote) };
  });
  const platform = results.length > 1 ? joinBots(results) : null;
  if (platform !== null) {
    const headline = toHeadline(platform.judged, platform.runs.names.length, cashNote);
    headlines.push({ bot: "all bots", series: `mean of ${results.length} bots`, headline });
  }
  const rows = results.flatMap(({ bot, series }) =>
    series.map((each) => ({ bot: bot.name, series: each.file.name, headline: toHeadline(each.judged, 1, cashNote) })),
  );
  return [
    "# The bots, each as the mean of its series",
    formatTable(headlines),
    "# Each bot on each series",
    formatTable(rows),
    ...(cashNote === null ? [] : [cashNote]),
  ];
}
