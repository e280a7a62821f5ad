import type { FeedKind } from "@wazi/contracts";
import { factor, marksWithTrade, type Marks, type Nav } from "@wazi/domain";
import {
  findBracketExit,
  computeCloseFactor,
  computeEntryFactor,
  computeEntryPrice,
  computeExitPrice,
  type Candle,
  type OpenTrade,
} from "@wazi/trading";

/** A bot's open trade as its pool keeps it. */
export interface PoolTrade extends OpenTrade {
  /** Made from the bar that opened it. */
  id: string;
  openedAt: string;
  feed: FeedKind;
}

/**
 * At what nav units change hands while a trade is open and the mid price is `price`. A stop that the forming bar has
 * already touched closes with that bar at a price that is known: the mark is that price, both ways. With the target
 * touched the stop may still come, which counts; there is no fair price until the bar closes: null.
 */
export function computeMarks(nav: Nav, trade: OpenTrade, price: number, forming: Candle | null): Marks | null {
  const { side, costs } = trade;
  const hit = forming && forming.time >= trade.barTime ? findBracketExit(trade, forming) : null;
  if (hit?.reason === "target") return null;
  const exit = computeCloseFactor(trade, computeExitPrice(side, hit?.midPrice ?? price, costs), costs.commission);
  const entry = hit ? exit : computeEntryFactor(trade, computeEntryPrice(side, price, costs));
  return marksWithTrade(nav, factor(entry), factor(exit));
}
