import { toScaled } from "@wazi/trading";
import { afterEach, describe, expect, it } from "vitest";
import { fakeCredentials, FAKE_EXCHANGE, startFakeExchange } from "../../../../../tests/harness/fake-exchange.ts";
import { fakeAlpacaKeys, startFakeAlpaca } from "../../../../../tests/harness/fake-alpaca.ts";
import { createAlpacaBroker } from "./alpaca-broker.ts";
import type { Broker, OrderOutcome, VenueOrder } from "./broker.ts";
import { createCcxtBroker } from "./ccxt-broker.ts";
import { createPaperBroker } from "./paper-broker.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function openVenue(): Promise<Broker> {
  const exchange = await startFakeExchange();
  closing.push(() => exchange.close());
  const settings = { kind: "ccxt", exchange: FAKE_EXCHANGE, url: exchange.url, credentials: fakeCredentials } as const;
  return createCcxtBroker(settings, { now: () => new Date() });
}

async function openAlpaca(): Promise<Broker> {
  const venue = await startFakeAlpaca();
  closing.push(() => venue.close());
  const credentials = fakeAlpacaKeys;
  const settings = { kind: "alpaca", isPaper: true, url: venue.url, credentials, symbols: ["SPY", "IEF"] } as const;
  return createAlpacaBroker(settings, { now: () => new Date() });
}

function openPaper(): Promise<Broker> {
  const instrument = { symbol: "BTC/USD", venueSymbol: "BTC/USD", lotSize: "0.001", leastQuantity: "0.001" };
  const priceOf = (symbol: string): string | undefined => (symbol === "BTC/USD" ? "64000.10" : undefined);
  return Promise.resolve(createPaperBroker([instrument], { priceOf }));
}

const ID = "0123456789abcdef0123456789abcdef";
const coin = { symbol: "BTC/USD", price: "64000.10", quantity: "0.002", lotSize: "0.001", leastQuantity: "0.001" };
const fund = { symbol: "SPY", price: "541.20", quantity: "0.004", lotSize: "0.000001", leastQuantity: "0.003696" };

/** A venue may fill an order only after its answer. */
async function settle(broker: Broker, order: VenueOrder): Promise<OrderOutcome> {
  const placed = await broker.place(order);
  if (placed.status !== "open") return placed;
  const found = await broker.find(order.clientOrderId, order.symbol);
  if (found.status === "not-found") throw new Error("the order is lost");
  return found;
}

describe.each([
  { name: "paper", open: openPaper, traded: coin, sellsShort: true },
  { name: "ccxt", open: openVenue, traded: coin, sellsShort: true },
  { name: "alpaca", open: openAlpaca, traded: fund, sellsShort: false },
])("broker contract: $name", ({ open, traded, sellsShort }) => {
  const { symbol, quantity } = traded;
  const order = { clientOrderId: ID, symbol, side: "buy", quantity } as const;
  const held = async (broker: Broker): Promise<bigint> => toScaled((await broker.positions()).get(symbol) ?? "0");

  it("lists its instruments, which are among its symbols, with their lot sizes", async () => {
    const broker = await open();
    const instruments = await broker.instruments();
    const listed = instruments.find((each) => each.symbol === symbol);
    expect(toScaled(listed?.lotSize ?? "0")).toBe(toScaled(traded.lotSize));
    expect(toScaled(listed?.leastQuantity ?? "0")).toBe(toScaled(traded.leastQuantity));
    expect(instruments.every((each) => broker.symbols.includes(each.symbol))).toBe(true);
  });

  it("fills an order and finds it by the client order id", async () => {
    const broker = await open();
    expect(await broker.find(ID, symbol)).toEqual({ status: "not-found" });
    const placed = await settle(broker, order);
    if (placed.status !== "filled") throw new Error(`the order is ${placed.status}`);
    expect([toScaled(placed.price), toScaled(placed.quantity)]).toEqual([toScaled(traded.price), toScaled(quantity)]);
    expect(toScaled(placed.fee ?? "-1")).toBeGreaterThanOrEqual(0n);
    expect(await broker.find(ID, symbol)).toEqual(placed);
  });

  it("returns the first outcome for a repeated client order id", async () => {
    const broker = await open();
    const first = await settle(broker, order);
    expect(await broker.place(order)).toEqual(first);
    expect(await held(broker)).toBe(toScaled(quantity));
  });

  it("reports a short position as a negative quantity, or refuses to sell short", async () => {
    const broker = await open();
    await settle(broker, order);
    const sale = { ...order, clientOrderId: ID.replace("0", "f"), side: "sell", quantity: "0.005" } as const;
    const sold = await settle(broker, sale);
    expect(sold.status).toBe(sellsShort ? "filled" : "rejected");
    expect(await held(broker)).toBe(toScaled(quantity) - (sellsShort ? toScaled("0.005") : 0n));
    const listed = (await broker.instruments()).find((each) => each.symbol === symbol);
    expect(listed?.isLongOnly === true).toBe(!sellsShort);
  });

  it("rejects a symbol that it does not trade", async () => {
    const broker = await open();
    expect(await broker.place({ ...order, symbol: "EUR/USD" })).toMatchObject({ status: "rejected" });
    expect(await broker.find(ID, "EUR/USD")).toEqual({ status: "not-found" });
    expect([...(await broker.positions()).values()].every((each) => toScaled(each) === 0n)).toBe(true);
  });
});
