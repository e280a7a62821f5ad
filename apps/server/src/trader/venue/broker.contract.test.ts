import { toScaled } from "@wazi/trading";
import { afterEach, describe, expect, it } from "vitest";
import { fakeCredentials, FAKE_EXCHANGE, startFakeExchange } from "../../../../../tests/harness/fake-exchange.ts";
import type { Broker } from "./broker.ts";
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

function openPaper(): Promise<Broker> {
  const instrument = { symbol: "BTC/USD", venueSymbol: "BTC/USD", lotSize: "0.001", leastQuantity: "0.001" };
  const priceOf = (symbol: string): string | undefined => (symbol === "BTC/USD" ? "64000.10" : undefined);
  return Promise.resolve(createPaperBroker([instrument], { markets: ["crypto"], priceOf }));
}

const ID = "0123456789abcdef0123456789abcdef";
const order = { clientOrderId: ID, symbol: "BTC/USD", side: "buy", quantity: "0.002" } as const;

describe.each([
  ["paper", openPaper],
  ["ccxt", openVenue],
])("broker contract: %s", (_name, open) => {
  it("lists its instruments with their lot sizes", async () => {
    const btc = (await (await open()).instruments()).find(({ symbol }) => symbol === "BTC/USD");
    expect(toScaled(btc?.lotSize ?? "0")).toBe(toScaled("0.001"));
    expect(toScaled(btc?.leastQuantity ?? "0")).toBe(toScaled("0.001"));
  });

  it("fills an order and finds it by the client order id", async () => {
    const broker = await open();
    expect(await broker.find(ID, "BTC/USD")).toEqual({ status: "not-found" });
    const placed = await broker.place(order);
    if (placed.status !== "filled") throw new Error(`the order is ${placed.status}`);
    expect([toScaled(placed.price), toScaled(placed.quantity)]).toEqual([toScaled("64000.10"), toScaled("0.002")]);
    expect(toScaled(placed.fee ?? "-1")).toBeGreaterThanOrEqual(0n);
    expect(await broker.find(ID, "BTC/USD")).toEqual(placed);
  });

  it("returns the first outcome for a repeated client order id", async () => {
    const broker = await open();
    const first = await broker.place(order);
    expect(await broker.place(order)).toEqual(first);
    expect(toScaled((await broker.positions()).get("BTC/USD") ?? "0")).toBe(toScaled("0.002"));
  });

  it("reports a short position as a negative quantity", async () => {
    const broker = await open();
    await broker.place(order);
    await broker.place({ ...order, clientOrderId: ID.replace("0", "f"), side: "sell", quantity: "0.005" });
    expect(toScaled((await broker.positions()).get("BTC/USD") ?? "0")).toBe(-toScaled("0.003"));
  });

  it("rejects a symbol that it does not trade", async () => {
    const broker = await open();
    expect(await broker.place({ ...order, symbol: "EUR/USD" })).toMatchObject({ status: "rejected" });
    expect(await broker.find(ID, "EUR/USD")).toEqual({ status: "not-found" });
    expect([...(await broker.positions()).values()].every((held) => toScaled(held) === 0n)).toBe(true);
  });
});
