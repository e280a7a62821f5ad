import { toScaled, tradingCosts } from "@wazi/trading";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ALL_ORDERS_PATH,
  fakeCredentials,
  FAKE_EXCHANGE,
  ORDER_PATH,
  startFakeExchange,
  TRADES_PATH,
  type FakeExchange,
} from "../../../../../tests/harness/fake-exchange.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { createCcxtBroker } from "./ccxt-broker.ts";
import { createPaperBroker } from "./paper-broker.ts";
import { seedBots } from "../../investing/bots/store.ts";
import { compareWithVenue } from "../../ledger/reconciliation/venue/store.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import type { Broker } from "./broker.ts";
import { createFeeLookup } from "./late-fees.ts";
import { createVenueSync, type VenueSync } from "./venue-sync.ts";
import { RENEW_EVERY_MS, renewLease, takeLease, type Lease } from "../../platform/jobs/store.ts";
import type { PoolTrade } from "../loop/open-trade.ts";
import { planOrder } from "./store.ts";

/** A venue that answers may take long on a busy machine. The short one is for a venue that does not answer. */
const [TIMEOUT_MS, SHORT_TIMEOUT_MS] = [30_000, 400];

let database: TestDatabase;
/** The application's connection, and the owner's for test data that no operation creates. */
let sql: Sql;
let owner: Sql;
let venue: FakeExchange;
let lease: Lease;
/** Added to the clock. */
let laterMs: number;
const now = (): Date => new Date(Date.now() + laterMs);

beforeAll(async () => {
  database = await createTestDatabase();
  [sql, owner] = [openPool(database.url), openPool(database.url, { role: null })];
  await seedBots(sql);
  await owner`
    insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place) values
      ('crypto', 'BTC/USD', 64000, 0, 'live', now(), 1), ('crypto', 'ETH/USD', 3200, 0, 'live', now(), 6)`;
});
afterAll(async () => {
  await sql.end();
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  laterMs = 0;
  venue = await startFakeExchange();
  await owner.unsafe("truncate orders; update pools set open_trades = '[]', units_at_close = 0, nav = 1");
  lease = (await takeLease(sql, "test", true))!;
  // Loading the exchange can take longer than a lease lasts.
  const renewing = setInterval(() => void renewLease(sql, lease).catch(() => false), RENEW_EVERY_MS);
  return () => clearInterval(renewing);
});
afterEach(() => venue.close());

function openBroker(timeoutMs = TIMEOUT_MS): Broker {
  const settings = { kind: "ccxt", exchange: FAKE_EXCHANGE, url: venue.url, credentials: fakeCredentials } as const;
  return createCcxtBroker(settings, { now, timeoutMs });
}

/** A new sync, as after a restart: it remembers nothing. */
function startSync(broker = openBroker(), under = lease): VenueSync {
  return createVenueSync({ sql, broker, lease: under, log: silentLog, now });
}

const trade: PoolTrade = {
  id: "4b6ff4c6-7c34-5b9c-8a7a-3a1c6c0d9e11",
  openedAt: "2026-11-21T08:00:00Z",
  feed: "live",
  symbol: "BTC/USD",
  side: "buy",
  exposure: "0.5000",
  baseNav: "1.000000000000",
  entryPrice: "64000.000000000000",
  midPrice: 64_000,
  stopPrice: 63_000,
  targetPrice: null,
  costs: tradingCosts.crypto,
  decidedBarTime: 0,
  barTime: 0,
  barSequence: 1,
  dividends: "0",
  lastDividend: null,
  financing: "0",
  financedUntil: 0,
};

/** Sets a pool to this many units at 1.00, with this open trade or none. */
async function setPool(bot: string, units: number, open: Partial<PoolTrade> | null = {}): Promise<void> {
  const row = JSON.stringify(open === null ? [] : [{ ...trade, ...open }]);
  await owner`
    update pools set units_at_close = ${units}, open_trades = ${row}::text::jsonb
    from trading_bots b where b.id = pools.bot_id and b.name = ${bot}`;
}

/** Lets time pass, also since orders were sent. */
async function wait(ms: number): Promise<void> {
  laterMs += ms;
  await owner`update orders set sent_at = sent_at - make_interval(secs => ${ms / 1_000}::double precision)`;
}

interface OrderRow {
  status: string;
  side: string;
  quantity: string;
  filled: string;
  slippage: string | null;
}

const orders = (): Promise<OrderRow[]> => owner<OrderRow[]>`
  select status, side, quantity::float8::text as quantity, filled_quantity::float8::text as filled,
    slippage::float8::text as slippage from orders order by symbol, sequence`;

const sent = (): string[] => venue.orders.map(({ side, quantity }) => `${side} ${quantity}`);

/** The position at the venue, and the sum of our own fills. */
async function holdings(): Promise<{ there: bigint; ours: bigint }> {
  const there = toScaled((await openBroker().positions()).get("BTC/USD") ?? "0");
  const [row] = await owner<{ held: string }[]>`
    select coalesce(sum(case when side = 'buy' then filled_quantity else -filled_quantity end), 0)::text as held
    from orders where symbol = 'BTC/USD'`;
  return { there, ours: toScaled(row?.held ?? "0") };
}

describe("venue sync", () => {
  it("orders an opening in whole lots, once, and reverses it at the close", async () => {
    const venueSync = startSync();
    await setPool("Crypto-Whale-07", 1_000);
    await venueSync.sync();
    await venueSync.sync();
    expect(sent()).toEqual(["BUY 0.007"]);
    await setPool("Crypto-Whale-07", 1_000, null);
    await venueSync.sync();
    await venueSync.sync();
    expect(sent()).toEqual(["BUY 0.007", "SELL 0.007"]);
    expect(await holdings()).toEqual({ there: 0n, ours: 0n });
  });

  it("holds one position for all pools together", async () => {
    const venueSync = startSync();
    await setPool("Crypto-Whale-07", 1_000);
    await setPool("Crypto-Scalper-03", 3_000, { side: "sell" });
    await venueSync.sync();
    expect(sent()).toEqual(["SELL 0.015"]);
  });

  it("orders the difference when money comes in or goes out", async () => {
    const venueSync = startSync();
    await setPool("Crypto-Whale-07", 1_000);
    await venueSync.sync();
    await setPool("Crypto-Whale-07", 2_000);
    await venueSync.sync();
    await setPool("Crypto-Whale-07", 1_500);
    await venueSync.sync();
    expect(sent()).toEqual(["BUY 0.007", "BUY 0.008", "SELL 0.004"]);
  });

  it("ignores less than a lot, other symbols, and trades that are not on live prices", async () => {
    await setPool("Crypto-Whale-07", 100);
    await setPool("Crypto-Scalper-03", 10_000, { feed: "simulated" });
    await setPool("Stock-Titan-05", 10_000, { symbol: "AAPL" });
    await startSync().sync();
    expect(await orders()).toEqual([]);
  });

  it("orders for a bot that trades a symbol of another market, as one of shares does that holds a fund", async () => {
    await setPool("Stock-Titan-05", 1_000);
    await startSync().sync();
    expect(sent()).toEqual(["BUY 0.007"]);
  });

  it("saves the fill, the fee and the slippage against the model's price", async () => {
    await setPool("Crypto-Whale-07", 1_000);
    await startSync().sync();
    expect(await orders()).toEqual([
      { status: "filled", side: "buy", quantity: "0.007", filled: "0.007", slippage: "0.0007" },
    ]);
    const [row] = await owner<
      { fee: string; decision: object }[]
    >`select fee::float8::text as fee, decision from orders`;
    expect(row?.fee).toBe("0.17920028");
    expect(row?.decision).toMatchObject([{ bot: "Crypto-Whale-07", opening: trade.id, quantity: "0.007812500000" }]);
  });

  it("orders the rest after a partial fill", async () => {
    const venueSync = startSync();
    venue.next.push("partial");
    await setPool("Crypto-Whale-07", 2_000);
    await venueSync.sync();
    await venueSync.sync();
    expect(venue.orders.map(({ filled }) => Number(filled))).toEqual([0.007, 0.008]);
    expect(await holdings()).toEqual({ there: toScaled("0.015"), ours: toScaled("0.015") });
  });

  it("waits for an order in progress", async () => {
    const venueSync = startSync();
    venue.next.push("wait");
    await setPool("Crypto-Whale-07", 1_000);
    await venueSync.sync();
    await setPool("Crypto-Whale-07", 5_000);
    await venueSync.sync();
    expect((await orders()).map(({ status }) => status)).toEqual(["open"]);
    venue.fillWaiting();
    await venueSync.sync();
    await venueSync.sync();
    expect(sent()).toEqual(["BUY 0.007", "BUY 0.032"]);
  });

  it("sends nothing when another trader holds the lease", async () => {
    await setPool("Crypto-Whale-07", 1_000);
    const stale = startSync();
    if (!(await takeLease(sql, "another", true))) throw new Error("no lease");
    await stale.sync();
    expect(venue.orders).toEqual([]);
    expect(await orders()).toEqual([]);
  });

  it("sends one order when several syncs run at once", async () => {
    await setPool("Crypto-Whale-07", 1_000);
    await Promise.all([startSync().sync(), startSync().sync(), startSync().sync()]);
    await startSync().sync();
    expect(sent()).toEqual(["BUY 0.007"]);
    expect(await holdings()).toEqual({ there: toScaled("0.007"), ours: toScaled("0.007") });
  });

  it("works the same with the paper broker", async () => {
    const coin = { symbol: "BTC/USD", venueSymbol: "BTC/USD", lotSize: "0.001", leastQuantity: "0.001" };
    await setPool("Crypto-Whale-07", 1_000);
    await startSync(createPaperBroker([coin], { priceOf: () => "64000" })).sync();
    expect(await orders()).toMatchObject([{ status: "filled", filled: "0.007", slippage: "0" }]);
  });
});

describe("an order without an answer", () => {
  it("is looked up before another order is sent", async () => {
    const venueSync = startSync(openBroker(SHORT_TIMEOUT_MS));
    venue.misbehave(ORDER_PATH, "lose-answer");
    await setPool("Crypto-Whale-07", 1_000);
    await venueSync.sync();
    expect((await orders()).map(({ status }) => status)).toEqual(["unknown"]);
    await setPool("Crypto-Whale-07", 2_000);
    venue.misbehave(ALL_ORDERS_PATH, "silence", "server-error");
    await venueSync.sync();
    await venueSync.sync();
    expect(sent()).toEqual(["BUY 0.007"]);
    expect(venueSync.isHalted("BTC/USD")).toBe(true);
    await venueSync.sync();
    await venueSync.sync();
    expect((await orders()).map(({ status }) => status)).toEqual(["filled", "filled"]);
    expect(sent()).toEqual(["BUY 0.007", "BUY 0.008"]);
    expect(venueSync.isHalted("BTC/USD")).toBe(false);
  });

  it("is not sent again while it may still arrive, and is decided again after that", async () => {
    const venueSync = startSync(openBroker(SHORT_TIMEOUT_MS));
    venue.misbehave(ORDER_PATH, "silence");
    await setPool("Crypto-Whale-07", 1_000);
    await venueSync.sync();
    await wait(55_000);
    await venueSync.sync();
    expect(venue.orders).toEqual([]);
    await wait(6_000);
    await venueSync.sync();
    await venueSync.sync();
    expect((await orders()).map(({ status }) => status)).toEqual(["absent", "filled"]);
    expect(sent()).toEqual(["BUY 0.007"]);
  });

  it("is not taken for lost by a process whose clock was set forward", async () => {
    const venueSync = startSync(openBroker(SHORT_TIMEOUT_MS));
    venue.misbehave(ORDER_PATH, "silence");
    await setPool("Crypto-Whale-07", 1_000);
    await venueSync.sync();
    laterMs = 3_600_000;
    await venueSync.sync();
    expect((await orders()).map(({ status }) => status)).toEqual(["unknown"]);
  });
});

describe("a fill without a fee", () => {
  const fees = (): Promise<unknown> => owner`select fee::float8::text from orders order by sequence`;
  const age = (seconds: number): Promise<unknown> =>
    owner`update orders set settled_at = settled_at - make_interval(secs => ${seconds}::double precision)`;

  it("does not hold up the closing of a position while the list of trades fails", async () => {
    const venueSync = startSync();
    venue.misbehave(TRADES_PATH, "server-error", "rate-limit");
    await setPool("Crypto-Whale-07", 1_000);
    await venueSync.sync();
    expect(venueSync.isHalted("BTC/USD")).toBe(false);
    await setPool("Crypto-Whale-07", 1_000, null);
    await venueSync.sync();
    expect(sent()).toEqual(["BUY 0.007", "SELL 0.007"]);
    expect(await fees()).toEqual([{ fee: null }, { fee: null }]);
  });

  it("gets its fee later, asked for less and less often", async () => {
    venue.hidesTrades = true;
    await setPool("Crypto-Whale-07", 1_000);
    await startSync().sync();
    const lookup = createFeeLookup({ sql, broker: openBroker() });
    const asked = (): number => venue.asked.filter((each) => each === `GET ${ALL_ORDERS_PATH}`).length;
    await lookup.lookUp();
    expect(asked()).toBe(0);
    await age(11);
    await lookup.lookUp();
    await lookup.lookUp();
    expect([asked(), await fees()]).toEqual([1, [{ fee: null }]]);
    venue.hidesTrades = false;
    await age(20);
    await lookup.lookUp();
    await lookup.lookUp();
    expect([asked(), await fees()]).toEqual([2, [{ fee: "0.17920028" }]]);
  });
});

describe("a trader that crashes", () => {
  const killed = new Error("killed");

  it("between saving and sending decides the order again and sends it once", async () => {
    await setPool("Crypto-Whale-07", 1_000);
    const intent = {
      broker: "ccxt:binanceusdm",
      symbol: "BTC/USD",
      sequence: 1n,
      side: "buy",
      quantity: "0.007",
    } as const;
    const more = { clientOrderId: "b2".repeat(16), held: "0", target: "0.007", decision: [], modelPrice: "64000" };
    expect(await planOrder(sql, { ...intent, ...more }, lease)).toBe(true);
    const venueSync = startSync();
    await venueSync.sync();
    await venueSync.sync();
    expect((await orders()).map(({ status }) => status)).toEqual(["absent", "filled"]);
    expect(sent()).toEqual(["BUY 0.007"]);
  });

  it.each([
    ["before the venue has it", false],
    ["after the venue has taken it", true],
  ])("while sending, %s, never sends two orders", async (_when, arrives) => {
    await setPool("Crypto-Whale-07", 1_000);
    const broker = openBroker();
    const dying: Broker = {
      ...broker,
      place: async (order) => {
        if (arrives) await broker.place(order);
        throw killed;
      },
    };
    await expect(startSync(dying).sync()).rejects.toThrow(killed);
    expect((await orders()).map(({ status }) => status)).toEqual(["sent"]);
    const next = startSync();
    await next.sync();
    expect(venue.orders).toHaveLength(arrives ? 1 : 0);
    await wait(61_000);
    await next.sync();
    await next.sync();
    expect(sent()).toEqual(["BUY 0.007"]);
    expect(await holdings()).toEqual({ there: toScaled("0.007"), ours: toScaled("0.007") });
  });
});

describe("an order that the venue refuses", () => {
  it("stops new trades in the symbol, also after a restart, and is tried again later", async () => {
    const venueSync = startSync();
    venue.next.push("reject");
    await setPool("Crypto-Whale-07", 1_000);
    await venueSync.sync();
    await venueSync.sync();
    expect((await orders()).map(({ status }) => status)).toEqual(["rejected"]);
    expect(venueSync.isHalted("BTC/USD")).toBe(true);
    expect(venueSync.isHalted("ETH/USD")).toBe(false);
    const next = startSync();
    expect(next.isHalted("ETH/USD")).toBe(true);
    await next.sync();
    expect([next.isHalted("BTC/USD"), next.isHalted("ETH/USD"), next.isHalted("SOL/USD")]).toEqual([true, false, true]);
    await wait(61_000);
    await next.sync();
    expect(sent()).toEqual(["BUY 0.007"]);
    expect(next.isHalted("BTC/USD")).toBe(false);
  });

  it("is tried again a few times, then rarely", async () => {
    const venueSync = startSync();
    venue.next.push("reject", "reject", "reject", "reject", "reject");
    await setPool("Crypto-Whale-07", 1_000);
    for (let minute = 0; minute < 12; minute += 1) {
      laterMs = minute * 61_000;
      await venueSync.sync();
    }
    expect(await orders()).toHaveLength(5);
    laterMs = 4 * 61_000 + 900_000;
    await venueSync.sync();
    expect((await orders()).at(-1)?.status).toBe("filled");
  });
});

describe("reconciliation with the venue", () => {
  it("finds no difference when the records match, and reports both gains", async () => {
    const venueSync = startSync();
    await setPool("Crypto-Whale-07", 1_000);
    await venueSync.sync();
    await setPool("Crypto-Whale-07", 1_000, null);
    venue.prices.set("BTCUSDT", "65000.00");
    await venueSync.sync();
    const { differences, totals } = await compareWithVenue(sql, openBroker());
    expect(differences).toEqual([]);
    expect(totals).toEqual({
      poolsGained: "0.00",
      venueGained: "6.64",
      fees: "0.36",
      slippage: "-7.00",
      bookings: null,
    });
  });

  it("reports a position without an order, and a fill that differs", async () => {
    await setPool("Crypto-Whale-07", 1_000);
    await startSync().sync();
    const [order] = venue.orders;
    if (!order) throw new Error("no order");
    venue.orders.push({ ...order, orderId: 2, clientOrderId: "by-hand" });
    order.price = "64100.00";
    const { differences } = await compareWithVenue(sql, openBroker());
    expect(differences.map(({ check, subject }) => [check, subject])).toEqual([
      ["the venue's positions equal the sum of our orders", "BTC/USD at ccxt:binanceusdm"],
      ["a stored fill equals the venue's fill", `order ${order.clientOrderId}`],
    ]);
    expect(differences.map(({ expected, actual }) => [Number.parseFloat(expected), Number.parseFloat(actual)])).toEqual(
      [
        [0.007, 0.014],
        [0.007, 0.007],
      ],
    );
  });
});
