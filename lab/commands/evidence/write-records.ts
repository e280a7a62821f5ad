import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  formatDay,
  buildBotConfig,
  listVariants,
  type PlainFigures,
  type RecordDetails,
  type SeriesRuns,
  type SeriesTrade,
  toOwnRecord,
} from "@wazi/trading";
import { hashRule } from "../../../apps/server/src/investing/evidence/prepare-evidence.ts";
import {
  RECORDED_FOLDER,
  type RecordedBotEvidence,
} from "../../../apps/server/src/investing/evidence/recorded-evidence.ts";
import { CASH_FILE, type FoundSeries } from "./find-series.ts";
import {
  roundFigure,
  roundOptional,
  toComposition,
  toHeadline,
  toMonthlyExcess,
  toPeriod,
  toSeriesFigures,
} from "./format-evidence.ts";
import type { RecordedBot } from "./judge-bots.ts";
import type { SeriesResult } from "./judge-series.ts";

const TRADING_SOURCES = join("packages", "trading", "src");
/** A recorded curve has every day of its last year, a day of each week of the four years before, and this many before that. */
const DAILY_DAYS = 366;
const WEEKLY_DAYS = 5 * 366;
const OLDER_POINTS = 250;
/** 1970-01-01, day 0, was a Thursday, and weeks start on Monday. */
const FIRST_WEEKDAY = 3;

/**
 * Writes one file for each bot, and returns their paths.
 * @throws Error outside a source folder
 */
export function writeRecords(
  judged: readonly RecordedBot[],
  found: FoundSeries,
  { trials, recordedAt }: { readonly trials: number; readonly recordedAt: Date },
): string[] {
  const code = hashTradingSources();
  const cashNote = found.cashPath === null ? `Cash counts as 0: no folder has ${CASH_FILE}.` : null;
  return judged.map((each) =>
    writeRecord(toRecordedEvidence(each, { code, found, cashNote, trials, recordedAt: recordedAt.toISOString() })),
  );
}

/** Writes the file of a record and returns its path. */
export function writeRecord(recorded: RecordedBotEvidence): string {
  mkdirSync(RECORDED_FOLDER, { recursive: true });
  const path = join(RECORDED_FOLDER, `${recorded.botName}.json`);
  writeFileSync(path, formatDocument({ subject: recorded.botName, ...recorded }));
  return path;
}

interface Recording {
  readonly code: string;
  readonly found: FoundSeries;
  readonly cashNote: string | null;
  /** The rows of trials.json. */
  readonly trials: number;
  readonly recordedAt: string;
}

/** A bot's record as it is committed. */
export function toRecordedEvidence(
  { bot, series, whole, given }: RecordedBot,
  { code, found, cashNote, trials, recordedAt }: Recording,
): RecordedBotEvidence {
  const { details, runs } = whole;
  const variants = listVariants(bot);
  const instruments = series.map(({ file: { symbol, interval } }) => ({ symbol, interval }));
  const { halves, walkForward } = details;
  return {
    botName: bot.name,
    strategy: bot.family,
    parameters: { ...buildBotConfig(bot, instruments.slice(0, 1)).parameters },
    recordedAt,
    hashes: {
      data: hashFiles(listDataPaths(series, found)),
      code,
      parameters: hashRule(bot),
    },
    headline: toHeadline(whole, given, cashNote),
    halves: halves && { first: toPeriod(halves.first), second: toPeriod(halves.second) },
    costLevels: details.costLevels.map(toCostLevel),
    costKindsPct: details.costKindsPct && roundKinds(details.costKindsPct),
    benchmarks: {
      buyAndHold: toBenchmark(details.buyAndHold),
      cash: { ...toBenchmark(details.cash), sharpe: null },
      cashSource: describeCash(found),
    },
    walkForward: walkForward && { ...toPeriod(walkForward), windows: walkForward.windows },
    walkForwardReason: walkForward === null ? "The record is too short for a walk forward." : null,
    trials,
    compositions: runs.compositions.map(toComposition),
    variants: {
      count: variants.length,
      blocks: details.overfitting?.blocks ?? 0,
      best: { ...(variants[details.bestVariant] ?? bot).parameters },
    },
    series: series.map((each) => toRecordedSeries(each, cashNote)),
    curve: toCurve(runs),
    monthlyExcess: toMonthlyExcess(toOwnRecord(runs)),
    keeps: null,
    trades: runs.newest.map(toTrade),
  };
}

/** A bot on one series alone, which is not judged. */
export function toRecordedSeries(series: SeriesResult, cashNote: string | null): RecordedBotEvidence["series"][number] {
  const { name, symbol, interval } = series.file;
  return { series: name, symbol, interval, verdict: "not-judged", ...toSeriesFigures(series, cashNote) };
}

export function toCostLevel({
  multiple,
  trades,
  ...level
}: RecordDetails["costLevels"][number]): RecordedBotEvidence["costLevels"][number] {
  return {
    multiple,
    trades,
    sharpe: roundOptional(level.sharpe),
    excessReturnPct: roundOptional(level.excessReturnPct),
    maxDrawdownPct: roundOptional(level.maxDrawdownPct),
    costsPct: roundOptional(level.costsPct),
  };
}

/** The files behind a bot's record: prices, splits and dividends, and cash rates. */
function listDataPaths(series: readonly SeriesResult[], { cashPath }: FoundSeries): string[] {
  return [...listSeriesPaths(series), ...(cashPath === null ? [] : [cashPath])];
}

/** The files of prices, splits and dividends. */
export function listSeriesPaths(series: readonly SeriesResult[]): string[] {
  return series.flatMap(({ file: { path, actionsPath } }) => [path, actionsPath]).filter((path) => path !== null);
}

function roundKinds(kinds: NonNullable<RecordDetails["costKindsPct"]>): RecordedBotEvidence["costKindsPct"] {
  const { spread, slippage, commission, financing } = kinds;
  return {
    spread: roundFigure(spread),
    slippage: roundFigure(slippage),
    commission: roundFigure(commission),
    financing: roundFigure(financing),
  };
}

export function toBenchmark({
  returnPct,
  sharpe,
  maxDrawdownPct,
}: PlainFigures): RecordedBotEvidence["benchmarks"]["cash"] {
  return {
    returnPct: roundOptional(returnPct),
    sharpe: roundOptional(sharpe),
    maxDrawdownPct: roundOptional(maxDrawdownPct),
  };
}

function describeCash({ cashPath }: FoundSeries): string {
  if (cashPath === null) return `0: no folder has ${CASH_FILE}`;
  const last = readFileSync(cashPath, "utf8").trim().split(/\r?\n/).at(-1)?.slice(0, 7) ?? "";
  return `Three-month US Treasury bill, monthly, at its effective yield; no rate after ${last}`;
}

function toTrade(trade: SeriesTrade): RecordedBotEvidence["trades"][number] {
  return {
    series: trade.series,
    symbol: trade.symbol,
    side: trade.side,
    entryAt: new Date(trade.entryBarTime).toISOString(),
    exitAt: new Date(trade.barTime).toISOString(),
    entryPrice: trimDecimal(trade.entryPrice),
    exitPrice: trimDecimal(trade.exitPrice),
    returnPct: roundFigure((Number(trade.factor) - 1) * 100),
    reason: trade.reason,
  };
}

function trimDecimal(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Growth of 1 on fewer and fewer days towards the past, always with the first and the last. */
function toCurve({ own: { total }, holding, cash, ...daily }: SeriesRuns): RecordedBotEvidence["curve"] {
  const kept = new Set(listCurveDays(daily.days));
  return growCurve(daily, { bot: total, buyAndHold: holding, cash }, (day) => kept.has(day));
}

/** Growth of 1 by these returns at the end of each day that is kept, and on the day before the first. */
export function growCurve(
  { firstDay, days }: Pick<SeriesRuns, "firstDay" | "days">,
  returns: Readonly<Record<"bot" | "buyAndHold" | "cash", Float64Array>>,
  isKept: (day: number) => boolean = () => true,
): RecordedBotEvidence["curve"] {
  const curve = [{ date: formatDay(firstDay), bot: 1, buyAndHold: 1, cash: 1 }];
  let [bot, held, saved] = [1, 1, 1];
  days.forEach((day, index) => {
    bot *= 1 + (returns.bot[index] ?? 0);
    held *= 1 + (returns.buyAndHold[index] ?? 0);
    saved *= 1 + (returns.cash[index] ?? 0);
    if (!isKept(day)) return;
    curve.push({
      date: formatDay(day),
      bot: roundFigure(bot),
      buyAndHold: roundFigure(held),
      cash: roundFigure(saved),
    });
  });
  return curve;
}

/** The days of a recorded curve, so that each range of the chart has enough of them. `days` increase. */
export function listCurveDays(days: ArrayLike<number>): number[] {
  const all = Array.from(days);
  const last = all.at(-1) ?? 0;
  const older = all.filter((day) => day <= last - WEEKLY_DAYS);
  const step = Math.ceil(older.length / OLDER_POINTS);
  return all.filter((day, index) => {
    if (day > last - DAILY_DAYS) return true;
    if (day > last - WEEKLY_DAYS) return toWeek(day) !== toWeek(all[index + 1] ?? Infinity);
    return index % step === step - 1;
  });
}

function toWeek(day: number): number {
  return Math.floor((day + FIRST_WEEKDAY) / 7);
}

/** SHA-256 of the names and contents of files, in the order of their names. */
export function hashFiles(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of [...paths].sort((one, other) => (basename(one) < basename(other) ? -1 : 1))) {
    hash
      .update(`${basename(path)}\n`)
      .update(createHash("sha256").update(readFileSync(path)).digest("hex"))
      .update("\n");
  }
  return hash.digest("hex");
}

/**
 * SHA-256 of the sources of the trading code.
 * @throws Error outside a source folder
 */
export function hashTradingSources(): string {
  if (!existsSync(TRADING_SOURCES))
    throw new Error(`--record works in the source folder: ${TRADING_SOURCES} is missing`);
  return hashSources(TRADING_SOURCES);
}

/** SHA-256 of all sources of a folder except tests, with their paths. */
function hashSources(folder: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort();
  for (const name of names)
    hash
      .update(`${name}\n`)
      .update(readFileSync(join(folder, name)))
      .update("\n");
  return hash.digest("hex");
}

/** JSON with one line for each figure, and for each element of a list. */
export function formatDocument(document: object): string {
  const lines = Object.entries(document).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[\n${value.map((each) => `    ${JSON.stringify(each)}`).join(",\n")}\n  ]`
      : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}
