import { DAY_MS, type EvidenceHeadline, type EvidencePeriod } from "@wazi/contracts";
import type { Estimate, JudgedRecord, PeriodFigures } from "@wazi/trading";
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

export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function toEstimate(estimate: Estimate | null): EvidencePeriod["sharpe"] {
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

/** The judged record in the form of the API. `cashNote` says why cash counts as 0, if it does. */
export function toHeadline(judged: JudgedRecord, seriesCount: number, cashNote: string | null): EvidenceHeadline {
  return {
    ...toPeriod(judged),
    verdict: judged.verdict,
    seriesCount,
    bars: judged.bars,
    trades: judged.trades,
    winRatePct: roundOptional(judged.winRatePct),
    returnPct: roundOptional(judged.returnPct),
    costsPct: roundOptional(judged.costsPct),
    probabilisticSharpe: roundOptional(judged.probabilisticSharpe),
    deflatedSharpe: roundOptional(judged.deflatedSharpe),
    overfittingProbability: roundOptional(judged.overfitting?.probability ?? null),
    yearsNeeded: roundOptional(judged.yearsNeeded),
    yearsMissing: roundOptional(judged.yearsMissing),
    reason: [judged.reason, cashNote].filter((each) => each !== null).join(" ") || null,
  };
}

/** One entry of the command's JSON array. */
export function toJsonEntry(bot: string, { file, judged }: SeriesResult, cashNote: string | null): object {
  const headline = toHeadline(judged, 1, cashNote);
  const { from, to, bars, trades, sharpe, excessReturnPct, maxDrawdownPct, reason } = headline;
  return {
    bot,
    scope: "series",
    series: file.name,
    from,
    to,
    bars,
    trades,
    sharpe,
    excessReturnPct: excessReturnPct?.value ?? null,
    maxDrawdownPct: maxDrawdownPct?.value ?? null,
    deflatedSharpe: headline.deflatedSharpe,
    overfittingProbability: headline.overfittingProbability,
    yearsNeeded: headline.yearsNeeded,
    yearsMissing: headline.yearsMissing,
    costsPct: headline.costsPct,
    ...(reason === null ? {} : { reason }),
  };
}

/** The entry of a series that was refused, or that lacks data: no figures. */
export function toUnjudgedEntry({ botName, file, reason }: UnjudgedSeries): object {
  return { bot: botName, scope: "series", series: file.name, reason };
}

const VERDICT_WORDS: Readonly<Record<EvidenceHeadline["verdict"], string>> = {
  none: "No evidence of an edge",
  weak: "Weak evidence",
  "both-halves": "Evidence in both halves",
};

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
  "DSR",
  "PBO",
  "years missing",
  "costs %/y",
  "verdict",
] as const;

/** A Markdown table with one row for each record. */
export function formatTable(rows: readonly { bot: string; series: string; headline: EvidenceHeadline }[]): string {
  const cells = rows.map(({ bot, series, headline }) => [
    bot,
    series,
    headline.from,
    headline.to,
    String(headline.trades),
    formatEstimate(headline.sharpe),
    formatNumber(headline.sharpeBeforeCash?.value ?? null, 2),
    formatEstimate(headline.excessReturnPct),
    formatNumber(headline.maxDrawdownPct?.value ?? null, 1),
    formatNumber(headline.deflatedSharpe, 2),
    formatNumber(headline.overfittingProbability, 2),
    formatNumber(headline.yearsMissing, 1),
    formatNumber(headline.costsPct, 2),
    VERDICT_WORDS[headline.verdict],
  ]);
  return [COLUMNS, COLUMNS.map(() => "---"), ...cells].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

export function formatEstimate(estimate: Estimate | null): string {
  if (estimate === null) return "–";
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((each) => formatNumber(each, 2));
  return `${value} [${low}, ${high}]`;
}

export function formatNumber(value: number | null, places: number): string {
  return value === null ? "–" : value.toFixed(places).replace("-", "−");
}
