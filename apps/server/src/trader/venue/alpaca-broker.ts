import { formatScaled, SCALE, toScaled } from "@wazi/trading";
import type { AlpacaSettings } from "./broker-settings.ts";
import type { Broker, OrderOutcome, VenueInstrument, VenueOrder } from "./broker.ts";
import { createAlpacaMarket } from "./alpaca-market.ts";
import { formatExchangeError } from "./exchange-error.ts";
import { type AlpacaOrder, loadAlpaca, type LoadedAlpaca } from "./load-alpaca.ts";

/** The longest page of orders. At most one order of a symbol is in progress, so an order of ours is among the newest. */
const MAX_LISTED_ORDERS = 500;
/** A part of a share. Alpaca takes up to nine places. */
const FRACTION_LOT = "0.000001";
const WHOLE_LOT = "1";
/** Alpaca's smallest order is worth a dollar. Twice that, because the price is that of the start. */
const LEAST_DOLLARS = "2";
/** Answers after which no order exists at the venue. Any other failure leaves the outcome unknown. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 422];
/** Alpaca charges no commission. Fees of the exchanges are booked by the day, without an order (`listEvents`). */
const COMMISSION = "0";

type Found = OrderOutcome | { status: "not-found" };

/** Buys and sells shares and exchange-traded funds at Alpaca, also parts of a share. Never sells short. Loads on first use. */
export function createAlpacaBroker(settings: AlpacaSettings, options: { now: () => Date; timeoutMs?: number }): Broker {
  let loading: Promise<LoadedAlpaca> | null = null;
  const open = (): Promise<LoadedAlpaca> => (loading ??= loadAlpaca(settings, options.timeoutMs));
  const find = async (clientOrderId: string, symbol: string): Promise<Found> => {
    try {
      if (!settings.symbols.includes(symbol)) return { status: "not-found" };
      return await findOrder(await open(), clientOrderId, symbol);
    } catch (error) {
      return { status: "unknown", reason: formatAlpacaError(error) };
    }
  };
  return {
    name: settings.isPaper ? "alpaca:paper" : "alpaca:live",
    symbols: settings.symbols,
    isPractice: settings.isPaper,
    shareMarket: createAlpacaMarket(open, options.now),
    instruments: async () => listInstruments(await open(), settings.symbols),
    find,
    place: (order) => placeOrder(open, settings, order, find),
    async positions() {
      const { client } = await open();
      const held = await client.trading.positions.getAllOpenPositions();
      const quantities = new Map(held.map(({ symbol, side, qty }) => [symbol, toSigned(qty, side)]));
      return new Map(settings.symbols.map((symbol) => [symbol, quantities.get(symbol) ?? "0"]));
    },
  };
}

/** Alpaca may write the quantity of a short position with a sign or without one. */
function toSigned(quantity: string, side: string): string {
  const size = quantity.replace("-", "");
  return side === "short" ? `-${size}` : size;
}

/** @throws Error when the account may not trade */
async function listInstruments({ client }: LoadedAlpaca, symbols: readonly string[]): Promise<VenueInstrument[]> {
  const [account, configuration] = await Promise.all([
    client.trading.account.getAccount(),
    client.trading.accountConfigurations.getAccountConfig(),
  ]);
  const isBlocked = account.tradingBlocked === true || account.accountBlocked === true;
  if (account.status !== "ACTIVE" || isBlocked || configuration.suspendTrade === true)
    throw new Error(`the account at Alpaca may not trade: it is ${isBlocked ? "blocked" : account.status}`);
  const { quotes } = await client.marketData.stocks.stockLatestQuotes({ symbols: symbols.join(",") });
  const isFractional = configuration.fractionalTrading === true;
  return symbols.flatMap((symbol) => {
    const quote = quotes[symbol];
    if (quote === undefined) return [];
    const lotSize = isFractional ? FRACTION_LOT : WHOLE_LOT;
    const leastQuantity = isFractional ? findLeastQuantity(String(quote.ap), String(quote.bp)) : WHOLE_LOT;
    return [{ symbol, venueSymbol: symbol, lotSize, leastQuantity, isLongOnly: true }];
  });
}

/** The quantity worth the least order, rounded up to a lot. A quote without both sides says nothing, so it is a share. */
function findLeastQuantity(...prices: readonly string[]): string {
  const known = prices.map(toScaled).filter((price) => price > 0n);
  const [first, ...more] = known;
  if (first === undefined) return WHOLE_LOT;
  const lowest = more.reduce((low, price) => (price < low ? price : low), first);
  const lot = toScaled(FRACTION_LOT);
  const least = (toScaled(LEAST_DOLLARS) * SCALE) / lowest;
  return formatScaled((least / lot + 1n) * lot);
}

/**
 * The newest orders of the symbol are listed, because the description of the API that we hold ours against has no call for a
 * client order id.
 * @throws Error when the venue did not answer, or not in full
 */
async function findOrder({ client }: LoadedAlpaca, clientOrderId: string, symbol: string): Promise<Found> {
  const listed = await client.trading.orders.getAllOrders({
    status: "all",
    symbols: symbol,
    direction: "desc",
    limit: MAX_LISTED_ORDERS,
  });
  if (listed.some((order) => order.clientOrderId === undefined || order.id === undefined))
    throw new Error("the venue listed an order without its ids");
  const order = listed.find((each) => each.clientOrderId === clientOrderId);
  if (order) return toOutcome(order, listed);
  if (listed.length >= MAX_LISTED_ORDERS) throw new Error("the venue listed more orders than a page has");
  return { status: "not-found" };
}

/** After a refusal the order is looked up, because the venue may have refused it as a duplicate. */
async function placeOrder(
  open: () => Promise<LoadedAlpaca>,
  { symbols }: AlpacaSettings,
  { clientOrderId, symbol, side, quantity }: VenueOrder,
  find: Broker["find"],
): Promise<OrderOutcome> {
  if (!symbols.includes(symbol)) return { status: "rejected", reason: `the venue does not trade ${symbol}` };
  const { client, errors } = await open();
  const qty = trimZeros(quantity);
  // The description of the API requires both fields, one of them null.
  const amounts = { qty, notional: null as unknown as string };
  try {
    const order = await client.trading.orders.postOrder({
      postOrderRequest: { ...amounts, symbol, side, type: "market", timeInForce: "day", clientOrderId },
    });
    return toOutcome(order, [order]);
  } catch (error) {
    const reason = formatAlpacaError(error);
    if (!(error instanceof errors.ApiError) || !REFUSALS.includes(error.status)) return { status: "unknown", reason };
    const existing = await find(clientOrderId, symbol);
    return existing.status === "not-found" ? { status: "rejected", reason } : existing;
  }
}

const trimZeros = (quantity: string): string => quantity.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

/** An order that the venue replaced, as after a corporate action, goes on as the order that replaced it. */
function toOutcome(order: AlpacaOrder, listed: readonly AlpacaOrder[]): OrderOutcome {
  const { status, filledAvgPrice, filledQty = "0", replacedBy } = order;
  switch (status) {
    case "filled":
    case "canceled":
    case "expired":
    case "rejected": {
      if (toScaled(filledQty) === 0n && status !== "filled")
        return { status: "rejected", reason: `the venue closed it as ${status} without a fill` };
      if (filledAvgPrice === undefined || filledAvgPrice === null || toScaled(filledQty) === 0n)
        return { status: "unknown", reason: "the venue reported no fill price" };
      return { status: "filled", price: filledAvgPrice, quantity: filledQty, fee: COMMISSION };
    }
    case "replaced": {
      const next = listed.find(({ id }) => id !== undefined && id === replacedBy);
      if (next === undefined || toScaled(filledQty) !== 0n)
        return { status: "unknown", reason: "the venue replaced the order" };
      return toOutcome(
        next,
        listed.filter((each) => each !== order),
      );
    }
    case undefined:
      return { status: "unknown", reason: "the venue reported no order status" };
    default:
      return { status: "open" };
  }
}

/** The cause of a failed request says more than its error. */
function formatAlpacaError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return formatExchangeError(cause instanceof Error ? cause : error);
}
