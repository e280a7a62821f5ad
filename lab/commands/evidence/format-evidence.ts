import { type EvidenceHeadline, type EvidencePeriod, type MonthlyExcess, type SeriesEvidence } from "@wazi/contracts";
import {
  formatDay,
  formatMonth,
  computeYearlyReturns,
  type Estimate,
  type GivenVerdict,
  listMonthlyExcess,
  type PeriodFigures,
  type RecordComparison,
  type ReturnRecord,
  toOwnRecord,
  type WholeBot,
} from "@wazi/trading";
import type { JudgedBot } from "./judge-bots.ts";
import type { SeriesResult } from "./judge-series.ts";
import type { UnjudgedSeries } from "./load-series.ts";

const PLACES = 4;

/** Rounds a figure to four decimals. */
export function roundFigure(value: number): number {
  const rounded = Number(value.toFixed(PLACES));
  return rounded === 0 ? 0 : rounded;
}

export function roundOptional(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : roundFigure(value);
}

export function toEstimate(estimate: Estimate | null): EvidencePeriod["sharpe"] {
  if (estimate === null) return null;
  return { value: roundFigure(estimate.value), low: roundFigure(estimate.low), high: roundFigure(estimate.high) };
}

export function toPeriod({ fromDay, toDay, years, ...figures }: PeriodFigures): EvidencePeriod {
  return {
    from: formatDay(fromDay),
    to: formatDay(toDay),
    years: roundFigure(years),
    sharpe: toEstimate(figures.sharpe),
    sharpeBeforeCash: toEstimate(figures.sharpeBeforeCash),
    excessReturnPct: toEstimate(figures.excessReturnPct),
    maxDrawdownPct: toEstimate(figures.maxDrawdownPct),
  };
}

type RecordedFigures = Omit<SeriesEvidence, "series" | "symbol" | "interval" | "verdict">;

/** The figures of one series in the form of the API. `cashNote` says why cash counts as 0, if it does. */
export function toSeriesFigures(
  { measured, couldNotBuyBefore }: Pick<SeriesResult, "measured" | "couldNotBuyBefore">,
  cashNote: string | null,
): RecordedFigures {
  return {
    ...toPeriod(measured),
    seriesCount: 1,
    bars: measured.bars,
    trades: measured.trades,
    winRatePct: roundOptional(measured.winRatePct),
    returnPct: roundOptional(measured.returnPct),
    costsPct: roundOptional(measured.costsPct),
    probabilisticSharpe: roundOptional(measured.probabilisticSharpe),
    deflatedSharpe: null,
    overfittingProbability: null,
    yearsNeeded: roundOptional(measured.yearsNeeded),
    yearsMissing: roundOptional(measured.yearsMissing),
    reason: [measured.reason, cashNote].filter((each) => each !== null).join(" ") || null,
    couldNotBuyBefore,
  };
}

/** The record of a bot as it trades, with its verdict, in the form of the API. */
export function toHeadline(
  { measured, details, runs, comparison, couldNotBuyBefore }: WholeBot,
  given: GivenVerdict,
  cashNote: string | null,
): EvidenceHeadline {
  return {
    ...toSeriesFigures({ measured, couldNotBuyBefore }, cashNote),
    seriesCount: runs.names.length,
    deflatedSharpe: roundOptional(given.deflatedSharpe),
    overfittingProbability: roundOptional(details.overfitting?.probability ?? null),
    verdict: given.verdict,
    verdictReason: given.reason,
    sharpeBasis: "returns",
    pValue: roundOptional(given.correctedPValue),
    difference: comparison && roundFigure(comparison.difference),
    alpha: comparison && toAlpha(comparison),
    // Only records on monthly prices have what is kept after the share, fund costs and taxes.
    money: null,
  };
}

/** The return of a record over bills in each whole month. */
export function toMonthlyExcess(record: ReturnRecord): MonthlyExcess {
  const { firstMonth, returns, isOfMonthlyMeans } = listMonthlyExcess(record);
  return {
    from: formatMonth(firstMonth),
    logReturnsPct: Array.from(returns, (each) => roundFigure(each * 100)),
    isOfMonthlyMeans,
  };
}

export function toAlpha({ alpha, beta }: RecordComparison): NonNullable<EvidenceHeadline["alpha"]> {
  const { value, low, high } = alpha;
  return { value: roundFigure(value), low: roundFigure(low), high: roundFigure(high), beta: roundFigure(beta) };
}

/** The entry of a bot on one series in the command's JSON array. */
export function toJsonEntry(bot: string, result: SeriesResult, cashNote: string | null): object {
  const figures = toSeriesFigures(result, cashNote);
  const { from, to, bars, trades, sharpe, excessReturnPct, maxDrawdownPct, reason, couldNotBuyBefore } = figures;
  return {
    bot,
    scope: "series",
    series: result.file.name,
    from,
    to,
    bars,
    trades,
    sharpe,
    excessReturnPct: excessReturnPct?.value ?? null,
    maxDrawdownPct: maxDrawdownPct?.value ?? null,
    // Only a bot as it trades has these.
    deflatedSharpe: null,
    overfittingProbability: null,
    yearsNeeded: figures.yearsNeeded,
    yearsMissing: figures.yearsMissing,
    costsPct: figures.costsPct,
    couldNotBuyBefore,
    ...(reason === null ? {} : { reason }),
  };
}

/** The entry of a series that was refused, or that lacks data: no figures. */
export function toUnjudgedEntry({ botName, file, reason }: UnjudgedSeries): object {
  return { bot: botName, scope: "series", series: file.name, reason };
}

/** The entry of a bot as a whole. Excess, difference and alpha are in points a year. */
export function toWholeEntry({ bot, whole, given }: JudgedBot, cashNote: string | null): object {
  const headline = whole && toHeadline(whole, given, cashNote);
  const yearly = whole === null ? [] : [...computeYearlyReturns(toOwnRecord(whole.runs))];
  return {
    bot: bot.name,
    scope: "whole",
    verdict: given.verdict,
    yearly: Object.fromEntries(yearly.map(([year, pct]) => [String(year), roundFigure(pct)])),
    sharpe: headline?.sharpe ?? null,
    excess: headline?.excessReturnPct?.value ?? null,
    difference: headline?.difference ?? null,
    alpha: headline?.alpha ?? null,
    keeps: [],
    ...toVerdictFigures(given),
    ...(whole && headline && toWholeFigures(whole, headline)),
  };
}

function toWholeFigures({ runs }: WholeBot, headline: EvidenceHeadline): object {
  const { from, to, trades, overfittingProbability, couldNotBuyBefore, reason } = headline;
  return {
    overfittingProbability,
    from,
    to,
    trades,
    instruments: runs.composition.symbols,
    compositions: runs.compositions.map(toComposition),
    couldNotBuyBefore,
    ...(reason === null ? {} : { reason }),
  };
}

export function toComposition({ fromDay, toDay, symbols }: WholeBot["runs"]["composition"]) {
  return { from: formatDay(fromDay), to: formatDay(toDay), symbols: [...symbols] };
}

/** The figures behind a verdict. */
export function toVerdictFigures(given: GivenVerdict): object {
  return {
    verdictReason: given.reason,
    pValue: roundOptional(given.pValue),
    correctedPValue: roundOptional(given.correctedPValue),
    halfPValues: given.halfPValues.map(roundOptional),
    deflatedSharpe: roundOptional(given.deflatedSharpe),
  };
}

const VERDICT_WORDS: Readonly<Record<EvidenceHeadline["verdict"], string>> = {
  none: "No evidence of more than bills",
  weak: "Weak evidence",
  "both-halves": "Evidence in both halves",
  benchmark: "Benchmark",
  "not-judged": "Not judged",
};

/** A verdict in words, with its reason. */
export function formatVerdict({ verdict, reason }: Pick<GivenVerdict, "verdict" | "reason">): string {
  return reason === null ? VERDICT_WORDS[verdict] : `${VERDICT_WORDS[verdict]}: ${reason}`;
}

const COLUMNS = [
  "bot",
  "series",
  "from",
  "to",
  "trades",
  "Sharpe [95 %]",
  "before cash",
  "over cash %/y [95 %]",
  "deepest fall %",
  "years missing",
  "costs %/y",
  "could not be bought before",
] as const;

/** A record as a row of a table. */
export interface TableRow {
  readonly bot: string;
  readonly series: string;
  readonly figures: RecordedFigures;
  /** Only of a bot as it trades. */
  readonly verdict?: string;
}

/** A Markdown table with one row for each record. */
export function formatTable(rows: readonly TableRow[]): string {
  const cells = rows.map(({ bot, series, figures, verdict }) => [
    bot,
    series,
    figures.from,
    figures.to,
    String(figures.trades),
    formatEstimate(figures.sharpe),
    formatNumber(figures.sharpeBeforeCash?.value ?? null, 2),
    formatEstimate(figures.excessReturnPct),
    formatNumber(figures.maxDrawdownPct?.value ?? null, 1),
    formatNumber(figures.yearsMissing, 1),
    formatNumber(figures.costsPct, 2),
    figures.couldNotBuyBefore ?? "–",
    ...(verdict === undefined ? [] : [verdict]),
  ]);
  const columns = rows.some(({ verdict }) => verdict !== undefined) ? [...COLUMNS, "verdict"] : COLUMNS;
  return [columns, columns.map(() => "---"), ...cells].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

export function formatEstimate(estimate: Estimate | null): string {
  if (estimate === null) return "–";
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((each) => formatNumber(each, 2));
  return `${value} [${low}, ${high}]`;
}

export function formatNumber(value: number | null, places: number): string {
  return value === null ? "–" : value.toFixed(places).replace("-", "−");
}
