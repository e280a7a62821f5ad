import type { FeedKind } from "@wazi/contracts";
import {
  divideUp,
  factor,
  formatNav,
  marksWithTrades,
  nav as toNav,
  parseDecimal,
  parseNav,
  SCALE,
  type Marks,
  type Nav,
  type ValuedTrade,
} from "@wazi/domain";
import {
  findBracketExit,
  computeCloseFactor,
  computeEntryFactor,
  computeEntryPrice,
  computeExitPrice,
  isOnMargin,
  type Candle,
  type OpenTrade,
} from "@wazi/trading";

const PLACES = 12;

/** An open trade of a bot, as stored with its pool. */
export interface PoolTrade extends OpenTrade {
  /** Derived from the bar that opened the trade. */
  id: string;
  openedAt: string;
  feed: FeedKind;
}

/** An open trade with the mid price of its symbol now, and the bar that is forming. */
export interface PricedTrade {
  readonly trade: OpenTrade;
  readonly price: number;
  readonly forming: Candle | null;
}

/**
 * The unit prices for buying and redeeming while trades are open. Null when one of them has no fair price (`valueTrade`): the
 * value of a unit is that of all of them.
 */
export function computeMarks(nav: Nav, trades: readonly PricedTrade[]): Marks | null {
  const valued = trades.map((each) => valueTrade(nav, each));
  const known = valued.filter((each) => each !== null);
  return known.length < valued.length ? null : marksWithTrades(nav, known);
}

/**
 * Values a trade for those who join and those who leave. When the forming bar has already reached the stop, the trade will close at a known
 * price with this bar: both values are at that price. When it has reached the target, the bar can still reach the stop, which
 * counts first: there is no fair price until the bar closes, and the result is null.
 */
function valueTrade(nav: Nav, { trade, price, forming }: PricedTrade): ValuedTrade | null {
  const { side, costs } = trade;
  const hit = forming && forming.time >= trade.barTime ? findBracketExit(trade, forming) : null;
  if (hit?.reason === "target") return null;
  const exit = computeCloseFactor(trade, computeExitPrice(side, hit?.midPrice ?? price, costs), costs.commission);
  const entry = hit ? exit : computeEntryFactor(trade, computeEntryPrice(side, price, costs));
  return { baseNav: findBaseNav(trade, nav), entry: factor(entry), exit: factor(exit) };
}

/** The trade with the nav at which it opened, also where it was stored without it (`findBaseNav`). */
export function keepBaseNav<Trade extends { baseNav?: string }>(trade: Trade, nav: Nav): Trade & { baseNav: string } {
  return { ...trade, baseNav: formatNav(findBaseNav(trade, nav)) };
}

/** The nav at which a trade opened; `nav` for one that was stored without it, before anything could change the nav since. */
export function findBaseNav({ baseNav }: { baseNav?: string }, nav: Nav): Nav {
  return baseNav === undefined ? nav : parseNav(baseNav);
}

/** The idle cash per unit: the nav, less what was paid for what is held. A trade on margin (`isOnMargin`) holds none of it. */
export function findIdleCash(nav: Nav, trades: readonly PoolTrade[]): Nav {
  let idle: bigint = nav;
  for (const trade of trades) {
    if (isOnMargin(trade)) continue;
    idle -= divideUp(findBaseNav(trade, nav) * parseDecimal(trade.exposure, PLACES), SCALE);
  }
  return toNav(idle > 0n ? idle : 0n);
}
