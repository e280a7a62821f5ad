import { DAY_MS } from "@wazi/contracts";
import { createHmac } from "node:crypto";
import { formatScaled, toScaled } from "@wazi/trading";
import { startFakeProvider, type FakeProvider, type ProviderAnswer, type ProviderQuestion } from "./fake-provider.ts";

export const fakeCredentials = { apiKey: "a-key", secret: "a-secret-of-the-fake-venue", password: undefined };
/** The exchange of ccxt that it speaks as: Binance's USDⓈ-M futures. */
export const FAKE_EXCHANGE = "binanceusdm";
export const ORDER_PATH = "/fapi/v1/order";
export const ALL_ORDERS_PATH = "/fapi/v1/allOrders";
export const TRADES_PATH = "/fapi/v1/userTrades";
export const TICKERS_PATH = "/fapi/v1/ticker/24hr";
const DAYS_PATH = "/fapi/v1/klines";
/** The bars of a page. */
const DAYS_AT_ONCE = 500;

interface FakeOrder {
  orderId: number;
  symbol: string;
  clientOrderId: string;
  side: string;
  quantity: string;
  filled: string;
  status: "FILLED" | "EXPIRED" | "NEW";
  price: string;
  time: number;
}

export interface FakeExchange extends FakeProvider {
  /** Every order that it took, oldest first. */
  orders: FakeOrder[];
  prices: Map<string, string>;
  /** How the next orders go, one each: refused for want of margin, a part of it filled, or left waiting. */
  next: ("reject" | "partial" | "wait")[];
  /** The clock of its prices. */
  clock: { nowMs: () => number };
  /** True while the list of trades is empty, as when a venue reports them late. */
  hidesTrades: boolean;
  /** Fills what waits. */
  fillWaiting(): void;
}

/** A venue with the answers that Binance documents for its USDⓈ-M futures, with its errors and its rate limit. */
export async function startFakeExchange(): Promise<FakeExchange> {
  const orders: FakeOrder[] = [];
  const prices = new Map([
    ["BTCUSDT", "64000.10"],
    ["ETHUSDT", "3200.05"],
  ]);
  const next: FakeExchange["next"] = [];
  const clock = { nowMs: () => Date.now() };
  const world: World = { orders, prices, next, clock, hidesTrades: false };
  const provider = await startFakeProvider((question) => answer(question, world), {
    status: 429,
    headers: { "retry-after": "7" },
    body: { code: -1003, msg: "Too many requests; current limit is 2400 requests per minute." },
  });
  const fillWaiting = (): void => {
    for (const order of orders.filter(({ status }) => status === "NEW")) {
      order.status = "FILLED";
      order.filled = order.quantity;
    }
  };
  return Object.assign(world, provider, { fillWaiting });
}

type World = Pick<FakeExchange, "orders" | "prices" | "next" | "clock" | "hidesTrades">;

function answer(question: ProviderQuestion, world: World): ProviderAnswer {
  const { method, path, parameters } = question;
  if (path === "/fapi/v1/exchangeInfo") return { body: exchangeInfo([...world.prices.keys()]) };
  if (path === TICKERS_PATH) {
    return { body: [...world.prices].map(([symbol, price]) => ticker(symbol, price, world.clock.nowMs())) };
  }
  if (path === DAYS_PATH) return { body: listDays(parameters, world) };
  if (!isSigned(question)) {
    return { status: 401, body: { code: -2015, msg: "Invalid API-key, IP, or permissions for action." } };
  }
  const symbol = parameters.get("symbol");
  if (path === ORDER_PATH && method === "POST") return takeOrder(parameters, world);
  if (path === ALL_ORDERS_PATH) return { body: world.orders.filter((each) => each.symbol === symbol).map(orderBody) };
  if (path === TRADES_PATH)
    return {
      body: world.hidesTrades
        ? []
        : listTrades(
            parameters,
            world.orders.filter((each) => each.symbol === symbol),
          ),
    };
  if (path === "/fapi/v1/leverageBracket") return { body: [...world.prices.keys()].map(bracketBody) };
  if (path.endsWith("/positionRisk"))
    return { body: [...world.prices.keys()].map((each) => positionBody(each, world)) };
  return { status: 404, body: { code: -5000, msg: `Path ${path} is invalid` } };
}

/** Daily bars from a time on: the close of each day is the number of the day since 1970. */
function listDays(parameters: URLSearchParams, { clock }: World): (number | string)[][] {
  const from = Math.ceil(Number(parameters.get("startTime")) / DAY_MS);
  const count = Math.min(DAYS_AT_ONCE, Math.floor(clock.nowMs() / DAY_MS) - from + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const day = from + index;
    const price = String(day);
    return [day * DAY_MS, price, price, price, price, "1", (day + 1) * DAY_MS - 1, "1", 1, "1", "1", "0"];
  });
}

/** HMAC SHA256 over all parameters before the signature, as Binance signs. */
function isSigned({ parameters, headers }: ProviderQuestion): boolean {
  const text = parameters.toString();
  const signed = text.slice(0, text.lastIndexOf("&signature="));
  const expected = createHmac("sha256", fakeCredentials.secret).update(signed).digest("hex");
  return headers["x-mbx-apikey"] === fakeCredentials.apiKey && parameters.get("signature") === expected;
}

function takeOrder(parameters: URLSearchParams, { orders, prices, next }: World): ProviderAnswer {
  const [symbol = "", side = "", quantity = "", clientOrderId = ""] = [
    "symbol",
    "side",
    "quantity",
    "newClientOrderId",
  ].map((name) => parameters.get(name) ?? "");
  const refuse = (code: number, msg: string): ProviderAnswer => ({ status: 400, body: { code, msg } });
  const price = prices.get(symbol);
  if (price === undefined) return refuse(-1121, "Invalid symbol.");
  if (!/^[.A-Z:/a-z0-9_-]{1,36}$/.test(clientOrderId)) return refuse(-4015, "Client order id is not valid.");
  if (orders.some((order) => order.clientOrderId === clientOrderId))
    return refuse(-4116, "ClientOrderId is duplicated.");
  if (toScaled(quantity) % toScaled("0.001") !== 0n) return refuse(-1111, "Precision is over the maximum defined.");
  const how = next.shift();
  if (how === "reject") return refuse(-2019, "Margin is insufficient.");
  const half = formatScaled((toScaled(quantity) / 2n / toScaled("0.001")) * toScaled("0.001"));
  const order: FakeOrder = {
    orderId: orders.length + 1,
    symbol,
    clientOrderId,
    side,
    quantity,
    filled: how === "partial" ? half : how === "wait" ? "0" : quantity,
    status: how === "partial" ? "EXPIRED" : how === "wait" ? "NEW" : "FILLED",
    price,
    time: Date.now(),
  };
  orders.push(order);
  return { body: orderBody(order) };
}

function orderBody(order: FakeOrder): object {
  const { orderId, symbol, clientOrderId, side, quantity, filled, status, price, time } = order;
  const hasFills = toScaled(filled) > 0n;
  return {
    clientOrderId,
    cumQty: filled,
    cumQuote: "0",
    executedQty: filled,
    orderId,
    avgPrice: hasFills ? price : "0.00000",
    origQty: quantity,
    price: "0",
    reduceOnly: false,
    side,
    positionSide: "BOTH",
    status,
    stopPrice: "0",
    closePosition: false,
    symbol,
    timeInForce: "GTC",
    type: "MARKET",
    origType: "MARKET",
    time,
    updateTime: time,
    workingType: "CONTRACT_PRICE",
    priceProtect: false,
  };
}

/** The oldest trades since the start time, as many as asked for. */
function listTrades(parameters: URLSearchParams, orders: readonly FakeOrder[]): object[] {
  const startTime = Number(parameters.get("startTime") ?? 0);
  const limit = Number(parameters.get("limit") ?? 500);
  return orders
    .filter(({ time }) => time >= startTime)
    .slice(0, limit)
    .map(tradeBody);
}

function tradeBody({ orderId, symbol, side, price, filled, time }: FakeOrder): object {
  const commission = formatScaled((toScaled(price) * toScaled(filled) * 4n) / (toScaled("1") * 10_000n));
  return {
    buyer: side === "BUY",
    commission,
    commissionAsset: "USDT",
    id: orderId * 10,
    maker: false,
    orderId,
    price,
    qty: filled,
    quoteQty: "0",
    realizedPnl: "0",
    side,
    positionSide: "BOTH",
    symbol,
    time,
  };
}

function positionBody(symbol: string, { orders, prices }: World): object {
  const amount = orders
    .filter((order) => order.symbol === symbol)
    .reduce((total, { side, filled }) => total + (side === "BUY" ? toScaled(filled) : -toScaled(filled)), 0n);
  return {
    symbol,
    positionSide: "BOTH",
    positionAmt: formatScaled(amount),
    entryPrice: prices.get(symbol),
    breakEvenPrice: prices.get(symbol),
    markPrice: prices.get(symbol),
    unRealizedProfit: "0.00000000",
    liquidationPrice: "0",
    isolatedMargin: "0",
    notional: formatScaled((amount * toScaled(prices.get(symbol) ?? "0")) / toScaled("1")),
    marginAsset: "USDT",
    isolatedWallet: "0",
    initialMargin: "1",
    maintMargin: "1",
    updateTime: Date.now(),
  };
}

const bracketBody = (symbol: string): object => ({
  symbol,
  brackets: [
    { bracket: 1, initialLeverage: 75, notionalCap: 10_000, notionalFloor: 0, maintMarginRatio: 0.0065, cum: 0 },
  ],
});

function ticker(symbol: string, price: string, nowMs: number): object {
  return {
    symbol,
    priceChange: "1000.00",
    priceChangePercent: "1.5",
    weightedAvgPrice: price,
    lastPrice: price,
    lastQty: "0.2",
    openPrice: formatScaled((toScaled(price) * 99n) / 100n),
    highPrice: price,
    lowPrice: price,
    volume: "8913.3",
    quoteVolume: "15.3",
    openTime: nowMs - DAY_MS,
    closeTime: nowMs,
    count: 76,
  };
}

function exchangeInfo(symbols: readonly string[]): object {
  const filters = [
    { filterType: "PRICE_FILTER", minPrice: "0.10", maxPrice: "1000000", tickSize: "0.10" },
    { filterType: "LOT_SIZE", minQty: "0.001", maxQty: "1000", stepSize: "0.001" },
    { filterType: "MARKET_LOT_SIZE", minQty: "0.001", maxQty: "120", stepSize: "0.001" },
    { filterType: "MIN_NOTIONAL", notional: "5" },
  ];
  return {
    timezone: "UTC",
    serverTime: Date.now(),
    rateLimits: [{ rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 2_400 }],
    exchangeFilters: [],
    assets: [{ asset: "USDT", marginAvailable: true, autoAssetExchange: "-10000" }],
    symbols: symbols.map((symbol) => ({
      symbol,
      pair: symbol,
      contractType: "PERPETUAL",
      deliveryDate: 4_133_404_800_000,
      onboardDate: 1_569_398_400_000,
      status: "TRADING",
      maintMarginPercent: "2.5000",
      requiredMarginPercent: "5.0000",
      baseAsset: symbol.replace("USDT", ""),
      quoteAsset: "USDT",
      marginAsset: "USDT",
      pricePrecision: 2,
      quantityPrecision: 3,
      baseAssetPrecision: 8,
      quotePrecision: 8,
      underlyingType: "COIN",
      filters,
      orderTypes: ["LIMIT", "MARKET"],
      timeInForce: ["GTC", "IOC", "FOK"],
    })),
  };
}
