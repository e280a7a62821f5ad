import { DAY_MS } from "@wazi/contracts";
import { formatScaled, SCALE, toScaled } from "@wazi/trading";
import { type CcxtSettings, listBrokerSymbols } from "./broker-settings.ts";
import type { Broker, OrderOutcome, VenueInstrument, VenueOrder } from "./broker.ts";
import { formatExchangeError } from "./exchange-error.ts";
import {
  isOneOf,
  loadExchange,
  type ExchangeMarket,
  type ExchangeOrder,
  type ExchangeTrade,
  type LoadedExchange,
} from "./load-exchange.ts";
import { findOrderMarket } from "./venue-symbols.ts";

/** Page size of order lists. A recent order of ours is always among the newest. */
const MAX_LISTED_ORDERS = 100;
/** How far back orders are searched: longer than any restart should take. */
const LOOK_BACK_MS = DAY_MS;
/** A part may have a slightly earlier time than its order, because some venues round their times. */
const TIME_ROUNDING_MS = 1_000;
/** ccxt's constants for a precision given as a step and as a number of decimal places. */
const TICK_SIZE = 4;
const DECIMAL_PLACES = 2;

/** Errors after which no order exists at the venue. Any other error leaves the outcome unknown. */
const refusals = [
  "InvalidOrder",
  "InsufficientFunds",
  "AuthenticationError",
  "ArgumentsRequired",
  "BadRequest",
  "OperationRejected",
  "NotSupported",
] as const;

interface Session extends LoadedExchange {
  bySymbol: Map<string, ExchangeMarket>;
}

/** Places orders on linear perpetual contracts of any exchange that ccxt supports. Connects on first use. */
export function createCcxtBroker(
  settings: CcxtSettings,
  options: { now: () => Date; timeoutMs?: number; load?: typeof loadExchange },
): Broker {
  let opening: Promise<Session> | null = null;
  const open = (): Promise<Session> => {
    opening ??= openSession(settings, options);
    opening.catch(() => (opening = null));
    return opening;
  };
  const find = async (clientOrderId: string, symbol: string): Promise<OrderOutcome | { status: "not-found" }> => {
    try {
      const session = await open();
      const market = session.bySymbol.get(symbol);
      if (!market) return { status: "not-found" };
      const nowMs = options.now().getTime();
      const listed = await listOrders(session, market.symbol, nowMs - LOOK_BACK_MS);
      const order = listed.find((each) => each.clientOrderId === clientOrderId);
      return order ? await toOutcome(session, market, order, nowMs) : { status: "not-found" };
    } catch (error) {
      return { status: "unknown", reason: formatExchangeError(error) };
    }
  };
  return {
    name: `ccxt:${settings.exchange}`,
    symbols: listBrokerSymbols(settings),
    async instruments() {
      const { bySymbol, exchange } = await open();
      return [...bySymbol].map(([symbol, market]) => toInstrument(symbol, market, exchange.precisionMode));
    },
    find,
    place: (order) => placeOrder(open, order, find, options.now),
    async positions() {
      const { bySymbol, exchange } = await open();
      const markets = [...bySymbol.values()];
      const held = await exchange.fetchPositions(markets.map(({ symbol }) => symbol));
      return new Map(
        [...bySymbol].map(([symbol, market]) => {
          const ours = held.filter((each) => each.symbol === market.symbol);
          const total = ours.reduce((sum, each) => {
            const quantity = fromContracts(each.contracts ?? "0", market);
            return sum + (each.side === "short" ? -quantity : quantity);
          }, 0n);
          return [symbol, formatScaled(total)];
        }),
      );
    },
  };
}

async function openSession(
  settings: CcxtSettings,
  { timeoutMs, load = loadExchange }: { timeoutMs?: number; load?: typeof loadExchange },
): Promise<Session> {
  const { exchange: name, url, credentials } = settings;
  const loaded = await load(name, { url, credentials, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const markets = await loaded.exchange.loadMarkets();
  const bySymbol = new Map<string, ExchangeMarket>();
  for (const symbol of listBrokerSymbols(settings)) {
    const market = findOrderMarket(markets, symbol);
    if (market) bySymbol.set(symbol, market);
  }
  return { ...loaded, bySymbol };
}

/** After a rejection the order is looked up, because the venue may have rejected it as a duplicate. */
async function placeOrder(
  open: () => Promise<Session>,
  { clientOrderId, symbol, side, quantity }: VenueOrder,
  find: Broker["find"],
  now: () => Date,
): Promise<OrderOutcome> {
  let session: Session;
  try {
    session = await open();
  } catch (error) {
    // The list of markets could not be loaded, so no order was sent.
    return { status: "rejected", reason: formatExchangeError(error) };
  }
  const market = session.bySymbol.get(symbol);
  if (!market) return { status: "rejected", reason: `the venue does not trade ${symbol}` };
  try {
    const amount = toContracts(quantity, market);
    const params = { clientOrderId };
    const order = await session.exchange.createOrder(market.symbol, "market", side, amount, undefined, params);
    return await toOutcome(session, market, order, now().getTime());
  } catch (error) {
    const reason = formatExchangeError(error);
    if (!isOneOf(error, session.errors, ...refusals)) return { status: "unknown", reason };
    const existing = await find(clientOrderId, symbol);
    return existing.status === "not-found" ? { status: "rejected", reason } : existing;
  }
}

/** Lists the orders of the last day, from separate lists when the exchange has no list of all orders. */
async function listOrders({ exchange }: Session, symbol: string, sinceMs: number): Promise<ExchangeOrder[]> {
  if (exchange.has["fetchOrders"] === true) return exchange.fetchOrders(symbol, sinceMs, MAX_LISTED_ORDERS);
  const lists = [exchange.fetchOpenOrders(symbol), exchange.fetchClosedOrders(symbol, sinceMs, MAX_LISTED_ORDERS)];
  if (exchange.has["fetchCanceledOrders"] === true)
    lists.push(exchange.fetchCanceledOrders(symbol, sinceMs, MAX_LISTED_ORDERS));
  return (await Promise.all(lists)).flat();
}

/** A fill with a known price and quantity is final at once. Its fee is null until the venue has reported every part. */
async function toOutcome(
  session: Session,
  market: ExchangeMarket,
  order: ExchangeOrder,
  nowMs: number,
): Promise<OrderOutcome> {
  if (order.status === undefined) return { status: "unknown", reason: "the venue reported no order status" };
  if (order.status === "open") return { status: "open" };
  const filled = fromContracts(order.filled ?? "0", market);
  if (filled === 0n) return { status: "rejected", reason: `the venue closed it as ${order.status} without a fill` };
  const fee = readOwnFee(order);
  if (order.average !== undefined && fee !== undefined)
    return { status: "filled", price: order.average, quantity: formatScaled(filled), fee };
  const listing = listTrades(session, market.symbol, order, nowMs);
  // Only the fee is missing, and it can be looked up later: other orders must not wait for it.
  const trades = await (order.average === undefined ? listing : listing.catch(() => null));
  const isWhole = trades !== null && sumAmounts(trades) === toScaled(order.filled ?? "0");
  const price = order.average ?? (isWhole ? averagePrice(trades) : null);
  if (price === null) return { status: "unknown", reason: "the venue reported no fill price" };
  const partsFee = isWhole ? sumFees(trades) : null;
  return { status: "filled", price, quantity: formatScaled(filled), fee: fee ?? partsFee };
}

/** The fee that is reported with the order; undefined when there is none. */
function readOwnFee(order: ExchangeOrder): string | undefined {
  const own = [order.fee, ...(order.fees ?? [])].flatMap((fee) => fee?.cost ?? []);
  if (own[0] === undefined) return undefined;
  return sum(order.fee?.cost === undefined ? own : [order.fee.cost]);
}

/**
 * The parts of an order, in any order; null when the venue lists none. A venue may report a part more than once.
 * They are listed from the time of the order, because venues return the oldest ones when there are more than a page.
 * @throws Error when the venue did not answer
 */
async function listTrades(
  { exchange, errors }: Session,
  symbol: string,
  order: ExchangeOrder,
  nowMs: number,
): Promise<ExchangeTrade[] | null> {
  if (exchange.has["fetchMyTrades"] !== true || order.id === undefined) return null;
  const sinceMs = order.timestamp === undefined ? nowMs - LOOK_BACK_MS : order.timestamp - TIME_ROUNDING_MS;
  const listed = await exchange.fetchMyTrades(symbol, sinceMs, MAX_LISTED_ORDERS).catch((error: unknown) => {
    if (isOneOf(error, errors, ...refusals)) return null;
    throw error;
  });
  if (listed === null) return null;
  const own = listed.filter((trade) => trade.order === order.id);
  const byId = new Map(own.map((trade, index) => [trade.id ?? `without an id ${index}`, trade]));
  return [...byId.values()];
}

const sumAmounts = (trades: readonly ExchangeTrade[]): bigint =>
  trades.reduce((total, { amount = "0" }) => total + toScaled(amount), 0n);

/** The price of each unit over all parts, rounded down; null when a part has no price. */
function averagePrice(trades: readonly ExchangeTrade[]): string | null {
  if (trades.some(({ price }) => price === undefined)) return null;
  const worth = trades.reduce((total, { amount = "0", price = "0" }) => total + toScaled(amount) * toScaled(price), 0n);
  const price = worth / sumAmounts(trades);
  return price > 0n ? formatScaled(price) : null;
}

/** A missing fee is null and not an error. */
function sumFees(trades: readonly ExchangeTrade[]): string | null {
  const costs = trades.map(({ fee }) => fee?.cost);
  return costs.length === 0 || costs.includes(undefined) ? null : sum(costs.flatMap((cost) => cost ?? []));
}

const sum = (costs: readonly string[]): string =>
  formatScaled(costs.reduce((total, cost) => total + toScaled(cost), 0n));

const getContractSize = ({ contractSize }: ExchangeMarket): bigint => toScaled(contractSize ?? "1");

function fromContracts(contracts: string, market: ExchangeMarket): bigint {
  return (toScaled(contracts) * getContractSize(market)) / SCALE;
}

/** Converts a quantity to contracts; it was rounded to the exchange's step before. */
function toContracts(quantity: string, market: ExchangeMarket): string {
  return formatScaled((toScaled(quantity) * SCALE) / getContractSize(market)).replace(/\.?0+$/, "");
}

function toInstrument(symbol: string, market: ExchangeMarket, precisionMode: number): VenueInstrument {
  const step = getQuantityStep(market, precisionMode);
  const least = market.limits.amount?.min ?? step;
  return {
    symbol,
    venueSymbol: market.symbol,
    lotSize: formatScaled(fromContracts(step, market)),
    leastQuantity: formatScaled(fromContracts(least, market)),
  };
}

/** @throws Error for a precision in significant digits, which has no fixed lot size */
function getQuantityStep({ symbol, precision }: ExchangeMarket, precisionMode: number): string {
  if (precision.amount === undefined) throw new Error(`${symbol} has no quantity step`);
  if (precisionMode === TICK_SIZE) return precision.amount;
  if (precisionMode === DECIMAL_PLACES) return `1e-${precision.amount}`;
  throw new Error(`${symbol}: quantities by significant digits are not supported`);
}
