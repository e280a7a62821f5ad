import { divideDown, divideUp, formatScaled, SCALE, toScaled } from "./scaled-decimal.ts";
import type { TradingCosts } from "./trading-costs.ts";

/** The side of a trade: `buy` gains when the price rises, `sell` when it falls. */
export type Side = "buy" | "sell";

/**
 * The price at which a trade of this side is entered when the mid price is `midPrice`: half the spread and the
 * slippage worse, to 12 places, rounded against the trader. A decimal string.
 */
export function computeEntryPrice(side: Side, midPrice: number | string, costs: TradingCosts): string {
  return side === "buy" ? computeAskPrice(midPrice, costs) : computeBidPrice(midPrice, costs);
}

/** The price at which a trade of this side is closed when the mid price is `midPrice`; otherwise as `entryPriceAt`. */
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
  return toScaled(costs.halfSpread) + toScaled(costs.slippage);
}
