import type { BotEvidence, Estimate, EvidenceHeadline, EvidencePeriod } from "@wazi/contracts";
import { formatDay } from "../../lib/format-date.ts";
import { formatInterval, formatSigned, formatYears } from "../../lib/format-statistic.ts";
import * as texts from "../../messages/evidence.ts";

/** The meaning of the verdict for this record, in plain words. */
export function explainVerdict(headline: EvidenceHeadline): string {
  const { verdict, sharpe, years } = headline;
  const time = formatYears(years);
  if (sharpe === null) return texts.thereTooLittleDataTo;
  if (verdict === "none") {
    return sharpe.value <= 0 ? texts.overTimeRealPricesCash({ time }) : texts.overTimeRealPricesLuck({ time });
  }
  if (verdict === "weak") {
    return texts.overTimeRealPricesThis({ time });
  }
  return texts.overTimeRealPricesAnd({ time });
}

/** The conditions for a better verdict, or the doubts that remain. */
export function explainNext(headline: EvidenceHeadline): string {
  const { verdict, sharpe, yearsMissing, deflatedSharpe } = headline;
  if (sharpe === null) return headline.reason ?? "";
  if (verdict === "both-halves") return texts.pastResultsDoNotPredict;
  if (verdict === "weak") {
    return deflatedSharpe !== null && deflatedSharpe < LEAST_DEFLATED
      ? texts.theNumberSettingsThatTried
      : texts.oneTwoHalvesDoesNot;
  }
  if (yearsMissing === null) return texts.noLengthRecordWouldShow;
  if (yearsMissing === 0) return texts.theRecordLongEnoughBut;
  return texts.toTellSameResultsWould({ yearsMissing: formatYears(yearsMissing) });
}

/** The same limit as in the rule of the verdict. */
const LEAST_DEFLATED = 0.95;

/** Where the range lies, and what that means. */
export function explainRange({ low, high }: Estimate): string {
  if (low > 0) return texts.theWholeRangeAbove0;
  return high < 0 ? texts.theWholeRangeBelow0 : texts.theRangeIncludes0Luck;
}

/** "Sharpe ratio 0.21 [−0.17 to 0.58] per year. The range includes 0: luck is enough." */
export function describeSharpe({ sharpe }: Pick<EvidencePeriod, "sharpe">): string {
  return sharpe === null
    ? texts.sharpeRatioNotKnown
    : texts.sharpeRatioSharpePerYear({ sharpe: formatInterval(sharpe), explainRange: explainRange(sharpe) });
}

/** "4 Jan 1999 to 20 Nov 2026, on 4 price series, after all costs." */
export function describeData({ from, to, seriesCount }: EvidenceHeadline): string {
  const series = seriesCount === 1 ? texts.n1PriceSeries : texts.seriesCountPriceSeries({ seriesCount });
  return texts.fromToToOnSeries({ from: formatDay(from), to: formatDay(to), series });
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
    `${texts.backtestOnRealPricesFrom({ from: formatDay(headline.from), to: formatDay(headline.to), botName, change: change(last.bot) })} ` +
    texts.buyAndHoldChangeCash({ change: change(last.buyAndHold), change2: change(last.cash) })
  );
}

/** Since when the rule has been registered, and what that means. */
export function describeRegistration(registration: BotEvidence["registration"]): string {
  if (registration === null) return texts.theRuleAndItsSettings;
  const { registeredAt, windowOpens } = registration;
  return (
    `${texts.thisInstallationRegisteredRuleAnd({ registeredAt: formatDay(registeredAt) })} ` +
    texts.windowOpensOnCountAsOut({ windowOpens: formatDay(windowOpens) })
  );
}
