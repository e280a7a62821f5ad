import type { BotEvidence, Estimate, EvidenceHeadline, EvidencePeriod } from "@wazi/contracts";
import { formatDay } from "../../lib/format-date.ts";
import { formatInterval, formatSigned, formatYears } from "../../lib/format-statistic.ts";

/** What the verdict means for this record, in plain words. */
export function explainVerdict(headline: EvidenceHeadline): string {
  const { verdict, sharpe, years } = headline;
  const time = formatYears(years);
  if (sharpe === null) return "There is too little data to judge this bot.";
  if (verdict === "none") {
    return sharpe.value <= 0
      ? `Over ${time} of real prices, cash earned at least as much as this bot.`
      : `Over ${time} of real prices, luck alone explains what this bot earned.`;
  }
  if (verdict === "weak") {
    return `Over ${time} of real prices, this bot did better than luck alone explains. Doubt remains.`;
  }
  return `Over ${time} of real prices, and in each half alone, this bot did better than luck explains.`;
}

/** What would have to happen, or what still speaks against the record. */
export function explainNext(headline: EvidenceHeadline): string {
  const { verdict, sharpe, yearsMissing, deflatedSharpe } = headline;
  if (sharpe === null) return headline.reason ?? "";
  if (verdict === "both-halves") return "Past results do not predict future ones.";
  if (verdict === "weak") {
    return deflatedSharpe !== null && deflatedSharpe < LEAST_DEFLATED
      ? "The number of settings that were tried can explain it."
      : "One of the two halves does not show it.";
  }
  if (yearsMissing === null) return "No length of record would show an edge with such results.";
  if (yearsMissing === 0) return "The record is long enough, but its range still includes 0.";
  return `To tell, the same results would have to go on for about ${formatYears(yearsMissing)} more.`;
}

/** The same limit as in the rule of the verdict. */
const LEAST_DEFLATED = 0.95;

/** Where the range lies, and what that means. */
export function explainRange({ low, high }: Estimate): string {
  if (low > 0) return "The whole range is above 0.";
  return high < 0 ? "The whole range is below 0: cash was better." : "The range includes 0: luck is enough.";
}

/** "Sharpe ratio 0.21 [−0.17 to 0.58] per year. The range includes 0: luck is enough." */
export function describeSharpe({ sharpe }: Pick<EvidencePeriod, "sharpe">): string {
  return sharpe === null
    ? "Sharpe ratio not known."
    : `Sharpe ratio ${formatInterval(sharpe)} per year. ${explainRange(sharpe)}`;
}

/** "4 Jan 1999 to 20 Nov 2026, on 4 price series, after all costs." */
export function describeData({ from, to, seriesCount }: EvidenceHeadline): string {
  const series = seriesCount === 1 ? "1 price series" : `${seriesCount} price series`;
  return `${formatDay(from)} to ${formatDay(to)}, on ${series}, after all costs.`;
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
  return (
    `Backtest on real prices, ${formatDay(headline.from)} to ${formatDay(headline.to)}, after costs: ${botName} ${change(last.bot)}, ` +
    `buy and hold ${change(last.buyAndHold)}, cash ${change(last.cash)}.`
  );
}

/** Since when the rule has been registered, and what that means. */
export function describeRegistration(registration: BotEvidence["registration"]): string {
  if (registration === null) return "The rule and its settings are not registered here.";
  const { registeredAt, windowOpens } = registration;
  return (
    `This installation registered the rule and its settings on ${formatDay(registeredAt)}. Only results from ` +
    `${formatDay(windowOpens)} on count as out of sample. This backtest does not.`
  );
}
