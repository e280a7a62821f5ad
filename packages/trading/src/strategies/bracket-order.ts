import type { Side } from "../pricing/fill-price.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import type { Order } from "./strategy.ts";

/**
 * An entry with its stop `stopDistance` and, when given, its target `targetDistance` away from the close (price
 * units). `undefined` where no sound bracket can be had: no distance at all (a market that stands still), or a level
 * at or below zero.
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
