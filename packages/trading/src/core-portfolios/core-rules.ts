import type { WeightRule } from "../strategies/allocation-strategy.ts";

/**
 * The newest month is left out: prices are means of the month's days, whose returns continue into the next month. A rule
 * that used it would know a part of the future.
 */
export const SKIPPED_MONTHS = 1;
export const VOLATILITY_MONTHS = 36;
export const TREND_MONTHS = 12;
/** The months that a rule needs before its first decision. */
export const RULE_MONTHS = VOLATILITY_MONTHS + SKIPPED_MONTHS;

/** The excess returns over bills of the last `count` months that a rule may use. */
function readExcess(part: ArrayLike<number>, bills: ArrayLike<number>, count: number): Float64Array {
  const end = bills.length - SKIPPED_MONTHS;
  if (part.length !== bills.length || end < count) {
    throw new RangeError(
      `${count + SKIPPED_MONTHS} months are needed, ${Math.min(part.length, bills.length)} are there`,
    );
  }
  return Float64Array.from({ length: count }, (_, index) => {
    const month = end - count + index;
    return (part[month] as number) - (bills[month] as number);
  });
}

/**
 * Core Basket: each part in proportion to 1 / v, with v the root mean square of its monthly excess returns over 36 months.
 * The weights add up to 1: no leverage, no bills.
 * Source: inverse-volatility weights, the simplest form of risk parity: S. Maillard, T. Roncalli, J. Teïletche, The
 * Properties of Equally Weighted Risk Contribution Portfolios, Journal of Portfolio Management 36 (2010). The volatility is that of
 * three years of monthly excess returns, as in C. Asness, A. Frazzini, L. H. Pedersen, Leverage Aversion and Risk Parity,
 * Financial Analysts Journal 68 (2012); here around 0 and without leverage.
 */
export const weighCoreBasket: WeightRule = ({ parts, bills }) => {
  const inverses = parts.map((part, index) => {
    let squares = 0;
    for (const excess of readExcess(part, bills, VOLATILITY_MONTHS)) squares += excess * excess;
    if (!(squares > 0)) throw new RangeError(`Part ${index + 1} did not move, so it has no volatility to weigh by`);
    return 1 / Math.sqrt(squares / VOLATILITY_MONTHS);
  });
  const sum = inverses.reduce((total, inverse) => total + inverse, 0);
  return inverses.map((inverse) => inverse / sum);
};

/**
 * Core Basket with Trend: the weights of the Core Basket, but a part is held only when it earned more than bills over twelve
 * months: Π(1 + excess return) > 1. Otherwise its weight is in bills.
 * Source: T. Moskowitz, Y. H. Ooi, L. H. Pedersen, Time Series Momentum, Journal of Financial Economics 104 (2012): the sign
 * of the last twelve months' excess return; long only, as M. Faber, A Quantitative Approach to Tactical Asset Allocation,
 * Journal of Wealth Management 9 (2007).
 */
export const weighCoreBasketWithTrend: WeightRule = (closed) =>
  weighCoreBasket(closed).map((weight, index) => {
    let growth = 1;
    for (const excess of readExcess(closed.parts[index] ?? [], closed.bills, TREND_MONTHS)) growth *= 1 + excess;
    return growth > 1 ? weight : 0;
  });

/** Bills: no part is ever held. */
export const weighBills: WeightRule = ({ parts }) => parts.map(() => 0);

/** Equal parts, rebalanced every month: the Core Basket without its weighting. A benchmark, not a bot. */
export const weighEqually: WeightRule = ({ parts }) => parts.map(() => 1 / parts.length);
