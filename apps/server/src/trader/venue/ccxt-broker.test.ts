import { toScaled } from "@wazi/trading";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ALL_ORDERS_PATH,
  fakeCredentials,
  FAKE_EXCHANGE,
  ORDER_PATH,
  startFakeExchange,
  TRADES_PATH,
  type FakeExchange,
} from "../../../../../tests/harness/fake-exchange.ts";
import type { Broker } from "./broker.ts";
import { createCcxtBroker } from "./ccxt-broker.ts";

/** Only tests of a silent exchange wait for the short time, in which a busy machine may not answer. */
const [TIMEOUT_MS, SHORT_TIMEOUT_MS] = [30_000, 1_500];

let venue: FakeExchange;
let broker: Broker;
beforeEach(async () => {
  venue = await startFakeExchange();
  broker = open();
  await broker.instruments();
});
afterEach(() => venue.close());

function open({ credentials = fakeCredentials, timeoutMs = TIMEOUT_MS } = {}): Broker {
  const settings = { kind: "ccxt", exchange: FAKE_EXCHANGE, url: venue.url, credentials } as const;
  return createCcxtBroker(settings, { now: () => new Date(), timeoutMs });
}

const order = { clientOrderId: "a1".repeat(16), symbol: "BTC/USD", side: "buy", quantity: "0.004" } as const;
/** Continues with a broker that does not wait long. */
async function becomeImpatient(): Promise<void> {
  broker = open({ timeoutMs: SHORT_TIMEOUT_MS });
  await broker.instruments();
}

const findOrder = () => broker.find(order.clientOrderId, order.symbol);

describe("a broker over ccxt", () => {
  it("trades a coin on its perpetual contract under the client order id", async () => {
    expect(await broker.instruments()).toMatchObject([
      { symbol: "BTC/USD", venueSymbol: "BTC/USDT:USDT" },
      { symbol: "ETH/USD", venueSymbol: "ETH/USDT:USDT" },
    ]);
    await broker.place(order);
    expect(venue.orders).toMatchObject([{ clientOrderId: order.clientOrderId, side: "BUY", quantity: "0.004" }]);
  });

  it("takes the fee from the fills when the order has none", async () => {
    const placed = await broker.place(order);
    expect(placed.status === "filled" && toScaled(placed.fee ?? "0")).toBe(toScaled("0.10240016"));
  });

  it.each(["silence", "server-error", "malformed", "rate-limit"] as const)(
    "reports a fill without its fee when the list of trades ends in %s, and the fee later",
    async (how) => {
      if (how === "silence") await becomeImpatient();
      venue.misbehave(TRADES_PATH, how, how);
      expect(await broker.place(order)).toMatchObject({ status: "filled", fee: null });
      expect(await findOrder()).toMatchObject({ status: "filled", fee: null });
      const found = await findOrder();
      expect(found.status === "filled" && toScaled(found.fee ?? "0")).toBe(toScaled("0.10240016"));
    },
  );

  it("reports a fill at once while the venue has not listed its trades", async () => {
    venue.hidesTrades = true;
    expect(await broker.place(order)).toMatchObject({ status: "filled", fee: null });
  });

  it("finds the fee of an order after more than 100 trades on that day", async () => {
    await broker.place(order);
    const [first] = venue.orders.splice(0);
    if (!first) throw new Error("no order");
    const hourAgoMs = Date.now() - 3_600_000;
    for (let index = 1; index <= 101; index += 1)
      venue.orders.push({ ...first, orderId: index, clientOrderId: `earlier-${index}`, time: hourAgoMs + index });
    const placed = await broker.place(order);
    expect(placed.status === "filled" && toScaled(placed.fee ?? "0")).toBe(toScaled("0.10240016"));
  });

  it.each(["lose-answer", "silence", "server-error", "malformed", "rate-limit"] as const)(
    "reports an order that ends in %s as unknown until it is found",
    async (how) => {
      if (how === "silence") await becomeImpatient();
      venue.misbehave(ORDER_PATH, how);
      expect(await broker.place(order)).toMatchObject({ status: "unknown" });
      const wasTaken = how === "lose-answer";
      expect(venue.orders).toHaveLength(wasTaken ? 1 : 0);
      expect(await findOrder()).toMatchObject({ status: wasTaken ? "filled" : "not-found" });
    },
  );

  it.each(["silence", "server-error", "malformed", "rate-limit"] as const)(
    "keeps an order unknown while the venue answers with %s",
    async (how) => {
      await broker.place(order);
      if (how === "silence") await becomeImpatient();
      venue.misbehave(ALL_ORDERS_PATH, how);
      expect(await findOrder()).toMatchObject({ status: "unknown" });
      expect(await findOrder()).toMatchObject({ status: "filled" });
    },
  );

  it("reports a rejection with its reason and without the signature", async () => {
    venue.next.push("reject");
    const placed = await broker.place(order);
    expect(placed).toMatchObject({ status: "rejected" });
    expect(placed.status === "rejected" && placed.reason).toMatch(/Margin is insufficient/);
    expect(JSON.stringify(placed)).not.toMatch(/signature|a-secret/);
    expect(await findOrder()).toEqual({ status: "not-found" });
  });

  it("treats a duplicate id as the existing order, not as a rejection", async () => {
    await broker.place(order);
    expect(await open().place(order)).toMatchObject({ status: "filled" });
    expect(venue.orders).toHaveLength(1);
  });

  it("reports a partial fill with the filled quantity", async () => {
    venue.next.push("partial");
    const placed = await broker.place(order);
    expect(placed.status === "filled" && toScaled(placed.quantity)).toBe(toScaled("0.002"));
  });

  it("reports a working order as open until it is filled", async () => {
    venue.next.push("wait");
    expect(await broker.place(order)).toEqual({ status: "open" });
    expect(await findOrder()).toEqual({ status: "open" });
    venue.fillWaiting();
    expect(await findOrder()).toMatchObject({ status: "filled" });
  });

  it("places no order with an invalid API key", async () => {
    const stranger = open({ credentials: { ...fakeCredentials, apiKey: "another" } });
    expect(await stranger.place(order)).toMatchObject({ status: "unknown" });
    await expect(stranger.positions()).rejects.toThrow(/Invalid API-key/);
    expect(venue.orders).toEqual([]);
  });
});
