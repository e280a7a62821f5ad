import type { Side } from "../pricing/fill-price.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import type { Order } from "./strategy.ts";

/**
 * An entry with its stop `stopDistance` away from the close and, when given, its target `targetDistance` away (in price
 * units). `undefined` when there is no valid bracket: the distance is 0 (the market does not move), or a level is at or
 * below zero.
 */
export function buildBracketOrder(
  side: Side,
  close: number,
  stopDistance: number,
  targetDistance?: number,
): Order | undefined {
  const sign = side === "buy" ? 1 : -1;
  const stopPrice = roundPrice(close - sign * stopDistance);
  if (!(stopPrice > 0 && sign * (close - stopPrice) > 0)) return undefined;
  if (targetDistance === undefined) return { kind: "enter", side, stopPrice };
  const targetPrice = roundPrice(close + sign * targetDistance);
  if (!(targetPrice > 0 && sign * (targetPrice - close) > 0)) return undefined;
  return { kind: "enter", side, stopPrice, targetPrice };
}
