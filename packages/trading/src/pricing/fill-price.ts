import { divideDown, divideUp, formatScaled, SCALE, toScaled } from "./scaled-decimal.ts";
import type { TradingCosts } from "./trading-costs.ts";

/** The side of a trade: `buy` gains when the price rises, `sell` when it falls. */
export type Side = "buy" | "sell";

/**
 * The price at which a trade of this side is entered when the mid price is `midPrice`: half the spread and the
 * slippage worse, to 12 places, rounded against the trader. A decimal string.
 */
export function entryPriceAt(side: Side, midPrice: number | string, costs: TradingCosts): string {
  return side === "buy" ? askPrice(midPrice, costs) : bidPrice(midPrice, costs);
}

/** The price at which a trade of this side is closed when the mid price is `midPrice`; otherwise as `entryPriceAt`. */
export function exitPriceAt(side: Side, midPrice: number | string, costs: TradingCosts): string {
  return side === "buy" ? bidPrice(midPrice, costs) : askPrice(midPrice, costs);
}

function askPrice(midPrice: number | string, costs: TradingCosts): string {
  return formatScaled(divideUp(toScaled(midPrice) * (SCALE + worseBy(costs)), SCALE));
}

function bidPrice(midPrice: number | string, costs: TradingCosts): string {
  return formatScaled(divideDown(toScaled(midPrice) * (SCALE - worseBy(costs)), SCALE));
}

function worseBy(costs: TradingCosts): bigint {
  return toScaled(costs.halfSpread) + toScaled(costs.slippage);
}
