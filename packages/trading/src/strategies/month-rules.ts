import {
  explainTrend,
  growTrend,
  holdTrend,
  SKIPPED_MONTHS,
  TREND_MONTHS,
  weighEqually,
} from "../core-portfolios/core-rules.ts";
import type { AllocationStrategy, WeightRule } from "./allocation-strategy.ts";

/** A rule of a catalogue bot that decides once a month, with its parameters as they are registered. */
export interface MonthRule extends AllocationStrategy {
  readonly family: string;
  readonly ruleParameters: Readonly<Record<string, number>>;
}

const AVERAGE_MONTHS = 10;

/** Equal parts of the nav for all instruments; those that a rule does not hold leave their part in bills. */
const holdWhere =
  (choose: (part: ArrayLike<number>, bills: ArrayLike<number>) => number): WeightRule =>
  ({ parts, bills }) =>
    parts.map((part) => choose(part, bills) / parts.length);

/**
 * Twelve-month momentum, long only: holds an instrument whose total return over twelve months was more than that of bills.
 * Source: T. Moskowitz, Y. H. Ooi, L. H. Pedersen, Time Series Momentum, Journal of Financial Economics 104 (2012): the sign of the
 * last twelve months' excess return, held for a month. Differences: it does not sell short, as G. Antonacci, Absolute Momentum
 * (2013), and its size does not follow volatility.
 */
export const twelveMonthMomentum: MonthRule = {
  name: "twelve-month-momentum",
  family: "Momentum",
  description:
    "Holds what earned more than Treasury bills over twelve months, dividends included, and stays in cash otherwise. Decides at the close of the month's last market day.",
  parameters: {},
  ruleParameters: { trendMonths: TREND_MONTHS, skippedMonths: SKIPPED_MONTHS },
  months: TREND_MONTHS + SKIPPED_MONTHS,
  weigh: holdWhere(holdTrend),
  explain: ({ parts, bills }) => parts.map((part) => [explainTrend(part, bills, "trend")]),
};

/**
 * Ten-month average: holds an instrument whose value, with dividends, is above the mean of its last ten months, and bills otherwise.
 * Source: M. Faber, A Quantitative Approach to Tactical Asset Allocation, Journal of Wealth Management 9 (2007), whose series
 * are total returns.
 */
export const tenMonthAverage: MonthRule = {
  name: "ten-month-average",
  family: "Swing-Trading",
  description:
    "Holds an index fund while its value is above the average of ten months, and stays in cash below it. Decides at the close of the month's last market day.",
  parameters: {},
  ruleParameters: { averageMonths: AVERAGE_MONTHS, skippedMonths: SKIPPED_MONTHS },
  // Ten month ends have nine returns between them.
  months: AVERAGE_MONTHS - 1 + SKIPPED_MONTHS,
  weigh: holdWhere((part) => {
    const { level, mean } = measureAverage(part);
    return level > mean ? 1 : 0;
  }),
  explain: ({ parts }) =>
    parts.map((part) => {
      const { level, mean } = measureAverage(part);
      return [{ kind: "average", value: level / mean - 1, months: AVERAGE_MONTHS }];
    }),
};

/**
 * The value of a part at the end of ten months, 1 at their start, and its mean.
 * @throws RangeError with too few months
 */
function measureAverage(part: ArrayLike<number>): { readonly level: number; readonly mean: number } {
  const end = part.length - SKIPPED_MONTHS;
  const start = end - (AVERAGE_MONTHS - 1);
  if (start < 0) throw new RangeError(`${AVERAGE_MONTHS} months are needed, ${part.length} returns are there`);
  let [level, sum] = [1, 1];
  for (let month = start; month < end; month += 1) {
    level *= 1 + (part[month] as number);
    sum += level;
  }
  return { level, mean: sum / AVERAGE_MONTHS };
}

/**
 * Buys and holds, with dividends: all markets together earn what their payments and growth are, and a holder pays the least.
 * Source: W. F. Sharpe, The Arithmetic of Active Management, Financial Analysts Journal 47 (1991).
 */
export const holdFund: MonthRule = {
  name: "hold-fund",
  family: "Dividend-Capture",
  description: "Holds a broad fund of shares that pay dividends, at all times. It does not try to time ex-dates.",
  parameters: {},
  ruleParameters: {},
  months: 0,
  weigh: weighEqually,
};

/**
 * Twelve-month trend of currencies in dollars, both ways: long in a currency that rose against the dollar over twelve months, short
 * in one that fell, in equal parts. A pair that is quoted the other way round gives the same position.
 * Source: L. Menkhoff, L. Sarno, M. Schmeling, A. Schrimpf, Currency Momentum Strategies, Journal of Financial Economics 106
 * (2012), for changes of exchange rates; the sign of each alone, as Moskowitz, Ooi and Pedersen (2012).
 */
export const currencyTrend: MonthRule = {
  name: "currency-trend",
  family: "Trend-Following",
  description:
    "Buys major currencies that rose against the dollar over twelve months, and sells short those that fell, in equal parts. Decides at the close of the month's last market day.",
  parameters: {},
  ruleParameters: { trendMonths: TREND_MONTHS, skippedMonths: SKIPPED_MONTHS },
  months: TREND_MONTHS + SKIPPED_MONTHS,
  weigh: holdWhere((part) => Math.sign(growTrend(part, new Float64Array(part.length)) - 1)),
  explain: ({ parts }) => parts.map((part) => [explainTrend(part, new Float64Array(part.length), "change")]),
};

/** The rules of catalogue bots that decide once a month, in the order of docs/explanation/strategies.md. */
export const monthRules: readonly MonthRule[] = [twelveMonthMomentum, tenMonthAverage, holdFund, currencyTrend];
