import type { Market } from "@wazi/contracts";

/** A price as a provider of live prices tells it. */
export interface SourcePrice {
  /** The product's own name of the symbol. */
  symbol: string;
  /** The mid price, or the last one where the provider has no bid and ask. */
  price: number;
  /** The provider's own time of it, epoch milliseconds; null where it tells none. */
  time: number | null;
  /** The price that the provider counts the day's change from; null where it tells none. */
  dayBefore: number | null;
}

/** What can be wrong with a provider; each kind is said in the log once a minute at most. */
export type TroubleKind = "rate-limited" | "unreachable" | "refused" | "malformed" | "unknown-symbol" | "market-closed";

/** A symbol, or all of a poll, for which there is no price now. */
export interface Trouble {
  kind: TroubleKind;
  /** Names the symbols and says what the provider said; never a key. */
  message: string;
}

/** What one poll brought: the prices that are good, and what was wrong with the others. */
export interface Polled {
  prices: SourcePrice[];
  troubles: Trouble[];
}

/** A poll that brought nothing at all. */
export class SourceTrouble extends Error {
  readonly kind: TroubleKind;
  /** How long the provider asks to be left alone; null where it says nothing. */
  readonly retryAfterMs: number | null;

  constructor(kind: TroubleKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "SourceTrouble";
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The port behind which a provider of live prices stands. */
export interface PriceSource {
  readonly name: string;
  readonly symbols: readonly { market: Market; symbol: string }[];
  /** As often as its rate limit allows, milliseconds. */
  readonly pollEveryMs: number;
  /**
   * Asks once, and gives up by itself when no answer comes.
   * @throws SourceTrouble when there is not a single price to be had
   */
  poll(): Promise<Polled>;
}
