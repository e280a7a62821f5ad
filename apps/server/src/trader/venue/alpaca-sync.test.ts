import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import { toScaled, tradingCosts } from "@wazi/trading";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FakeAlpaca, fakeAlpacaKeys, startFakeAlpaca } from "../../../../../tests/harness/fake-alpaca.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { seedBots } from "../../investing/bots/store.ts";
import { compareWithVenue } from "../../ledger/reconciliation/venue/store.ts";
import { openPool, type Queryable, type Sql } from "../../platform/db/pool.ts";
import { type Lease, RENEW_EVERY_MS, renewLease, takeLease } from "../../platform/jobs/store.ts";
import type { PoolTrade } from "../loop/open-trade.ts";
import { createAlpacaBroker } from "./alpaca-broker.ts";
import type { Broker } from "./broker.ts";
import { readOurQuantities } from "./store.ts";
import { createVenueSync, type VenueSync } from "./venue-sync.ts";

const FUNDS = ["SPY", "IEF", "GLD"];
/** After this time an order that the venue does not know never arrived. */
const LOST_MS = 61_000;

let database: TestDatabase;
/** The application's connection, and the owner's for test data that no operation creates. */
let sql: Sql;
let owner: Sql;
let venue: FakeAlpaca;
let lease: Lease;
let laterMs: number;
let logged: string[];
const now = (): Date => new Date(Date.now() + laterMs);

beforeAll(async () => {
  database = await createTestDatabase();
  [sql, owner] = [openPool(database.url), openPool(database.url, { role: null })];
  await seedBots(sql);
  await owner`
    insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place) values
      ('portfolio', 'SPY', 500, 0, 'live', now(), 1), ('portfolio', 'IEF', 100, 0, 'live', now(), 2),
      ('portfolio', 'GLD', 200, 0, 'live', now(), 3)`;
});
afterAll(async () => {
  await sql.end();
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  venue = await startFakeAlpaca();
  await begin();
  lease = (await takeLease(sql, "test", true))!;
  const renewing = setInterval(() => void renewLease(sql, lease).catch(() => false), RENEW_EVERY_MS);
  return () => clearInterval(renewing);
});
afterEach(() => venue.close());

/** No orders and no trades, here and at the venue. */
async function begin(): Promise<void> {
  laterMs = 0;
  logged = [];
  venue.orders.splice(0);
  venue.adjustments.clear();
  await owner.unsafe(
    "delete from orders; update pools set open_trades = '[]', units_at_close = 0, nav = 1 where open_trades <> '[]'",
  );
}

const log = {
  info: () => undefined,
  warn: (_details: object, message: string) => void logged.push(message),
  error: (_details: object, message: string) => void logged.push(message),
};

function openBroker(): Broker {
  const settings = {
    kind: "alpaca",
    isPaper: false,
    url: venue.url,
    credentials: fakeAlpacaKeys,
    symbols: FUNDS,
  } as const;
  return createAlpacaBroker(settings, { now, timeoutMs: 30_000 });
}

const setModelPrice = (price: string) => owner`update market_prices set price = ${price} where symbol = 'SPY'`;

/** A new sync, as after a restart: it remembers nothing. */
const startSync = (broker = openBroker(), through = sql): VenueSync =>
  createVenueSync({ sql: through, broker, lease, log, now });

const trade: PoolTrade = {
  id: "4b6ff4c6-7c34-5b9c-8a7a-3a1c6c0d9e11",
  openedAt: "2026-11-21T08:00:00Z",
  feed: "live",
  symbol: "SPY",
  side: "buy",
  exposure: "0.5000",
  baseNav: "1.000000000000",
  entryPrice: "500.000000000000",
  midPrice: 500,
  stopPrice: null,
  targetPrice: null,
  costs: tradingCosts.stocks,
  decidedBarTime: 0,
  barTime: 0,
  barSequence: 1,
  dividends: "0",
  lastDividend: null,
  financing: "0",
  financedUntil: 0,
};

/** Sets a pool to this many units at 1.00, with trades in funds at these exposures. */
async function setPool(
  bot: string,
  units: number,
  exposures: Record<string, string>,
  side: "buy" | "sell" = "buy",
): Promise<void> {
  const prices: Record<string, string> = { SPY: "500", IEF: "100", GLD: "200" };
  const trades = Object.entries(exposures).map(([symbol, exposure]) => {
    return { ...trade, symbol, side, exposure, entryPrice: prices[symbol] };
  });
  await owner`
    update pools set units_at_close = ${units}, open_trades = ${JSON.stringify(trades)}::text::jsonb
    from trading_bots b where b.id = pools.bot_id and b.name = ${bot}`;
}

/** Lets time pass, also for the orders. */
async function wait(ms: number): Promise<void> {
  laterMs += ms;
  await owner`
    update orders set sent_at = sent_at - make_interval(secs => ${ms / 1_000}::double precision),
      settled_at = settled_at - make_interval(secs => ${ms / 1_000}::double precision)`;
}

async function syncTimes(sync: VenueSync, times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) await sync.sync();
}

const sent = (): string[] => venue.orders.map(({ side, quantity, symbol }) => `${side} ${quantity} ${symbol}`);

/** The positions at the venue that are not the sums of our fills. */
async function listDifferences(): Promise<string[]> {
  const rows = await owner<{ symbol: string; held: string }[]>`
    select symbol, sum(case when side = 'buy' then filled_quantity else -filled_quantity end)::text as held
    from orders group by symbol`;
  const ours = new Map(rows.map(({ symbol, held }) => [symbol, held]));
  const theirs = await openBroker().positions();
  return FUNDS.filter((symbol) => toScaled(theirs.get(symbol) ?? "0") !== toScaled(ours.get(symbol) ?? "0"));
}

describe("the sync with Alpaca", () => {
  it("buys a basket in parts of shares, rebalances it, and sells it all", async () => {
    const sync = startSync();
    await setPool("Core Basket", 1_000, { SPY: "0.5000", IEF: "0.3333", GLD: "0.1000" });
    await syncTimes(sync, 3);
    expect(sent().sort()).toEqual(["buy 0.5 GLD", "buy 1 SPY", "buy 3.333 IEF"]);
    await setPool("Core Basket", 1_000, { SPY: "0.4000", IEF: "0.4333", GLD: "0.1000" });
    await syncTimes(sync, 3);
    expect(sent().slice(3).sort()).toEqual(["buy 1 IEF", "sell 0.2 SPY"]);
    await setPool("Core Basket", 0, {});
    await syncTimes(sync, 3);
    expect(sent().slice(5).sort()).toEqual(["sell 0.5 GLD", "sell 0.8 SPY", "sell 4.333 IEF"]);
    expect(await listDifferences()).toEqual([]);
    expect([...(await openBroker().positions()).values()].map(toScaled)).toEqual([0n, 0n, 0n]);
  });

  it("holds one position for the pools of all markets, and never sells short", async () => {
    await setPool("Core Basket", 1_000, { SPY: "0.5000" });
    await setPool("Stock-Dividend-08", 1_000, { SPY: "1.0000" });
    const sync = startSync();
    await syncTimes(sync, 2);
    await setPool("Core Basket", 0, {});
    await setPool("Stock-Dividend-08", 1_000, { SPY: "1.0000" }, "sell");
    await syncTimes(sync, 4);
    expect(sent()).toEqual(["buy 3 SPY", "sell 3 SPY"]);
    expect([sync.isLongOnly("SPY"), sync.isLongOnly("BTC/USD")]).toEqual([true, false]);
  });

  it("sends nothing while the venue is closed, and the newest difference when it opens", async () => {
    venue.clock = { ...venue.clock, isOpen: false, changesInMs: 30_000 };
    const sync = startSync();
    await setPool("Core Basket", 1_000, { SPY: "0.5000" });
    await syncTimes(sync, 2);
    await setPool("Core Basket", 1_000, { SPY: "0.6000" });
    await syncTimes(sync, 2);
    expect([sent(), sync.isHalted("SPY")]).toEqual([[], false]);
    venue.clock = { ...venue.clock, isOpen: true };
    await wait(30_000);
    await syncTimes(sync, 2);
    expect(sent()).toEqual(["buy 1.2 SPY"]);
  });

  it("settles an order that waits for the open, and orders the rest of a day's order that expired", async () => {
    const sync = startSync();
    venue.next.push("wait");
    await setPool("Core Basket", 1_000, { SPY: "0.5000" });
    await syncTimes(sync, 3);
    expect([sent(), sync.isHalted("SPY")]).toEqual([["buy 1 SPY"], true]);
    venue.fillWaiting();
    venue.next.push("partial");
    await setPool("Core Basket", 1_000, { SPY: "0.9000" });
    await syncTimes(sync, 6);
    expect(sent()).toEqual(["buy 1 SPY", "buy 0.8 SPY", "buy 0.4 SPY"]);
    expect(await listDifferences()).toEqual([]);
  });

  it("knows when it lacks one of a bot's funds", async () => {
    venue.prices.delete("GLD");
    const sync = startSync();
    expect(sync.listsAll(["SPY"])).toBe(false);
    await sync.sync();
    expect([sync.listsAll(["SPY", "IEF"]), sync.listsAll(FUNDS)]).toEqual([true, false]);
    expect(logged).toContain("the venue does not list these symbols; bots with one of them open no trades");
    venue.prices.set("GLD", "216.80");
  });
});

describe("a split", () => {
  it("stops orders and new trades in the fund until the positions agree, also after a restart", async () => {
    await setPool("Core Basket", 1_000, { SPY: "0.5000", IEF: "0.1000" });
    await syncTimes(startSync(), 2);
    await wait(LOST_MS);
    venue.split("SPY");
    const sync = startSync();
    await setPool("Core Basket", 1_000, { SPY: "0.4000", IEF: "0.2000" });
    await syncTimes(sync, 3);
    expect(sent()).toHaveLength(3);
    expect([sync.isHalted("SPY"), sync.isHalted("IEF")]).toEqual([true, false]);
    expect(logged.filter((message) => message.includes("as after a split"))).toHaveLength(1);
    const { differences } = await compareWithVenue(sql, openBroker());
    expect(differences).toMatchObject([{ subject: "SPY at alpaca:live", expected: "1.000000000000" }]);
    venue.adjustments.clear();
    await wait(5 * MINUTE_MS);
    await syncTimes(sync, 2);
    expect(sent().at(-1)).toBe("sell 0.2 SPY");
    expect(sync.isHalted("SPY")).toBe(false);
  });

  it("that the feed has told counts in our fills, and orders wait until the trade and the venue have it too", async () => {
    const exTime = Date.now() - (Date.now() % DAY_MS) - 3 * DAY_MS;
    await setPool("Core Basket", 1_000, { SPY: "0.5000" });
    await syncTimes(startSync(), 2);
    expect(sent()).toHaveLength(1);
    await owner`update orders set settled_at = settled_at - interval '10 days'`;
    const told = { actions: { asked: {}, known: [{ symbol: "SPY", kind: "split", exTime, ratio: "2.000000000000" }] } };
    await owner`insert into feed_state (name, state) values ('live', ${JSON.stringify(told)}::text::jsonb)`;
    await wait(LOST_MS);
    const sync = startSync();
    // Neither the trade nor the venue has it yet: a purchase or a sale would be wrong.
    await syncTimes(sync, 3);
    const adjusted = { entryPrice: "250.000000000000", lastSplit: exTime };
    await owner`
      update pools set open_trades = jsonb_set(open_trades, '{0}', (open_trades -> 0) || ${JSON.stringify(adjusted)}::text::jsonb)
      where open_trades <> '[]'`;
    await setModelPrice("250");
    await syncTimes(sync, 3);
    expect(sent()).toHaveLength(1);
    venue.split("SPY");
    await wait(5 * MINUTE_MS);
    await syncTimes(sync, 3);
    expect(sent()).toHaveLength(1);
    expect(sync.isHalted("SPY")).toBe(false);
    const readOurs = (through: Queryable, broker: string) => readOurQuantities(through, broker, now());
    expect((await compareWithVenue(sql, openBroker(), readOurs)).differences).toEqual([]);
    await setModelPrice("500");
    await owner`delete from feed_state where name = 'live'`;
  });

  it("is noticed between orders", async () => {
    const sync = startSync();
    await setPool("Core Basket", 1_000, { SPY: "0.5000" });
    await syncTimes(sync, 2);
    venue.split("SPY");
    await wait(4 * MINUTE_MS);
    await sync.sync();
    expect(sync.isHalted("SPY")).toBe(false);
    await wait(MINUTE_MS);
    await sync.sync();
    expect(sync.isHalted("SPY")).toBe(true);
  });
});

it("reports a day on which the venue's calendar differs from ours", async () => {
  laterMs = Date.parse("2027-02-01T15:00Z") - Date.now();
  venue.holidays.add("2027-02-15");
  await startSync().sync();
  expect(logged.filter((message) => message.includes("calendar"))).toEqual([]);
  venue.holidays.add("2027-02-10");
  await startSync().sync();
  expect(logged.filter((message) => message.includes("calendar"))).toHaveLength(1);
});

it("asks for a calendar that it cannot read again after an hour", async () => {
  const timesAsked = (): number => venue.asked.filter((each) => each === "GET /v2/calendar").length;
  venue.misbehave("/v2/calendar", "server-error");
  const sync = startSync();
  await expect(sync.sync()).rejects.toThrow();
  await sync.sync();
  expect(timesAsked()).toBe(1);
  await wait(HOUR_MS);
  await sync.sync();
  expect(timesAsked()).toBe(2);
});

it("shows dividends and charges of the venue in the reconciliation", async () => {
  const date = now().toISOString();
  venue.activities.push(
    { id: "1::a", activity_type: "DIV", date, net_amount: "1.02", symbol: "SPY" },
    { id: "2::b", activity_type: "FEE", date, net_amount: "-0.03" },
  );
  const { totals } = await compareWithVenue(sql, openBroker());
  expect(totals.bookings).toBe("0.99");
});

/**
 * Every call of the sync to the database and to the venue, counted. At the chosen one the process dies, before the call has done
 * anything or after it has done all, and nothing that it calls later does anything.
 */
function startDying(point: number, isAfter: boolean): { sync: VenueSync; hasDied: () => boolean } {
  let calls = 0;
  const count = async <T>(call: () => Promise<T>): Promise<T> => {
    const number = (calls += 1);
    const dies = (): boolean => number > point || (number === point && !isAfter);
    if (dies()) throw new Error("killed");
    const result = await call();
    if (calls >= point) throw new Error("killed");
    return result;
  };
  const broker = openBroker();
  const { shareMarket } = broker;
  if (!shareMarket) throw new Error("no market");
  const dying: Broker = {
    ...broker,
    instruments: () => count(() => broker.instruments()),
    place: (order) => count(() => broker.place(order)),
    find: (id, symbol) => count(() => broker.find(id, symbol)),
    positions: () => count(() => broker.positions()),
    shareMarket: {
      isOpen: () => count(() => shareMarket.isOpen()),
      listDays: (from, until) => count(() => shareMarket.listDays(from, until)),
      listEvents: (since) => count(() => shareMarket.listEvents(since)),
    },
  };
  const through = (strings: TemplateStringsArray, ...values: unknown[]) => count(async () => sql(strings, ...values));
  return { sync: startSync(dying, Object.assign(through, sql)), hasDied: () => calls >= point };
}

/** Buys a basket, then changes it. */
async function playBasket(sync: VenueSync): Promise<void> {
  await setPool("Core Basket", 1_000, { SPY: "0.5000", IEF: "0.3000" });
  await syncTimes(sync, 2);
  await setPool("Core Basket", 1_000, { SPY: "0.4000", GLD: "0.4000" });
  await syncTimes(sync, 2);
}

describe.each([
  ["before", false],
  ["after", true],
])("a trader that is killed %s each of its calls", (_when, isAfter) => {
  it("sends each order once, and agrees with the venue after a restart", { timeout: 180_000 }, async () => {
    let point = 0;
    for (let isOver = false; !isOver;) {
      point += 1;
      await begin();
      const { sync, hasDied } = startDying(point, isAfter);
      await playBasket(sync).catch((error: unknown) => expect(String(error)).toContain("killed"));
      isOver = !hasDied();
      await setPool("Core Basket", 1_000, { SPY: "0.4000", GLD: "0.4000" });
      const next = startSync();
      await next.sync();
      await wait(LOST_MS);
      await syncTimes(next, 4);
      const story = `killed at call ${point}: ${sent().join(", ")}`;
      expect(await listDifferences(), story).toEqual([]);
      const held = [...(await openBroker().positions())].map(([symbol, quantity]) => `${symbol} ${Number(quantity)}`);
      expect(held, story).toEqual(["SPY 0.8", "IEF 0", "GLD 2"]);
      expect(new Set(venue.orders.map(({ clientOrderId }) => clientOrderId)).size, story).toBe(venue.orders.length);
      // Either the basket changed before its first order, or each difference was ordered exactly once.
      const bought = (symbol: string): number => venue.orders.filter((each) => each.symbol === symbol).length;
      expect(bought("SPY"), story).toBeLessThanOrEqual(2);
      expect([0, 2], story).toContain(bought("IEF"));
      expect(bought("GLD"), story).toBe(1);
    }
    expect(point).toBeGreaterThan(25);
  });
});
