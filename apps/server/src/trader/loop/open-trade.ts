import type { FeedKind } from "@wazi/contracts";
import { factor, formatNav, marksWithTrade, parseNav, type Marks, type Nav } from "@wazi/domain";
import {
  findBracketExit,
  computeCloseFactor,
  computeEntryFactor,
  computeEntryPrice,
  computeExitPrice,
  type Candle,
  type OpenTrade,
} from "@wazi/trading";

/** The open trade of a bot, as stored with its pool. */
export interface PoolTrade extends OpenTrade {
  /** Derived from the bar that opened the trade. */
  id: string;
  openedAt: string;
  feed: FeedKind;
}

/**
 * The unit prices for buying and redeeming while a trade is open and the mid price is `price`. When the forming bar has
 * already reached the stop, the trade will close at a known price with this bar: both marks are that price. When it has
 * reached the target, the bar can still reach the stop, which counts first: there is no fair price until the bar closes,
 * and the result is null.
 */
export function computeMarks(nav: Nav, trade: OpenTrade, price: number, forming: Candle | null): Marks | null {
  const { side, costs } = trade;
  const hit = forming && forming.time >= trade.barTime ? findBracketExit(trade, forming) : null;
  if (hit?.reason === "target") return null;
  const exit = computeCloseFactor(trade, computeExitPrice(side, hit?.midPrice ?? price, costs), costs.commission);
  const entry = hit ? exit : computeEntryFactor(trade, computeEntryPrice(side, price, costs));
  return marksWithTrade(nav, { entry: factor(entry), exit: factor(exit) }, findBaseNav(trade, nav));
}

/** The trade with the nav at which it opened, also where it was stored without it (`findBaseNav`). */
export function keepBaseNav<Trade extends { baseNav?: string }>(trade: Trade, nav: Nav): Trade & { baseNav: string } {
  return { ...trade, baseNav: formatNav(findBaseNav(trade, nav)) };
}

/** The nav at which a trade opened; `nav` for one that was stored without it, before anything could change the nav since. */
export function findBaseNav({ baseNav }: { baseNav?: string }, nav: Nav): Nav {
  return baseNav === undefined ? nav : parseNav(baseNav);
}
