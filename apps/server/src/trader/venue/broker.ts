import type { Market } from "@wazi/contracts";

/** An order as a venue is asked for it: at the market, in whole lots. */
export interface VenueOrder {
  /** Ours, made from the decision: a venue that has it already takes no second one. */
  clientOrderId: string;
  /** The product's own name of the symbol. */
  symbol: string;
  side: "buy" | "sell";
  /** Coins, shares or ounces: a decimal string above 0. */
  quantity: string;
}

/** What became of an order. Prices, quantities and fees are decimal strings. */
export type OrderOutcome =
  /** Done. `quantity` may be less than was asked for: the rest will not come. `fee` is null where the venue tells none. */
  | { status: "filled"; price: string; quantity: string; fee: string | null }
  /** Taken, and still at work. */
  | { status: "open" }
  /** Refused, with nothing done. */
  | { status: "rejected"; reason: string }
  /** Nobody knows: it may have been taken. Ask, and send nothing else before the answer. */
  | { status: "unknown"; reason: string };

/** What can be traded there, and in which steps. */
export interface VenueInstrument {
  symbol: string;
  /** The venue's own name of it. */
  venueSymbol: string;
  /** Quantities are multiples of this, a decimal string. */
  lotSize: string;
  /** The smallest order, a decimal string. */
  leastQuantity: string;
}

/** The port behind which a venue stands. Only `positions` and `instruments` throw: then the venue could not be asked. */
export interface Broker {
  readonly name: string;
  /** The markets whose symbols it can trade. */
  readonly markets: readonly Market[];
  /** What of the product's symbols it lists. */
  instruments(): Promise<VenueInstrument[]>;
  place(order: VenueOrder): Promise<OrderOutcome>;
  /** What became of an order that may have been sent. */
  find(clientOrderId: string, symbol: string): Promise<OrderOutcome | { status: "not-found" }>;
  /** What the venue says that we hold, by the product's symbols: decimal strings, below 0 when sold short. */
  positions(): Promise<ReadonlyMap<string, string>>;
}
