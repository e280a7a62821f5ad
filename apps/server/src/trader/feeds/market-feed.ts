import type { FeedKind, Market } from "@wazi/contracts";
import type { BotEvent, Candle, Interval } from "@wazi/trading";

/** A symbol that a feed gives prices of. */
export interface FeedSymbol {
  market: Market;
  symbol: string;
  interval: Interval;
  feed: FeedKind;
}

export interface FeedPrice {
  market: Market;
  symbol: string;
  feed: FeedKind;
  /** The mid price. */
  price: number;
  /** The price of 24 hours of this feed's time before; null when it has not been running that long. */
  dayBefore: number | null;
  /** The bar's own time, where it is not the time of this moment. */
  barTime: number | null;
}

/** A candle to be kept for charts and for warming up. */
export interface ClosedCandle {
  symbol: string;
  interval: Interval;
  candle: Candle;
}

/** What one step of a feed brings. */
export interface Moment {
  prices: FeedPrice[];
  /** For the bots, in the order in which they must see them. */
  events: BotEvent[];
  closed: ClosedCandle[];
}

/**
 * Where prices come from. A feed is pulled, never pushes: each `advance` gives the moments that are due, oldest first.
 * `save` is all that it needs to go on from there after a restart.
 */
export interface MarketFeed {
  readonly name: string;
  readonly symbols: readonly FeedSymbol[];
  /** How long a price of it is good for, by arrival. */
  readonly barIntervalMs: number;
  advance(nowMs: number): Moment[];
  /** The bar of a symbol that is still forming; null where bars come as a whole. */
  forming(symbol: string): Candle | null;
  save(): object;
}
