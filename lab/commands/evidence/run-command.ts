import { botCatalogue, DEFAULT_KEEP_TERMS, monthlyRecords, PART_FILES } from "@wazi/trading";
import type { ShareAbove } from "@wazi/domain";
import { UsageError } from "../backtest/read-arguments.ts";
import type { CommandOutput } from "../backtest/run-command.ts";
import { type CoreResult, formatCoreTable, measureCorePortfolios, toCoreEntry } from "./core-portfolios.ts";
import { CASH_FILE, findSeries } from "./find-series.ts";
import {
  formatTable,
  formatVerdict,
  type TableRow,
  toHeadline,
  toJsonEntry,
  toSeriesFigures,
  toUnjudgedEntry,
  toWholeEntry,
} from "./format-evidence.ts";
import {
  hasRecord,
  judgeAll,
  type JudgedBot,
  type JudgedCore,
  type MeasuredBot,
  measureBots,
  type RecordedBot,
} from "./judge-bots.ts";
import { type EvidenceRequest, readEvidenceArguments } from "./read-arguments.ts";
import { isRunOn } from "./load-series.ts";
import { readTrials } from "./trials.ts";
import { writeCoreRecords, writeKeptAboveBills } from "./write-core-records.ts";
import { writeRecords } from "./write-records.ts";

const DONE = 0;
const REFUSED = 1;
const INVALID_ARGUMENTS = 2;

const EVIDENCE_HELP = `Usage: npm run --silent evidence -- --data FOLDER [--data FOLDER …] [--bot NAME] [--share-above bills] [--json] [--record]

Runs every bot on every real series of its market, and the core portfolios on monthly data, and judges what their records can and
cannot prove. docs/explanation/evidence.md describes the figures. Past results do not predict future results.

  --data    a folder of series: {market}_{SYMBOL}_{1m,1h,1d}.csv and ${CASH_FILE}; core portfolios
            need ${Object.values(PART_FILES).join(", ")}; can be repeated
  --bot     only this bot or core portfolio
  --share-above  nothing (default) or bills: the gain above which the platform takes its share of kept money, as PROFIT_SHARE_ABOVE
  --json    prints one array: an entry for each core portfolio and bot as a whole, and one for each series
  --record  writes the records that the server shows (from a source folder only); with --share-above bills, what is kept of them
            where PROFIT_SHARE_ABOVE=bills

Exit codes: 0 when it ran, 1 when a file is invalid or no series fits, 2 when the arguments are invalid.`;

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
  const files = found.files.filter((file) => bots.some((bot) => isRunOn(bot, file)));
  const measuredCore = measureCore(request, err);
  if (measuredCore === null) return REFUSED;
  const { core, data } = measuredCore;
  if (files.length === 0 && core.length === 0) {
    err(`No series for ${bots.length === 1 ? "this bot" : "the bots"} in ${request.folders.join(", ")}.`);
    return REFUSED;
  }
  const measured = await measureBots(found, bots, err);
  const trials = readTrials();
  const judged = judgeAll(measured, core, { trials, isOfOneBot: request.botName !== null });
  const recorded = judged.bots.filter(hasRecord);
  const recordedNames = [...recorded.map(({ bot }) => bot.name), ...core.map(({ name }) => name)];
  const lacking = bots.filter(({ name }) => !recordedNames.includes(name));
  const names = [...lacking.map(({ name }) => name), ...(data === null ? ["the core portfolios"] : [])];
  if (request.isRecording && names.length > 0) {
    err(`Not recorded: no series for ${names.join(", ")}.`);
    return REFUSED;
  }
  const cashNote = found.cashPath === null ? `Cash counts as 0: no folder has ${CASH_FILE}.` : null;
  if (request.isRecording && data !== null) {
    const recording = { trials: trials.length, recordedAt: new Date() };
    const paths =
      request.shareAbove === "bills"
        ? [writeKeptAboveBills(judged.core)]
        : [...writeRecords(recorded, found, recording), ...writeCoreRecords(judged.core, data, measured, recording)];
    for (const path of paths) err(`wrote ${path}`);
  }
  if (request.asJson) {
    const entries = [
      ...judged.core.map(toCoreEntry),
      ...judged.bots.map((each) => toWholeEntry(each, cashNote)),
      ...measured.flatMap((each) => listSeriesEntries(each, cashNote)),
    ];
    out(`[\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}\n]`);
  } else {
    out(
      [
        ...formatCore(judged.core, request.shareAbove),
        ...formatText(recorded, measured, cashNote),
        ...formatUnjudged(judged.bots),
      ].join("\n\n"),
    );
  }
  const hasFigures = recorded.length + core.length > 0 || measured.some(({ series }) => series.length > 0);
  return hasFigures ? DONE : REFUSED;
}

/** The entries of a bot's series, with and without figures. */
function listSeriesEntries({ bot, series, unjudged }: MeasuredBot, cashNote: string | null): object[] {
  return [...series.map((each) => toJsonEntry(bot.name, each, cashNote)), ...unjudged.map(toUnjudgedEntry)];
}

type Measured = Extract<CoreResult, { ok: true }>;

const NO_CORE = { core: [], data: null };

/** The records on monthly prices that are asked for, none without their files, and null when a file is invalid. */
function measureCore(
  { botName, folders, shareAbove }: EvidenceRequest,
  report: (text: string) => void,
): { core: Measured["records"]; data: Measured["data"] | null } | null {
  const names = monthlyRecords.map(({ name }) => name).filter((name) => botName === null || botName === name);
  if (names.length === 0) return NO_CORE;
  const result = measureCorePortfolios(names, folders, { ...DEFAULT_KEEP_TERMS, profitShareAbove: shareAbove });
  if (result.ok) return { core: result.records, data: result.data };
  report(result.message);
  return result.isInvalid ? null : NO_CORE;
}

function formatCore(judged: readonly JudgedCore[], shareAbove: ShareAbove): string[] {
  if (judged.length === 0) return [];
  return [
    `# Core portfolios and bots on monthly prices, before the platform's share${shareAbove === "bills" ? " above bills" : ""} except where it says kept`,
    formatCoreTable(judged),
  ];
}

function formatUnjudged(judged: readonly JudgedBot[]): string[] {
  const lines = judged.flatMap(({ bot, whole, given, unjudged }) => [
    ...(whole === null ? [`- ${bot.name}: ${formatVerdict(given)}`] : []),
    ...unjudged.map(({ botName, file, reason }) => `- ${botName}, ${file.name}: ${reason}`),
  ]);
  return lines.length === 0 ? [] : ["# Without figures", lines.join("\n")];
}

function formatText(
  recorded: readonly RecordedBot[],
  measured: readonly MeasuredBot[],
  cashNote: string | null,
): string[] {
  if (measured.every(({ series }) => series.length === 0)) return [];
  const wholes = recorded.map(({ bot, whole, given }): TableRow => {
    const names = whole.runs.names;
    const series = names.length === 1 ? (names[0] ?? "") : `${names.length} series as one`;
    return { bot: bot.name, series, figures: toHeadline(whole, given, cashNote), verdict: formatVerdict(given) };
  });
  const rows = measured.flatMap(({ bot, series }) =>
    series.map((each): TableRow => {
      return { bot: bot.name, series: each.file.name, figures: toSeriesFigures(each, cashNote) };
    }),
  );
  return [
    "# The bots as they trade: one nav over all their instruments",
    formatTable(wholes),
    "# Each bot on each series alone, not judged",
    formatTable(rows),
    ...(cashNote === null ? [] : [cashNote]),
  ];
}
