import type { Side } from "@wazi/trading";
import type { BotMarket } from "@wazi/contracts";

/** A market order in whole lots. */
export interface VenueOrder {
  /** Our id, derived from the decision. A venue rejects a second order with the same id. */
  clientOrderId: string;
  /** Our name of the symbol. */
  symbol: string;
  side: Side;
  /** In coins, shares or ounces; a decimal string above 0. */
  quantity: string;
}

/** The outcome of an order. Prices, quantities and fees are decimal strings. */
export type OrderOutcome =
  /** Finished. `quantity` may be less than ordered; the rest will not follow. `fee` is null when the venue reports none. */
  | { status: "filled"; price: string; quantity: string; fee: string | null }
  /** Accepted, and not finished. */
  | { status: "open" }
  /** Refused; no part was executed. */
  | { status: "rejected"; reason: string }
  /** The order may or may not have arrived. Ask the venue before another order is sent. */
  | { status: "unknown"; reason: string };

/** A symbol that the venue trades, with its order sizes. */
export interface VenueInstrument {
  symbol: string;
  /** The venue's name of the symbol. */
  venueSymbol: string;
  /** Quantities are multiples of this, a decimal string. */
  lotSize: string;
  /** The smallest order, a decimal string. */
  leastQuantity: string;
}

/** The port for trading venues. Only `positions` and `instruments` throw, when the venue cannot be reached. */
export interface Broker {
  readonly name: string;
  /** The markets in which it can trade. */
  readonly markets: readonly BotMarket[];
  /** Those of our symbols that it lists. */
  instruments(): Promise<VenueInstrument[]>;
  place(order: VenueOrder): Promise<OrderOutcome>;
  /** Looks up the outcome of an order that may have been sent. */
  find(clientOrderId: string, symbol: string): Promise<OrderOutcome | { status: "not-found" }>;
  /** Our positions according to the venue, by our symbols: decimal strings, below 0 when sold short. */
  positions(): Promise<ReadonlyMap<string, string>>;
}
