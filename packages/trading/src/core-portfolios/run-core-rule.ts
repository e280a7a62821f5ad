import type { WeightRule } from "../strategies/allocation-strategy.ts";
import type { MarketWindow } from "./part-returns.ts";

/** Costs of a trade, as a fraction of the value that is bought or sold: spread, slippage and commission of a liquid fund. */
const COST = 0.001;
/** Rounding may take a sum of weights this far above 1. */
const WEIGHT_TOLERANCE = 1e-9;

/** A core portfolio, month by month. Fractions. */
export interface CoreRun {
  /** Months since year 0 (see `MonthlyColumns`). */
  readonly firstMonth: number;
  /** After the costs of trades. */
  readonly total: Float64Array;
  readonly bills: Float64Array;
  /** `weights[p]` are the target weights of part p at the start of each month. The rest is in bills. */
  readonly weights: readonly Float64Array[];
  /** Dividends in the month's return, by the nav at its start. */
  readonly dividends: Float64Array;
  /** The costs of the month's trades, by the nav at its start. */
  readonly costs: Float64Array;
  /** Purchases and sales in all months. */
  readonly trades: number;
}

/**
 * Runs a rule from a month of a window to its end. In each month it holds what it decided at the end of the month before:
 * weights of closed months only. Each rebalancing costs 0.1 % of what is traded, Σ|new − drifted weight|; the first purchase
 * included, bills not. Funds are paid in full, so there is no financing.
 * @throws RangeError when the rule borrows or sells short, or has too few months before `from`
 */
export function runCoreRule(rule: WeightRule, window: MarketWindow, from: number): CoreRun {
  const start = from - window.firstMonth;
  const count = window.bills.length - start;
  if (start < 0 || count <= 0) throw new RangeError("The window has no month at the start of the record");
  const [total, dividends, costs] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const weights = window.parts.map(() => new Float64Array(count));
  const shares = window.names.indexOf("shares");
  let drifted = window.parts.map(() => 0);
  let trades = 0;
  for (let month = 0; month < count; month += 1) {
    const now = start + month;
    const target = rule({
      parts: window.parts.map((part) => part.subarray(0, now)),
      bills: window.bills.subarray(0, now),
    });
    const idle = computeIdle(target);
    let [traded, gross] = [0, idle * (window.bills[now] as number)];
    target.forEach((weight, part) => {
      const change = Math.abs(weight - (drifted[part] ?? 0));
      traded += change;
      if (change > 0) trades += 1;
      gross += weight * (window.parts[part]?.[now] as number);
      (weights[part] as Float64Array)[month] = weight;
    });
    costs[month] = COST * traded;
    total[month] = gross - COST * traded;
    dividends[month] = (target[shares] ?? 0) * (window.dividends[now] as number);
    drifted = target.map((weight, part) => (weight * (1 + (window.parts[part]?.[now] as number))) / (1 + gross));
  }
  return { firstMonth: from, total, bills: window.bills.slice(start), weights, dividends, costs, trades };
}

/** The weight of bills. */
function computeIdle(target: readonly number[]): number {
  const sum = target.reduce((all, weight) => all + weight, 0);
  if (!target.every((weight) => weight >= 0) || !(sum <= 1 + WEIGHT_TOLERANCE)) {
    throw new RangeError(`Weights of ${target.join(", ")}: core portfolios neither borrow nor sell short`);
  }
  return Math.max(0, 1 - sum);
}
