import { formatScaled, toScaled } from "@wazi/trading";
import type { Broker, OrderOutcome, VenueInstrument, VenueOrder } from "./broker.ts";

/** A broker without a venue: every order is filled at once and in full at the model price. */
export function createPaperBroker(
  instruments: readonly VenueInstrument[],
  options: { priceOf: (symbol: string) => string | undefined },
): Broker {
  const { priceOf } = options;
  const outcomes = new Map<string, OrderOutcome>();
  const held = new Map<string, bigint>();

  const fill = ({ symbol, side, quantity }: VenueOrder): OrderOutcome => {
    const instrument = instruments.find((each) => each.symbol === symbol);
    const price = priceOf(symbol);
    if (!instrument || price === undefined) return { status: "rejected", reason: `${symbol} is not traded` };
    const asked = toScaled(quantity);
    if (asked < toScaled(instrument.leastQuantity) || asked % toScaled(instrument.lotSize) !== 0n) {
      return { status: "rejected", reason: `${quantity} ${symbol} is not a multiple of the lot size` };
    }
    held.set(symbol, (held.get(symbol) ?? 0n) + (side === "buy" ? asked : -asked));
    return { status: "filled", price, quantity, fee: "0" };
  };

  return {
    name: "paper",
    symbols: instruments.map(({ symbol }) => symbol),
    instruments: () => Promise.resolve([...instruments]),
    place: (order) => {
      const outcome = outcomes.get(order.clientOrderId) ?? fill(order);
      // A venue remembers accepted orders only.
      if (outcome.status !== "rejected") outcomes.set(order.clientOrderId, outcome);
      return Promise.resolve(outcome);
    },
    find: (clientOrderId) => Promise.resolve(outcomes.get(clientOrderId) ?? { status: "not-found" }),
    positions: () => Promise.resolve(new Map([...held].map(([symbol, quantity]) => [symbol, formatScaled(quantity)]))),
  };
}
