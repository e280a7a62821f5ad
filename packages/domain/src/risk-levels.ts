import {
  cents,
  divideDown,
  divideUp,
  formatDecimal,
  navAtLeast,
  navAtMost,
  parseDecimal,
  type Cents,
  type Nav,
} from "./money.ts";
import { computeOwnMoney, type Position } from "./position.ts";

/** Hundredths of a per cent: 12.5 % is 1,250. */
export type BasisPoints = bigint & { readonly unit: "basis points" };
export const basisPoints = (value: bigint): BasisPoints => value as BasisPoints;

/** Parses a percentage with at most two places; `formatBasisPoints` writes exactly two. */
export const parseBasisPoints = (text: string): BasisPoints => basisPoints(parseDecimal(text, 2));
export const formatBasisPoints = (value: BasisPoints): string => formatDecimal(value, 2);

/** The allowed values, in hundredths of a per cent of the own money in the position. */
export const stopLossRange = { least: basisPoints(100n), most: basisPoints(9_500n) } as const;
export const takeProfitRange = { least: basisPoints(100n), most: basisPoints(100_000n) } as const;

/** The risk parameters that an investor set for a position; null when not set. */
export interface RiskParameters {
  stopLoss: BasisPoints | null;
  takeProfit: BasisPoints | null;
}

export const noRiskParameters: RiskParameters = { stopLoss: null, takeProfit: null };

/** The exit marks that close a position: at or below `stop`, at or above `take`. */
export interface RiskLevels {
  stop: Nav | null;
  take: Nav | null;
}

const HUNDRED_PERCENT = 10_000n;

/**
 * The exit marks at which the value of a position, before the profit split, is down to own money × (1 − stop-loss) or up
 * to own money × (1 + take-profit). They are exact: the value in whole cents passes the threshold at these marks and not
 * one step before. Null when the parameter is not set or the position has no units.
 */
export function computeRiskLevels(position: Position, risk: RiskParameters): RiskLevels {
  const own = computeOwnMoney(position);
  if (position.units === 0n) return { stop: null, take: null };
  return {
    stop: risk.stopLoss === null ? null : navAtMost(position.units, computeLossThreshold(own, risk.stopLoss)),
    take: risk.takeProfit === null ? null : navAtLeast(position.units, computeGainThreshold(own, risk.takeProfit)),
  };
}

/** The level that an exit mark has reached; the stop when it has reached both. */
export function findReachedLevel(levels: RiskLevels, exitMark: Nav): "stop-loss" | "take-profit" | null {
  if (levels.stop !== null && exitMark <= levels.stop) return "stop-loss";
  if (levels.take !== null && exitMark >= levels.take) return "take-profit";
  return null;
}

/** The highest value in whole cents that is at most own money less the loss. */
function computeLossThreshold(own: Cents, loss: BasisPoints): Cents {
  return cents(divideDown(own * (HUNDRED_PERCENT - loss), HUNDRED_PERCENT));
}

/** The lowest value in whole cents that is at least own money plus the gain. */
function computeGainThreshold(own: Cents, gain: BasisPoints): Cents {
  return cents(divideUp(own * (HUNDRED_PERCENT + gain), HUNDRED_PERCENT));
}
