import type { BotEvidence, Estimate, EvidenceHeadline, EvidencePeriod } from "@wazi/contracts";
import { formatDay } from "../../lib/format-date.ts";
import { formatInterval, formatSigned, formatYears } from "../../lib/format-statistic.ts";
import * as texts from "../../messages/evidence.ts";

/** The meaning of the verdict for this record, in plain words. */
export function explainVerdict(headline: EvidenceHeadline): string {
  const { verdict, sharpe, years } = headline;
  const time = formatYears(years);
  if (verdict === "benchmark") return texts.verdictBenchmarkText;
  if (sharpe === null) return texts.verdictNoData;
  if (verdict === "not-judged") return texts.verdictNotJudgedText;
  if (verdict === "none") {
    return sharpe.value <= 0 ? texts.verdictNoneCashText({ time }) : texts.verdictNoneLuckText({ time });
  }
  if (verdict === "weak") {
    return texts.verdictWeakText({ time });
  }
  return texts.verdictBothHalvesText({ time });
}

/** The conditions for a better verdict, or the doubts that remain. */
export function explainNext(headline: EvidenceHeadline): string {
  const { verdict, verdictReason, sharpe, yearsMissing, deflatedSharpe } = headline;
  if (verdictReason !== null) return verdictReason;
  if (sharpe === null) return headline.reason ?? "";
  if (verdict === "both-halves") return texts.nextPastResults;
  if (verdict === "weak") {
    return deflatedSharpe !== null && deflatedSharpe < LEAST_DEFLATED ? texts.nextTriesExplain : texts.nextHalfDiffers;
  }
  if (yearsMissing === null) return texts.nextNeverEnough;
  if (yearsMissing === 0) return texts.nextRangeIncludesZero;
  return texts.nextMoreTime({ yearsMissing: formatYears(yearsMissing) });
}

/** "It could not be bought at these costs before 29 Jan 1993." Null when the record starts later. */
export function describeCouldNotBuy({ couldNotBuyBefore }: Pick<EvidenceHeadline, "couldNotBuyBefore">): string | null {
  return couldNotBuyBefore === null ? null : texts.couldNotBuyBefore({ date: formatDay(couldNotBuyBefore) });
}

/** The same limit as in the rule of the verdict. */
const LEAST_DEFLATED = 0.95;

/** Where the range lies, and what that means. */
export function explainRange({ low, high }: Estimate): string {
  if (low > 0) return texts.rangeAboveZero;
  return high < 0 ? texts.rangeBelowZero : texts.rangeIncludesZero;
}

/** "Sharpe ratio 0.21 [−0.17 to 0.58] per year. The range includes 0: luck is enough." */
export function describeSharpe({ sharpe }: Pick<EvidencePeriod, "sharpe">): string {
  return sharpe === null
    ? texts.sharpeMissing
    : texts.sharpeText({ sharpe: formatInterval(sharpe), explainRange: explainRange(sharpe) });
}

function describeSeriesCount(seriesCount: number): string {
  if (seriesCount === 0) return texts.dataNoSeries;
  return seriesCount === 1 ? texts.dataOneSeries : texts.dataManySeries({ seriesCount });
}

/** "4 Jan 1999 to 20 Nov 2026, on 4 price series, after all costs." */
export function describeData({ from, to, seriesCount }: EvidenceHeadline): string {
  return texts.dataDescription({ from: formatDay(from), to: formatDay(to), series: describeSeriesCount(seriesCount) });
}

/** Describes the chart of a backtest in words. */
export function describeCurve({
  botName,
  curve,
  headline,
}: Pick<BotEvidence, "botName" | "curve" | "headline">): string {
  const last = curve.at(-1);
  if (last === undefined) return "";
  const change = (growth: number): string => formatSigned((growth - 1) * 100);
  return texts.curveText({
    from: formatDay(headline.from),
    to: formatDay(headline.to),
    botName,
    botChange: change(last.bot),
    holdChange: change(last.buyAndHold),
    cashChange: change(last.cash),
  });
}

/** Since when the rule has been registered, and what that means. */
export function describeRegistration(registration: BotEvidence["registration"]): string {
  if (registration === null) return texts.registrationNone;
  const { registeredAt, windowOpens } = registration;
  return texts.registrationText({ registeredAt: formatDay(registeredAt), windowOpens: formatDay(windowOpens) });
}
