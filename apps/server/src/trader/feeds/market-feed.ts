import type { FeedKind, BotMarket } from "@wazi/contracts";
import { intervalMs, type Candle, type DayClose, type Interval, type MomentEvent, type PartName } from "@wazi/trading";

/** A symbol with prices from a feed. */
export interface FeedSymbol {
  market: BotMarket;
  symbol: string;
  interval: Interval;
  feed: FeedKind;
  /** The part of the core portfolios that a live fund is. */
  part?: PartName | undefined;
  /**
   * True for bars with a time of their own: a replay, and simulated markets that are ahead of the clock. They are never late,
   * and after a restart they continue exactly where they stopped.
   */
  hasOwnTime?: boolean;
}

export interface FeedPrice {
  market: BotMarket;
  symbol: string;
  feed: FeedKind;
  /** The mid price. */
  price: number;
  /** The price 24 hours earlier, in the time of this feed; null when the feed has no price that old. */
  dayBefore: number | null;
  /** The time of the bar, when it differs from the current time. */
  barTime: number | null;
  /** The provider's time of a live price, epoch ms. Without it the price is of the moment in which it arrives. */
  quotedAt?: number;
}

/** A candle to store for charts and for warming up strategies. */
export interface ClosedCandle {
  symbol: string;
  interval: Interval;
  candle: Candle;
}

/** The result of one step of a feed. */
export interface Moment {
  prices: FeedPrice[];
  /** In the order in which bots must see them. The bars of one time are followed by the end of their moment. */
  events: MomentEvent[];
  closed: ClosedCandle[];
  /** The number of the record that it belongs to. Only a replay that starts again has more than record 0. */
  record?: number;
  /** Symbols of a replay whose prices have ended for good. */
  ended?: readonly string[];
}

/**
 * A source of prices and bars. The trader polls it: each `advance` returns the moments that are due, oldest first. `save`
 * returns the state from which the feed can continue after a restart.
 */
export interface MarketFeed {
  readonly name: string;
  readonly symbols: readonly FeedSymbol[];
  /** The real time between two steps of the feed. */
  readonly barIntervalMs: number;
  /** True when it tells the splits of shares and funds. */
  readonly hasSplits?: boolean;
  advance(nowMs: number): Moment[];
  /** The forming bar of a symbol; null for feeds that deliver only complete bars. */
  forming(symbol: string): Candle | null;
  save(): object;
  /**
   * The daily closes of these symbols before the feed's own bars, oldest first, for bots that decide by months. A feed without
   * `readDays` has none: a replay's months fill as it plays.
   * @throws PriceSourceError when the provider does not answer
   */
  readDays?(symbols: readonly string[]): Promise<readonly DayClose[]>;
}

/** The number of a one-minute bar: minutes since 1970, so that it keeps rising after a restart. */
export const toBarSequence = ({ time }: Candle): number => time / intervalMs["1m"];
