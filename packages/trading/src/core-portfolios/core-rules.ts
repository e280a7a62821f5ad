import type { ClosedMonths, ExplainRule, PartFigure, WeightRule } from "../strategies/allocation-strategy.ts";

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
function readExcess(part: ArrayLike<number>, bills: ArrayLike<number>, count: number): readonly number[] {
  const end = bills.length - SKIPPED_MONTHS;
  if (part.length !== bills.length || end < count) {
    throw new RangeError(
      `${count + SKIPPED_MONTHS} months are needed, ${Math.min(part.length, bills.length)} are there`,
    );
  }
  const excess: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const month = end - count + index;
    excess.push((part[month] as number) - (bills[month] as number));
  }
  return excess;
}

/**
 * Core Basket: each part in proportion to 1 / v, with v the root mean square of its monthly excess returns over 36 months.
 * The weights add up to 1: no leverage, no bills.
 * Source: inverse-volatility weights, the simplest form of risk parity: S. Maillard, T. Roncalli, J. Teïletche, The
 * Properties of Equally Weighted Risk Contribution Portfolios, Journal of Portfolio Management 36 (2010). The volatility is that of
 * three years of monthly excess returns, as in C. Asness, A. Frazzini, L. H. Pedersen, Leverage Aversion and Risk Parity,
 * Financial Analysts Journal 68 (2012); here around 0 and without leverage.
 */
export const weighCoreBasket: WeightRule = (closed) => {
  const inverses = closed.parts.map((_, index) => 1 / measureVolatility(closed, index));
  const sum = inverses.reduce((total, inverse) => total + inverse, 0);
  return inverses.map((inverse) => inverse / sum);
};

/** The root mean square of a part's monthly excess returns over 36 months. */
function measureVolatility({ parts, bills }: ClosedMonths, index: number): number {
  let squares = 0;
  for (const excess of readExcess(parts[index] ?? [], bills, VOLATILITY_MONTHS)) squares += excess * excess;
  if (squares === 0) throw new RangeError(`Part ${index + 1} did not move, so it has no volatility to weigh by`);
  return Math.sqrt(squares / VOLATILITY_MONTHS);
}

/** How much each part moved: the Core Basket holds less of what moved more. */
export const explainCoreBasket: ExplainRule = (closed) =>
  closed.parts.map((_, index) => [
    { kind: "swing", value: measureVolatility(closed, index) * Math.sqrt(12), months: VOLATILITY_MONTHS },
  ]);

/**
 * Core Basket with Trend: the weights of the Core Basket, but a part is held only when it earned more than bills over twelve
 * months: Π(1 + excess return) > 1. Otherwise its weight is in bills.
 * Source: T. Moskowitz, Y. H. Ooi, L. H. Pedersen, Time Series Momentum, Journal of Financial Economics 104 (2012): the sign
 * of the last twelve months' excess return; long only, as M. Faber, A Quantitative Approach to Tactical Asset Allocation,
 * Journal of Wealth Management 9 (2007).
 */
export const weighCoreBasketWithTrend: WeightRule = (closed) =>
  weighCoreBasket(closed).map((weight, index) => weight * holdTrend(closed.parts[index] ?? [], closed.bills));

/** 1 for a part that earned more than bills over twelve months, 0 for another; NaN where a rate of bills is missing. */
export function holdTrend(part: ArrayLike<number>, bills: ArrayLike<number>): number {
  const growth = growTrend(part, bills);
  return Number.isNaN(growth) ? NaN : Number(growth > 1);
}

/** For each part: its growth beside bills, and how much it moved. */
export const explainCoreBasketWithTrend: ExplainRule = (closed) =>
  explainCoreBasket(closed).map((figures, index) => [
    explainTrend(closed.parts[index] ?? [], closed.bills, "trend"),
    ...figures,
  ]);

/** The figure by which `growTrend` decides: what a part earned more than bills, a fraction. */
export function explainTrend(part: ArrayLike<number>, bills: ArrayLike<number>, kind: "trend" | "change"): PartFigure {
  return { kind, value: growTrend(part, bills) - 1, months: TREND_MONTHS };
}

/** The growth of 1 by a part's excess returns of twelve months. */
export function growTrend(part: ArrayLike<number>, bills: ArrayLike<number>): number {
  let growth = 1;
  for (const excess of readExcess(part, bills, TREND_MONTHS)) growth *= 1 + excess;
  return growth;
}

/** Bills: no part is ever held. */
export const weighBills: WeightRule = ({ parts }) => parts.map(() => 0);

/** Equal parts, rebalanced every month: the Core Basket without its weighting. A benchmark, not a bot. */
export const weighEqually: WeightRule = ({ parts }) => parts.map(() => 1 / parts.length);
