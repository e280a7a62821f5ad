import { toScaled } from "@wazi/trading";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ALPACA_CLOCK_PATH,
  ALPACA_ORDERS_PATH,
  type FakeAlpaca,
  fakeAlpacaKeys,
  startFakeAlpaca,
} from "../../../../../tests/harness/fake-alpaca.ts";
import { createAlpacaBroker } from "./alpaca-broker.ts";
import type { Broker } from "./broker.ts";

/** Only tests of a silent venue wait for the short time, in which a busy machine may not answer. */
const [TIMEOUT_MS, SHORT_TIMEOUT_MS] = [30_000, 1_000];

let venue: FakeAlpaca;
let broker: Broker;
let nowMs: number;
beforeEach(async () => {
  venue = await startFakeAlpaca();
  nowMs = Date.now();
  broker = open();
});
afterEach(() => venue.close());

function open({ credentials = fakeAlpacaKeys, timeoutMs = TIMEOUT_MS, isPaper = true } = {}): Broker {
  const symbols = ["SPY", "IEF", "GLD", "KO"];
  const settings = { kind: "alpaca", isPaper, url: venue.url, credentials, symbols } as const;
  return createAlpacaBroker(settings, { now: () => new Date(nowMs), timeoutMs });
}

const order = { clientOrderId: "a1".repeat(16), symbol: "SPY", side: "buy", quantity: "1.234567000000" } as const;
const findOrder = () => broker.find(order.clientOrderId, order.symbol);

describe("a broker at Alpaca", () => {
  it("lists the funds that have a quote, in parts of a share worth two dollars or more", async () => {
    expect(await broker.instruments()).toEqual([
      { symbol: "SPY", venueSymbol: "SPY", lotSize: "0.000001", leastQuantity: "0.003696000000", isLongOnly: true },
      { symbol: "IEF", venueSymbol: "IEF", lotSize: "0.000001", leastQuantity: "0.021142000000", isLongOnly: true },
      { symbol: "GLD", venueSymbol: "GLD", lotSize: "0.000001", leastQuantity: "0.009226000000", isLongOnly: true },
    ]);
  });

  it("lists whole shares for an account without parts of them, and a share without a price", async () => {
    venue.prices.set("GLD", "0");
    expect((await broker.instruments()).map(({ leastQuantity }) => leastQuantity).at(-1)).toBe("1");
    venue.account.isFractional = false;
    const [fund] = await broker.instruments();
    expect([fund?.lotSize, fund?.leastQuantity]).toEqual(["1", "1"]);
  });

  it.each([
    ["blocked", { isBlocked: true }],
    ["ACCOUNT_UPDATED", { status: "ACCOUNT_UPDATED" }],
  ])("lists nothing for an account that is %s", async (word, change) => {
    Object.assign(venue.account, change);
    await expect(broker.instruments()).rejects.toThrow(word);
  });

  it("sends quantities and ids as they were decided, and gives the exact fill", async () => {
    expect(await broker.place(order)).toEqual({ status: "open" });
    expect(venue.orders).toMatchObject([{ clientOrderId: order.clientOrderId, side: "buy", quantity: "1.234567" }]);
    expect(await findOrder()).toEqual({ status: "filled", price: "541.20", quantity: "1.234567", fee: "0" });
    expect([...(await broker.positions())]).toEqual([
      ["SPY", "1.234567000"],
      ["IEF", "0"],
      ["GLD", "0"],
      ["KO", "0"],
    ]);
  });

  it.each(["lose-answer", "silence", "server-error", "malformed", "rate-limit"] as const)(
    "reports an order that ends in %s as unknown until it is found",
    async (how) => {
      if (how === "silence") broker = open({ timeoutMs: SHORT_TIMEOUT_MS });
      venue.misbehave(ALPACA_ORDERS_PATH, how);
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
      if (how === "silence") broker = open({ timeoutMs: SHORT_TIMEOUT_MS });
      venue.misbehave(ALPACA_ORDERS_PATH, how);
      expect(await findOrder()).toMatchObject({ status: "unknown" });
      expect(await findOrder()).toMatchObject({ status: "filled" });
    },
  );

  it("does not take an order for absent when the page is full", async () => {
    await broker.place(order);
    const [first] = venue.orders;
    if (!first) throw new Error("no order");
    for (let index = 1; index < 500; index += 1)
      venue.orders.push({ ...first, id: String(index), clientOrderId: `another-${index}` });
    expect(await findOrder()).toMatchObject({ status: "filled" });
    expect(await broker.find("b2".repeat(16), "SPY")).toMatchObject({ status: "unknown" });
  });

  it("never asks twice by itself", async () => {
    venue.misbehave(ALPACA_ORDERS_PATH, "server-error", "server-error");
    await broker.place(order);
    await findOrder();
    expect(venue.asked).toEqual(["POST /v2/orders", "GET /v2/orders"]);
  });

  it("reports a refusal with its reason and without the keys", async () => {
    venue.next.push("reject");
    const placed = await broker.place(order);
    expect(placed).toEqual({ status: "rejected", reason: "insufficient buying power" });
    expect(await findOrder()).toEqual({ status: "not-found" });
  });

  it("treats a duplicate id as the existing order, not as a refusal", async () => {
    await broker.place(order);
    expect(await open().place(order)).toMatchObject({ status: "filled" });
    expect(venue.orders).toHaveLength(1);
  });

  it.each([
    ["partial", { status: "filled", quantity: "0.617283000000" }],
    ["expire", { status: "rejected" }],
    ["wait", { status: "open" }],
    ["replace", { status: "filled", quantity: "1.234567" }],
  ] as const)("reports an order that ends in %s as it is", async (how, outcome) => {
    venue.next.push(how);
    await broker.place(order);
    expect(await findOrder()).toMatchObject(outcome);
  });

  it("reports an order whose replacement it cannot see as unknown", async () => {
    venue.next.push("replace");
    await broker.place(order);
    venue.orders.splice(1);
    expect(await findOrder()).toMatchObject({ status: "unknown" });
  });

  it("sells what it holds and nothing short", async () => {
    await broker.place(order);
    const sale = { ...order, clientOrderId: "b2".repeat(16), side: "sell" } as const;
    expect(await broker.place({ ...sale, quantity: "2" })).toMatchObject({ status: "rejected" });
    expect(await broker.place({ ...sale, quantity: "1.234567" })).toEqual({ status: "open" });
    expect(toScaled((await broker.positions()).get("SPY") ?? "")).toBe(0n);
  });

  it("places no order with invalid keys", async () => {
    const stranger = open({ credentials: { ...fakeAlpacaKeys, secret: "another" } });
    expect(await stranger.place(order)).toMatchObject({ status: "unknown", reason: "unauthorized." });
    await expect(stranger.positions()).rejects.toThrow(/unauthorized/);
    expect(venue.orders).toEqual([]);
  });

  it("names the account by its kind, and moves real money only in the live one", () => {
    const [paper, live] = [broker, open({ isPaper: false })];
    expect([paper.name, paper.isPractice]).toEqual(["alpaca:paper", true]);
    expect([live.name, live.isPractice]).toEqual(["alpaca:live", false]);
  });
});

describe("the hours at Alpaca", () => {
  const isOpen = () => broker.shareMarket?.isOpen();
  const timesAsked = (): number => venue.asked.filter((each) => each.endsWith(ALPACA_CLOCK_PATH)).length;

  it("are those of the venue's clock, asked again when it changes and each minute", async () => {
    venue.clock = { nowMs: () => Date.parse("2020-01-02T12:00Z"), isOpen: false, changesInMs: 10_000 };
    expect([await isOpen(), await isOpen(), timesAsked()]).toEqual([false, false, 1]);
    venue.clock = { ...venue.clock, isOpen: true, changesInMs: 3_600_000 };
    nowMs += 10_000;
    expect([await isOpen(), timesAsked()]).toEqual([true, 2]);
    nowMs += 59_000;
    expect([await isOpen(), timesAsked()]).toEqual([true, 2]);
    nowMs += 1_000;
    expect([await isOpen(), timesAsked()]).toEqual([true, 3]);
    nowMs -= 3_600_000;
    expect([await isOpen(), timesAsked()]).toEqual([true, 4]);
  });

  it("are not known while the venue does not answer", async () => {
    venue.misbehave(ALPACA_CLOCK_PATH, "server-error", "malformed");
    await expect(isOpen()).rejects.toThrow();
    await expect(isOpen()).rejects.toThrow();
    expect(await isOpen()).toBe(true);
  });

  it("come with a calendar of days", async () => {
    venue.holidays.add("2026-11-26");
    const days = await broker.shareMarket?.listDays(new Date("2026-11-25T00:00Z"), new Date("2026-11-27T00:00Z"));
    expect(days).toEqual(["2026-11-25", "2026-11-27"].map((date) => ({ date, opensAt: "09:30", closesAt: "16:00" })));
  });
});

it("lists what Alpaca booked besides our orders and the operator's money", async () => {
  const date = "2026-11-20T00:00:00Z";
  venue.activities.push(
    { id: "1::a", activity_type: "CSD", date, net_amount: "5000" },
    { id: "2::b", activity_type: "DIV", date, net_amount: "1.02", symbol: "SPY" },
    { id: "3::c", activity_type: "FEE", date, net_amount: "-0.03" },
  );
  expect(await broker.shareMarket?.listEvents(new Date("2026-11-01T00:00Z"))).toEqual([
    { id: "3::c", date: "2026-11-20", type: "FEE", symbol: null, amount: "-0.03" },
    { id: "2::b", date: "2026-11-20", type: "DIV", symbol: "SPY", amount: "1.02" },
  ]);
});
