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
import { ownMoneyOf, type Position } from "./position.ts";

/** Hundredths of a per cent: 12.5 % is 1,250. */
export type BasisPoints = bigint & { readonly unit: "basis points" };
export const basisPoints = (value: bigint): BasisPoints => value as BasisPoints;

/** A per cent figure of at most two places, and back with exactly two. */
export const parseBasisPoints = (text: string): BasisPoints => basisPoints(parseDecimal(text, 2));
export const formatBasisPoints = (value: BasisPoints): string => formatDecimal(value, 2);

/** What an investor may ask for, in hundredths of a per cent of their own money in the position. */
export const stopLossRange = { least: basisPoints(100n), most: basisPoints(9_500n) } as const;
export const takeProfitRange = { least: basisPoints(100n), most: basisPoints(100_000n) } as const;

/** An investor's own risk parameters of a position; null where none was given. */
export interface RiskParameters {
  stopLoss: BasisPoints | null;
  takeProfit: BasisPoints | null;
}

export const noRiskParameters: RiskParameters = { stopLoss: null, takeProfit: null };

/** The exit marks at which a position closes: at `stop` and below, at `take` and above. */
export interface RiskLevels {
  stop: Nav | null;
  take: Nav | null;
}

const WHOLE = 10_000n;

/**
 * The exit marks at which the value of a position, before the split, has fallen to own money × (1 − stop-loss) or has
 * risen to own money × (1 + take-profit). Exact: a value in whole cents is on the far side of the threshold at these
 * marks and on the near side one step before. Null where the parameter is not given or nothing is held.
 */
export function riskLevelsOf(position: Position, risk: RiskParameters): RiskLevels {
  const own = ownMoneyOf(position);
  if (position.units === 0n) return { stop: null, take: null };
  return {
    stop: risk.stopLoss === null ? null : navAtMost(position.units, lossThreshold(own, risk.stopLoss)),
    take: risk.takeProfit === null ? null : navAtLeast(position.units, gainThreshold(own, risk.takeProfit)),
  };
}

/** Which of the levels an exit mark has reached; the stop where it were both. */
export function levelHit(levels: RiskLevels, exitMark: Nav): "stop-loss" | "take-profit" | null {
  if (levels.stop !== null && exitMark <= levels.stop) return "stop-loss";
  if (levels.take !== null && exitMark >= levels.take) return "take-profit";
  return null;
}

/** The highest value, in whole cents, that is at or below own money less the loss. */
function lossThreshold(own: Cents, loss: BasisPoints): Cents {
  return cents(divideDown(own * (WHOLE - loss), WHOLE));
}

/** The lowest value, in whole cents, that is at or above own money and the gain. */
function gainThreshold(own: Cents, gain: BasisPoints): Cents {
  return cents(divideUp(own * (WHOLE + gain), WHOLE));
}
