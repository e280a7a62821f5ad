import { formatScaled, SCALE, toScaled } from "@wazi/trading";
import type { Random } from "../../../apps/server/src/commands/seeding/seeded-random.ts";
import type {
  Broker,
  OrderOutcome,
  VenueInstrument,
  VenueOrder,
} from "../../../apps/server/src/trader/venue/broker.ts";

const LOT = "0.001";
const FEE_SHARE = 2_500n;
/** A forgotten order is unknown to the venue for ten minutes. Its position is there. */
const FORGOTTEN_MS = 600_000;
/** An order that is under way for longer than this does not arrive any more. */
const LONGEST_WAY_MS = 50_000;

interface PlacedOrder extends VenueOrder {
  /** When it reaches the market. */
  arrivesAtMs: number;
  isForgottenUntilMs: number;
  /** What will be executed in all, and what is so far. */
  wanted: bigint;
  filled: bigint;
  /** Executed in several parts, each when the venue ticks. */
  isSlow: boolean;
  isRejected: boolean;
}

export interface FaultyVenue extends Broker {
  /** The time goes on at the venue: orders arrive, and slow ones are executed further, in any order. */
  tick(): void;
  /** From now on the venue behaves well. */
  heal(): void;
  /** What it has executed. */
  truth(): { position: bigint; cash: bigint; fills: number };
  faults(): number;
  /** Its orders, a line each. */
  describe(): string;
}

/** A venue in memory with one symbol that executes exactly once what it accepts, and lies about it in every way that venues do. */
export function createFaultyVenue(random: Random, nowMs: () => number, price: string): FaultyVenue {
  const placed = new Map<string, PlacedOrder>();
  let isWell = false;
  let faults = 0;

  const happens = (share: number): boolean => {
    const does = !isWell && random.next() < share;
    if (does) faults += 1;
    return does;
  };
  const wholeLots = (amount: bigint): bigint => (amount / toScaled(LOT)) * toScaled(LOT);

  const describe = (order: PlacedOrder): OrderOutcome => {
    if (order.isRejected) return { status: "rejected", reason: "not enough margin" };
    if (order.filled < order.wanted) return { status: "open" };
    return { status: "filled", price, quantity: formatScaled(order.filled), fee: formatScaled(feeOf(order, price)) };
  };

  const execute = (order: PlacedOrder): void => {
    if (order.isRejected || order.arrivesAtMs > nowMs() || order.filled >= order.wanted) return;
    const half = wholeLots((order.wanted - order.filled) / 2n);
    order.filled += order.isSlow && half > 0n ? half : order.wanted - order.filled;
  };

  return {
    name: "faulty",
    markets: ["crypto"],
    instruments: (): Promise<VenueInstrument[]> =>
      Promise.resolve([{ symbol: "BTC/USD", venueSymbol: "BTC", lotSize: LOT, leastQuantity: LOT }]),
    place(order) {
      const known = placed.get(order.clientOrderId);
      // The same id again is the same order.
      if (known) return Promise.resolve(describe(known));
      if (happens(0.08)) return Promise.resolve({ status: "unknown", reason: "timed out, and never arrived" });
      const ordered = toScaled(order.quantity);
      const part = happens(0.15) ? wholeLots(ordered / 2n) : ordered;
      const isForgotten = happens(0.08);
      const isLate = happens(0.1);
      const entry: PlacedOrder = {
        ...order,
        arrivesAtMs: nowMs() + (isLate ? Number(random.integer(1, LONGEST_WAY_MS)) : 0),
        isForgottenUntilMs: isForgotten ? nowMs() + FORGOTTEN_MS : 0,
        wanted: part > 0n ? part : ordered,
        filled: 0n,
        isSlow: happens(0.2),
        isRejected: happens(0.05),
      };
      placed.set(order.clientOrderId, entry);
      execute(entry);
      const isUnanswered = isForgotten || isLate || happens(0.15);
      return Promise.resolve(
        isUnanswered ? { status: "unknown", reason: "timed out after accepting" } : describe(entry),
      );
    },
    find(clientOrderId) {
      if (happens(0.1)) return Promise.resolve({ status: "unknown", reason: "timed out" });
      const order = placed.get(clientOrderId);
      const isUnknown = !order || order.arrivesAtMs > nowMs() || order.isForgottenUntilMs > nowMs();
      return Promise.resolve(isUnknown ? { status: "not-found" } : describe(order));
    },
    positions() {
      if (happens(0.1)) return Promise.reject(new Error("the venue cannot be reached"));
      const position = sumOf(placed, ({ side, filled }) => (side === "buy" ? filled : -filled));
      return Promise.resolve(new Map([["BTC/USD", formatScaled(position)]]));
    },
    tick() {
      const orders = [...placed.values()];
      // The newest first, as often as not.
      if (random.next() < 0.5) orders.reverse();
      orders.forEach(execute);
    },
    heal() {
      isWell = true;
    },
    truth: () => ({
      position: sumOf(placed, ({ side, filled }) => (side === "buy" ? filled : -filled)),
      cash: sumOf(placed, (order) => -signedValue(order, price) - feeOf(order, price)),
      fills: [...placed.values()].filter(({ filled }) => filled > 0n).length,
    }),
    faults: () => faults,
    describe: () =>
      [...placed.values()]
        .map((order) =>
          JSON.stringify(order, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
        )
        .join("\n"),
  };
}

const sumOf = (orders: ReadonlyMap<string, PlacedOrder>, of: (order: PlacedOrder) => bigint): bigint =>
  [...orders.values()].reduce((sum, order) => sum + of(order), 0n);

function signedValue({ side, filled }: PlacedOrder, price: string): bigint {
  const value = (filled * toScaled(price)) / SCALE;
  return side === "buy" ? value : -value;
}

function feeOf({ filled }: PlacedOrder, price: string): bigint {
  return (filled * toScaled(price)) / SCALE / FEE_SHARE;
}
