import { roundPrice } from "../pricing/scaled-decimal.ts";
import type { Orders } from "./strategy.ts";

/**
 * Enters with the stop `stopDistance` away from the close and, when given, the target `targetDistance` away (in price
 * units). Gives no order when there is no valid bracket: the distance is 0 (the market does not move) or NaN, or a level is
 * at or below zero.
 */
export function enterWithBracket(
  orders: Orders,
  direction: 1 | -1,
  close: number,
  stopDistance: number,
  targetDistance?: number,
): void {
  const stopPrice = roundPrice(close - direction * stopDistance);
  if (!(stopPrice > 0 && direction * (close - stopPrice) > 0)) return;
  if (targetDistance === undefined) {
    orders.enter(direction, stopPrice);
    return;
  }
  const targetPrice = roundPrice(close + direction * targetDistance);
  if (targetPrice > 0 && direction * (targetPrice - close) > 0) orders.enter(direction, stopPrice, targetPrice);
}
