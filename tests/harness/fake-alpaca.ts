import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@wazi/contracts";
import { formatScaled, toScaled } from "@wazi/trading";
import { startFakeProvider, type FakeProvider, type ProviderAnswer, type ProviderQuestion } from "./fake-provider.ts";

export const fakeAlpacaKeys = { keyId: "a-key-id", secret: "a-secret-of-the-fake-broker" };
export const ALPACA_ORDERS_PATH = "/v2/orders";
const POSITIONS_PATH = "/v2/positions";
export const ALPACA_CLOCK_PATH = "/v2/clock";
const ACTIVITIES_PATH = "/v2/account/activities";
const DEFAULT_ORDERS = 50;
const DEFAULT_ACTIVITIES = 100;
/** Alpaca takes quantities with at most nine places, and orders of a dollar or more. */
const QUANTITY = /^\d+(\.\d{1,9})?$/;

type OrderStatus = "accepted" | "filled" | "expired" | "replaced";

interface FakeOrder {
  id: string;
  clientOrderId: string;
  symbol: string;
  side: "buy" | "sell";
  quantity: string;
  filled: string;
  price: string | null;
  status: OrderStatus;
  replacedBy: string | null;
  atMs: number;
}

interface FakeActivity {
  id: string;
  activity_type: string;
  date: string;
  net_amount: string;
  symbol?: string;
  qty?: string;
  per_share_amount?: string;
}

interface World {
  /** Every order that it took, oldest first. */
  orders: FakeOrder[];
  /** Cents are given as in quotes. */
  prices: Map<string, string>;
  /** Shares that came or went without an order. */
  adjustments: Map<string, string>;
  activities: FakeActivity[];
  /** How the next orders go, one each. Without it an order is accepted, and filled when it is asked about. */
  next: ("reject" | "partial" | "wait" | "expire" | "replace")[];
  account: { status: string; isBlocked: boolean; isFractional: boolean };
  clock: { nowMs: () => number; isOpen: boolean; changesInMs: number };
  /** Days of its calendar on which it is closed, besides the weekends. */
  holidays: Set<string>;
}

export interface FakeAlpaca extends FakeProvider, World {
  /** Fills what waits. */
  fillWaiting(): void;
  /** Two shares for each one. */
  split(symbol: string): void;
}

/** Each question with its answer, to hold both against Alpaca's description. */
export type ExchangeListener = (
  question: ProviderQuestion,
  answer: Required<Pick<ProviderAnswer, "status" | "body">>,
) => void;

/** Alpaca's trading and market data at one address, as far as the broker for shares and funds needs it. */
export async function startFakeAlpaca(listener?: ExchangeListener): Promise<FakeAlpaca> {
  const world: World = {
    orders: [],
    prices: new Map([
      ["SPY", "541.20"],
      ["IEF", "94.60"],
      ["GLD", "216.80"],
    ]),
    adjustments: new Map(),
    activities: [],
    next: [],
    account: { status: "ACTIVE", isBlocked: false, isFractional: true },
    clock: { nowMs: () => Date.now(), isOpen: true, changesInMs: HOUR_MS },
    holidays: new Set(),
  };
  const reply = (question: ProviderQuestion): ProviderAnswer => {
    const { status = 200, body } = answer(question, world);
    listener?.(question, { status, body });
    return { status, body };
  };
  const provider = await startFakeProvider(reply, {
    status: 429,
    headers: { "retry-after": "7" },
    body: { code: 42910000, message: "rate limit exceeded" },
  });
  return Object.assign(world, provider, {
    fillWaiting: () =>
      world.orders.filter(({ status }) => status === "accepted").forEach((order) => fill(order, world)),
    split: (symbol: string) => split(symbol, world),
  });
}

function answer(question: ProviderQuestion, world: World): ProviderAnswer {
  const { method, path, parameters, headers } = question;
  if (headers["apca-api-key-id"] !== fakeAlpacaKeys.keyId || headers["apca-api-secret-key"] !== fakeAlpacaKeys.secret)
    return { status: 401, body: { message: "unauthorized." } };
  switch (`${method} ${path}`) {
    case "GET /v2/account":
      return { body: accountBody(world) };
    case "GET /v2/account/configurations":
      return { body: configurationBody(world) };
    case `GET ${ACTIVITIES_PATH}`:
      return { body: listActivities(parameters, world) };
    case `GET ${ALPACA_CLOCK_PATH}`:
      return { body: clockBody(world.clock) };
    case "GET /v2/calendar":
      return { body: listCalendar(parameters, world) };
    case "GET /v2/stocks/quotes/latest":
      return { body: { quotes: listQuotes(parameters, world) } };
    case `GET ${POSITIONS_PATH}`:
      return { body: [...world.prices.keys()].flatMap((symbol) => positionBody(symbol, world)) };
    case `GET ${ALPACA_ORDERS_PATH}`:
      return { body: listOrders(parameters, world) };
    case `POST ${ALPACA_ORDERS_PATH}`:
      return takeOrder(question.body, world);
    default:
      return { status: 404, body: { code: 40410000, message: "endpoint not found." } };
  }
}

function takeOrder(body: string, world: World): ProviderAnswer {
  const { symbol, qty, side, client_order_id: clientOrderId } = JSON.parse(body) as Record<string, string>;
  const refuse = (status: number, code: number, message: string): ProviderAnswer => ({
    status,
    body: { code, message },
  });
  const price = world.prices.get(symbol ?? "");
  if (symbol === undefined || price === undefined) return refuse(422, 42210000, `asset "${symbol}" not found`);
  if (qty === undefined || clientOrderId === undefined || (side !== "buy" && side !== "sell"))
    return refuse(422, 40010001, "a field is missing");
  if (world.orders.some((order) => order.clientOrderId === clientOrderId))
    return refuse(422, 40010001, "client_order_id must be unique");
  if (!QUANTITY.test(qty)) return refuse(422, 42210000, "qty increment must be at least 0.000000001");
  if (!world.account.isFractional && qty.includes(".")) return refuse(403, 40310000, "fractional orders are disabled");
  if (toScaled(qty) * toScaled(price) < toScaled("1") * toScaled("1"))
    return refuse(403, 40310000, "cost basis must be >= minimal amount of order 1");
  if (side === "sell" && toScaled(qty) > holdingOf(symbol, world))
    return refuse(403, 40310000, `insufficient qty available for order (requested: ${qty})`);
  const how = world.next.shift();
  if (how === "reject") return refuse(403, 40310000, "insufficient buying power");
  const order: FakeOrder = {
    ...{ id: randomUUID(), clientOrderId, symbol, side, quantity: qty, filled: "0", price: null },
    ...{ status: "accepted", replacedBy: null, atMs: world.clock.nowMs() },
  };
  world.orders.push(order);
  const accepted = orderBody(order);
  if (how === "partial") Object.assign(order, { status: "expired", filled: halve(qty), price });
  else if (how === "expire") order.status = "expired";
  else if (how === "replace") replace(order, world);
  else if (how !== "wait" && world.clock.isOpen) fill(order, world);
  return { body: accepted };
}

function fill(order: FakeOrder, { prices }: World): void {
  Object.assign(order, { status: "filled", filled: order.quantity, price: prices.get(order.symbol) });
}

/** The order goes on under another id, as after a corporate action. */
function replace(order: FakeOrder, world: World): void {
  const next: FakeOrder = { ...order, id: randomUUID(), clientOrderId: randomUUID() };
  Object.assign(order, { status: "replaced", replacedBy: next.id });
  world.orders.push(next);
  fill(next, world);
}

function split(symbol: string, world: World): void {
  const held = holdingOf(symbol, world);
  const before = toScaled(world.adjustments.get(symbol) ?? "0");
  world.adjustments.set(symbol, formatScaled(before + held));
  const date = new Date(world.clock.nowMs()).toISOString();
  world.activities.push({
    id: newActivityId(date),
    activity_type: "SSP",
    date,
    net_amount: "0",
    symbol,
    qty: formatScaled(held),
  });
}

const newActivityId = (date: string): string => `${date.replace(/\D/g, "")}::${randomUUID()}`;

const halve = (quantity: string): string => formatScaled((toScaled(quantity) / 2_000_000n) * 1_000_000n);

function holdingOf(symbol: string, { orders, adjustments }: World): bigint {
  return orders
    .filter((order) => order.symbol === symbol)
    .reduce(
      (total, { side, filled }) => total + (side === "buy" ? toScaled(filled) : -toScaled(filled)),
      toScaled(adjustments.get(symbol) ?? "0"),
    );
}

function listOrders(parameters: URLSearchParams, { orders }: World): object[] {
  const status = parameters.get("status") ?? "open";
  const symbols = parameters.get("symbols")?.split(",");
  const isOpen = (order: FakeOrder): boolean => order.status === "accepted";
  const found = orders
    .filter((order) => symbols?.includes(order.symbol) ?? true)
    .filter((order) => status === "all" || isOpen(order) === (status === "open"));
  const sorted = parameters.get("direction") === "asc" ? found : found.reverse();
  return sorted.slice(0, Number(parameters.get("limit") ?? DEFAULT_ORDERS)).map(orderBody);
}

function orderBody(order: FakeOrder): object {
  const { id, clientOrderId, symbol, side, quantity, filled, price, status, replacedBy, atMs } = order;
  const at = new Date(atMs).toISOString();
  return {
    ...{ id, client_order_id: clientOrderId, created_at: at, updated_at: at, submitted_at: at },
    ...{ filled_at: status === "filled" ? at : null, expired_at: status === "expired" ? at : null, canceled_at: null },
    ...{ failed_at: null, replaced_at: replacedBy === null ? null : at, replaced_by: replacedBy, replaces: null },
    ...{ asset_id: assetOf(symbol), symbol, asset_class: "us_equity", notional: null, qty: quantity },
    ...{ filled_qty: filled, filled_avg_price: price, order_class: "", order_type: "market", type: "market", side },
    ...{ time_in_force: "day", limit_price: null, stop_price: null, status, extended_hours: false, legs: null },
  };
}

/** The same id for a symbol each time. */
const assetOf = (symbol: string): string =>
  `b0b6dd9d-8b9b-48a9-ba46-${Buffer.from(symbol).toString("hex").padEnd(12, "0").slice(0, 12)}`;

/** None for a symbol that is not held. */
function positionBody(symbol: string, world: World): object[] {
  const held = holdingOf(symbol, world);
  const price = world.prices.get(symbol) ?? "0";
  if (held === 0n) return [];
  const qty = formatScaled(held).replace(/0{3}$/, "");
  const worth = formatScaled((held * toScaled(price)) / toScaled("1"));
  return [
    {
      ...{ asset_id: assetOf(symbol), symbol, exchange: "ARCA", asset_class: "us_equity", asset_marginable: true },
      ...{ avg_entry_price: price, qty, qty_available: qty, side: "long", market_value: worth, cost_basis: worth },
      ...{ unrealized_pl: "0", unrealized_plpc: "0", unrealized_intraday_pl: "0", unrealized_intraday_plpc: "0" },
      ...{ current_price: price, lastday_price: price, change_today: "0" },
    },
  ];
}

function accountBody({ account }: World): object {
  return {
    id: "e6fe16f3-64a4-4921-8928-cadf02f92f98",
    account_number: "010203ABCD",
    status: account.status,
    currency: "USD",
    cash: "100000",
    buying_power: "100000",
    trading_blocked: account.isBlocked,
    account_blocked: account.isBlocked,
    shorting_enabled: false,
    multiplier: "1",
    equity: "100000",
  };
}

const configurationBody = ({ account }: World): object => ({
  ...{ dtbp_check: "entry", trade_confirm_email: "none", suspend_trade: false, no_shorting: true },
  ...{ fractional_trading: account.isFractional, max_margin_multiplier: "1", pdt_check: "entry" },
});

/** The newest first, after the page token. */
function listActivities(parameters: URLSearchParams, { activities }: World): object[] {
  const after = parameters.get("after") ?? "";
  const newest = activities.filter(({ date }) => Date.parse(date) > Date.parse(after)).reverse();
  const from = newest.findIndex(({ id }) => id === parameters.get("page_token")) + 1;
  return newest.slice(from, from + Number(parameters.get("page_size") ?? DEFAULT_ACTIVITIES));
}

function clockBody({ nowMs, isOpen, changesInMs }: World["clock"]): object {
  const at = (ms: number): string => new Date(nowMs() + ms).toISOString();
  const [next_open, next_close] = isOpen
    ? [at(changesInMs + DAY_MS), at(changesInMs)]
    : [at(changesInMs), at(changesInMs + DAY_MS)];
  return { timestamp: at(0), is_open: isOpen, next_open, next_close };
}

/** Every weekday from 9:30 to 16:00 but the holidays. */
function listCalendar(parameters: URLSearchParams, { holidays }: World): object[] {
  const days: object[] = [];
  const until = Date.parse(parameters.get("end") ?? "");
  for (let time = Date.parse(parameters.get("start") ?? ""); time <= until; time += DAY_MS) {
    const date = new Date(time).toISOString().slice(0, 10);
    if ([0, 6].includes(new Date(time).getUTCDay()) || holidays.has(date)) continue;
    days.push({ date, open: "09:30", close: "16:00", session_open: "0400", session_close: "2000" });
  }
  return days;
}

function listQuotes(parameters: URLSearchParams, { prices, clock }: World): object {
  const asked = parameters.get("symbols")?.split(",") ?? [];
  const t = new Date(clock.nowMs()).toISOString();
  const known = asked.filter((symbol) => prices.has(symbol));
  return Object.fromEntries(
    known.map((symbol) => {
      const price = Number(prices.get(symbol));
      return [symbol, { t, ax: "V", ap: price, as: 2, bx: "V", bp: price, bs: 1, c: ["R"], z: "B" }];
    }),
  );
}
