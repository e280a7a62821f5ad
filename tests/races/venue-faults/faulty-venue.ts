import { formatScaled, SCALE, toScaled } from "@wazi/trading";
import type {
  Exchange,
  ExchangeErrors,
  ExchangeOrder,
  ExchangeTrade,
  LoadedExchange,
} from "../../../apps/server/src/trader/venue/load-exchange.ts";
import type { Random } from "../../../lab/commands/seeding/seeded-random.ts";

const SYMBOL = "BTC/USDT:USDT";
const LOT = "0.001";
const FEE_SHARE = 2_500n;
/** A forgotten order is unknown to the venue for ten minutes. Its position is there. */
const FORGOTTEN_MS = 600_000;
/** An order that is under way for longer than this does not arrive any more. */
const LONGEST_WAY_MS = 50_000;
/** A part is in the list of parts this long after its execution. */
const LONGEST_REPORT_MS = 300_000;
/** Prices move by at most this many cents in each direction. */
const LARGEST_MOVE_CENTS = 90_000;
/** ccxt's constant for a precision given as a step. */
const TICK_SIZE = 4;
/** ccxt divides with this many places. */
const AVERAGE_PLACES = 18;

interface Fill {
  id: string;
  price: bigint;
  amount: bigint;
  atMs: number;
}

interface PlacedOrder {
  id: string;
  clientOrderId: string;
  side: "buy" | "sell";
  placedAtMs: number;
  /** When it reaches the market. */
  arrivesAtMs: number;
  isForgottenUntilMs: number;
  /** The quantity that will be executed in all. */
  wanted: bigint;
  /** Its parts in the order of their execution, each at its own price. */
  fills: Fill[];
  /** Executed in several parts, each when the venue ticks. */
  isSlow: boolean;
  isRejected: boolean;
  /** The venue says no average price, and the product computes it from the parts. */
  isWithoutAverage: boolean;
}

export interface FaultyVenue {
  /** For the product's broker, in place of ccxt. */
  load: () => Promise<LoadedExchange>;
  /** The time goes on at the venue: orders arrive, and slow ones are executed further, in any order. */
  tick(): void;
  /** From now on the venue behaves well. */
  heal(): void;
  /** The executed position, cash and number of fills. */
  truth(): { position: bigint; cash: bigint; fills: number };
  faults(): number;
  /** The orders whose parts had more than one price. */
  averaged(): number;
  /** Its orders, a line each. */
  describe(): string;
}

/**
 * An exchange in memory with one symbol, as ccxt shows exchanges. It executes exactly once what it accepts, each part at
 * another price, and lies about it in every way that venues do.
 */
export function createFaultyVenue(random: Random, nowMs: () => number, price: string): FaultyVenue {
  const placed = new Map<string, PlacedOrder>();
  let isWell = false;
  let faults = 0;

  const happens = (share: number): boolean => {
    const does = !isWell && random.next() < share;
    if (does) faults += 1;
    return does;
  };

  const execute = (order: PlacedOrder): void => {
    const left = order.wanted - filledOf(order);
    if (order.isRejected || order.arrivesAtMs > nowMs() || left <= 0n) return;
    const half = wholeLots(left / 2n);
    const move = random.integer(-LARGEST_MOVE_CENTS, LARGEST_MOVE_CENTS) * (SCALE / 100n);
    const amount = order.isSlow && half > 0n ? half : left;
    order.fills.push({
      id: `${order.id}-${order.fills.length + 1}`,
      price: toScaled(price) + move,
      amount,
      atMs: nowMs(),
    });
  };

  const accept = (clientOrderId: string, side: "buy" | "sell", amount: string): PlacedOrder => {
    const ordered = toScaled(amount);
    const part = happens(0.15) ? wholeLots(ordered / 2n) : ordered;
    const order: PlacedOrder = {
      id: String(placed.size + 1),
      clientOrderId,
      side,
      placedAtMs: nowMs(),
      arrivesAtMs: nowMs() + (happens(0.1) ? Number(random.integer(1, LONGEST_WAY_MS)) : 0),
      isForgottenUntilMs: happens(0.08) ? nowMs() + FORGOTTEN_MS : 0,
      wanted: part > 0n ? part : ordered,
      fills: [],
      isSlow: happens(0.3),
      isRejected: happens(0.05),
      isWithoutAverage: random.next() < 0.5,
    };
    placed.set(clientOrderId, order);
    execute(order);
    return order;
  };

  const isSeen = (order: PlacedOrder): boolean => order.arrivesAtMs <= nowMs() && order.isForgottenUntilMs <= nowMs();

  /** In any order, some more than once, and without the last one for a while. */
  const reportFills = (order: PlacedOrder): ExchangeTrade[] => {
    const trades = order.fills.map((fill) => toTrade(order, fill));
    if (nowMs() - executedAt(order) < LONGEST_REPORT_MS && happens(0.2)) trades.pop();
    if (random.next() < 0.5) trades.reverse();
    return trades.flatMap((trade) => (happens(0.3) ? [trade, trade] : [trade]));
  };

  const exchange: Partial<Exchange> = {
    id: "faulty",
    has: { fetchOrders: true, fetchMyTrades: true },
    precisionMode: TICK_SIZE,
    loadMarkets: () =>
      Promise.resolve({
        [SYMBOL]: {
          symbol: SYMBOL,
          active: true,
          swap: true,
          linear: true,
          contractSize: "1",
          precision: { amount: LOT },
          limits: { amount: { min: LOT } },
        },
      }),
    createOrder(_symbol, _type, side, amount, _price, { clientOrderId }) {
      const id = String(clientOrderId);
      if (placed.has(id)) return fail("InvalidOrder", "the id is taken");
      if (happens(0.08)) return fail("RequestTimeout", "timed out, and never arrived");
      const order = accept(id, side, amount);
      if (!isSeen(order) || happens(0.15)) return fail("RequestTimeout", "timed out after accepting");
      return Promise.resolve(toReport(order));
    },
    fetchOrders() {
      if (happens(0.1)) return fail("RequestTimeout", "timed out");
      return Promise.resolve([...placed.values()].filter(isSeen).map(toReport));
    },
    fetchMyTrades() {
      if (happens(0.05)) return fail("RequestTimeout", "timed out");
      return Promise.resolve([...placed.values()].filter(isSeen).flatMap(reportFills));
    },
    fetchPositions() {
      if (happens(0.1)) return fail("NetworkError", "the venue cannot be reached");
      const position = sumOf(placed, signedAmount);
      const side = position < 0n ? "short" : "long";
      return Promise.resolve([{ symbol: SYMBOL, side, contracts: formatScaled(position < 0n ? -position : position) }]);
    },
  };

  return {
    load: () => Promise.resolve({ exchange: exchange as Exchange, errors }),
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
      position: sumOf(placed, signedAmount),
      cash: sumOf(placed, (order) => -signedWorth(order) - feeOf(order)),
      fills: [...placed.values()].filter((order) => filledOf(order) > 0n).length,
    }),
    faults: () => faults,
    averaged: () =>
      [...placed.values()].filter(({ fills }) => new Set(fills.map((fill) => fill.price)).size > 1).length,
    describe: () =>
      [...placed.values()]
        .map((order) =>
          JSON.stringify(order, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
        )
        .join("\n"),
  };
}

class RequestTimeout extends Error {}
class NetworkError extends Error {}
class InvalidOrder extends Error {}
const errors = { RequestTimeout, NetworkError, InvalidOrder } satisfies ExchangeErrors;

const fail = (kind: keyof typeof errors, message: string): Promise<never> => Promise.reject(new errors[kind](message));

const wholeLots = (amount: bigint): bigint => (amount / toScaled(LOT)) * toScaled(LOT);

const executedAt = ({ fills, placedAtMs }: PlacedOrder): number => fills.at(-1)?.atMs ?? placedAtMs;
const filledOf = ({ fills }: PlacedOrder): bigint => fills.reduce((total, { amount }) => total + amount, 0n);
const worthOf = ({ price, amount }: Fill): bigint => (price * amount) / SCALE;
const feeOfFill = (fill: Fill): bigint => worthOf(fill) / FEE_SHARE;
const feeOf = ({ fills }: PlacedOrder): bigint => fills.reduce((total, fill) => total + feeOfFill(fill), 0n);

const signed = (side: "buy" | "sell", value: bigint): bigint => (side === "buy" ? value : -value);
const signedAmount = (order: PlacedOrder): bigint => signed(order.side, filledOf(order));
const signedWorth = ({ side, fills }: PlacedOrder): bigint =>
  signed(
    side,
    fills.reduce((total, fill) => total + worthOf(fill), 0n),
  );

const sumOf = (orders: ReadonlyMap<string, PlacedOrder>, of: (order: PlacedOrder) => bigint): bigint =>
  [...orders.values()].reduce((sum, order) => sum + of(order), 0n);

/** An order as ccxt shows it. Fees are with the parts only. */
function toReport(order: PlacedOrder): ExchangeOrder {
  const filled = filledOf(order);
  const isDone = filled >= order.wanted;
  return {
    id: order.id,
    clientOrderId: order.clientOrderId,
    timestamp: order.placedAtMs,
    lastTradeTimestamp: executedAt(order),
    status: order.isRejected ? "rejected" : isDone ? "closed" : "open",
    filled: formatScaled(filled),
    ...(filled > 0n && !order.isWithoutAverage && { average: averageOf(order) }),
  };
}

function averageOf(order: PlacedOrder): string {
  const worth = order.fills.reduce((total, { price, amount }) => total + price * amount, 0n);
  const digits = ((worth * 10n ** BigInt(AVERAGE_PLACES)) / (filledOf(order) * SCALE)).toString();
  return `${digits.slice(0, -AVERAGE_PLACES)}.${digits.slice(-AVERAGE_PLACES)}`;
}

function toTrade(order: PlacedOrder, fill: Fill): ExchangeTrade {
  const { id, price, amount } = fill;
  const fee = { cost: formatScaled(feeOfFill(fill)) };
  return { id, order: order.id, price: formatScaled(price), amount: formatScaled(amount), fee };
}
