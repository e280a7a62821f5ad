import type { Side } from "@wazi/trading";

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
  /** True when it cannot be sold short. */
  isLongOnly?: boolean;
}

/** A day on which a venue trades, in New York time: its date and the hours as `09:30`. */
export interface TradingDay {
  date: string;
  opensAt: string;
  closesAt: string;
}

/** Something besides our orders that changed an account: a dividend, a fee, interest, a split. */
export interface VenueEvent {
  id: string;
  date: string;
  /** The venue's name of its kind, such as `DIV`. */
  type: string;
  symbol: string | null;
  /** In dollars, a decimal string, below 0 when it cost us. */
  amount: string;
}

/** The hours and the corporate actions of a venue for shares. All calls throw when the venue cannot be reached. */
export interface ShareMarket {
  /** True while orders are executed, by the venue's own clock. */
  isOpen(): Promise<boolean>;
  /** The trading days from one date to another, both included. */
  listDays(from: Date, until: Date): Promise<TradingDay[]>;
  listEvents(since: Date): Promise<VenueEvent[]>;
}

/** The port for trading venues. Only `positions` and `instruments` throw, when the venue cannot be reached. */
export interface Broker {
  readonly name: string;
  /** Our symbols that it may trade. It may list fewer. */
  readonly symbols: readonly string[];
  /** True when its orders move no real money. */
  readonly isPractice?: boolean;
  /** Undefined for a venue that never closes. */
  readonly shareMarket?: ShareMarket;
  /** Those of our symbols that it lists. */
  instruments(): Promise<VenueInstrument[]>;
  place(order: VenueOrder): Promise<OrderOutcome>;
  /** Looks up the outcome of an order that may have been sent. */
  find(clientOrderId: string, symbol: string): Promise<OrderOutcome | { status: "not-found" }>;
  /** Our positions according to the venue, by our symbols: decimal strings, below 0 when sold short. */
  positions(): Promise<ReadonlyMap<string, string>>;
}
