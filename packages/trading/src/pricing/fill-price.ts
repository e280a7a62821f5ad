import { divideDown, divideUp, formatScaled, SCALE, toScaled } from "./scaled-decimal.ts";
import type { TradingCosts } from "./trading-costs.ts";

/** The side of a trade: `buy` gains when the price rises, `sell` gains when it falls. */
export type Side = "buy" | "sell";

/**
 * The entry price of a trade at a mid price: worse by half the spread and the slippage, rounded against the trader to 12
 * places. A decimal string.
 */
export function computeEntryPrice(side: Side, midPrice: number | string, costs: TradingCosts): string {
  return side === "buy" ? computeAskPrice(midPrice, costs) : computeBidPrice(midPrice, costs);
}

/** The closing price of a trade at a mid price, with the same costs and rounding as `computeEntryPrice`. */
export function computeExitPrice(side: Side, midPrice: number | string, costs: TradingCosts): string {
  return side === "buy" ? computeBidPrice(midPrice, costs) : computeAskPrice(midPrice, costs);
}

function computeAskPrice(midPrice: number | string, costs: TradingCosts): string {
  return formatScaled(divideUp(toScaled(midPrice) * (SCALE + sumPriceCosts(costs)), SCALE));
}

function computeBidPrice(midPrice: number | string, costs: TradingCosts): string {
  return formatScaled(divideDown(toScaled(midPrice) * (SCALE - sumPriceCosts(costs)), SCALE));
}

function sumPriceCosts(costs: TradingCosts): bigint {
  const known = priceCosts.get(costs);
  if (known !== undefined) return known;
  const sum = toScaled(costs.halfSpread) + toScaled(costs.slippage);
  priceCosts.set(costs, sum);
  return sum;
}

/** The sums of costs that were asked for: costs never change, and all fills in a symbol have the same. */
const priceCosts = new WeakMap<TradingCosts, bigint>();
