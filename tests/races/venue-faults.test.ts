import { SCALE, toScaled, tradingCosts } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCcxtBroker } from "../../apps/server/src/trader/venue/ccxt-broker.ts";
import { createSeededRandom, type Random } from "../../lab/commands/seeding/seeded-random.ts";
import { seedBots } from "../../apps/server/src/investing/bots/store.ts";
import { compareWithVenue } from "../../apps/server/src/ledger/reconciliation/venue/store.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { type Lease, takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import { dropPlannedOrder, markSent, planOrder } from "../../apps/server/src/trader/venue/store.ts";
import type { PoolTrade } from "../../apps/server/src/trader/loop/open-trade.ts";
import type { Broker } from "../../apps/server/src/trader/venue/broker.ts";
import { createFeeLookup } from "../../apps/server/src/trader/venue/late-fees.ts";
import { createVenueSync, type VenueSync } from "../../apps/server/src/trader/venue/venue-sync.ts";
import { byDepth } from "../harness/test-depth.ts";
import { silentLog } from "../harness/silent-log.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { createFaultyVenue, type FaultyVenue } from "./venue-faults/faulty-venue.ts";

/** `npm run wazi -- torture --venues N` sets the number and the first seed. */
const SEEDS = Number(process.env["WAZI_VENUE_FAULTS"] ?? byDepth({ ci: 40, long: 2_000 }));
const FIRST_SEED = Number(process.env["WAZI_VENUE_FAULTS_SEED"] ?? 1);
const RUN_LIMIT_MS = 60_000 + SEEDS * 1_000;
const STEPS = 14;
const PRICE = "64000";
const BOTS = ["Crypto-Whale-07", "Crypto-Scalper-03"];
/** After the faults, the records and the venue must agree within this many rounds. */
const ROUNDS_TO_AGREE = 12;
const ELEVEN_MINUTES_MS = 660_000;
/** Average prices are stored with 12 places, so the cash of an order may differ in the last ones. */
const ROUNDING_OF_A_FILL = 2n;

let database: TestDatabase;
let sql: Sql;
let owner: Sql;
/** The time at the venue. */
let venueMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  [sql, owner] = [openPool(database.url), openPool(database.url, { role: null })];
  await seedBots(sql);
  await owner`
    insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place) values
      ('crypto', 'BTC/USD', ${PRICE}::numeric, 0, 'live', now(), 1)`;
});
afterAll(async () => {
  await sql.end();
  await owner.end();
  await database.drop();
});

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
  stopPrice: null,
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

/** Gives a pool money, and opens or closes its trade. */
async function changePool(random: Random): Promise<void> {
  const open = random.next() < 0.7 && { ...trade, side: random.next() < 0.5 ? "buy" : "sell" };
  await owner`
    update pools set units_at_close = ${Number(random.integer(200, 9_000))},
      open_trades = ${JSON.stringify(open ? [open] : [])}::text::jsonb
    from trading_bots b where b.id = pools.bot_id and b.name = ${BOTS[Number(random.integer(0, 1))] ?? ""}`;
}

async function takeOver(holder: string): Promise<Lease> {
  const lease = await takeLease(sql, holder, true);
  if (!lease) throw new Error("no lease");
  return lease;
}

/** Time passes at the venue, and for the orders. */
async function wait(ms: number): Promise<void> {
  venueMs += ms;
  await owner`
    update orders set sent_at = sent_at - make_interval(secs => ${ms / 1_000}::double precision),
      settled_at = settled_at - make_interval(secs => ${ms / 1_000}::double precision)`;
}

/** The venue's loop catches every failure and tries again, as this does. */
const syncOnce = (sync: VenueSync): Promise<void> => sync.sync().catch(() => undefined);

/** The product's own broker, with the venue in place of ccxt. */
function connect(venue: FaultyVenue): Broker {
  const credentials = { apiKey: "key", secret: "secret", password: undefined };
  const settings = { kind: "ccxt", exchange: "faulty", url: undefined, credentials } as const;
  return createCcxtBroker(settings, { now: () => new Date(venueMs), load: venue.load });
}

const start = (broker: Broker, lease: Lease, through: Sql = sql): VenueSync =>
  createVenueSync({ sql: through, broker, lease, log: silentLog, now: () => new Date() });

const deaths = ["after planning", "before sending", "after sending", "before recording"] as const;

/** A trader that dies at one place of its way, as a process that is killed there: it does nothing more. */
function startDying(venue: FaultyVenue, lease: Lease, death: (typeof deaths)[number]): VenueSync {
  const die = (): never => {
    throw new Error("killed");
  };
  const broker = connect(venue);
  const dying: Broker = {
    ...broker,
    place: async (order) => {
      if (death === "before sending") die();
      const outcome = await broker.place(order);
      return death === "after sending" ? die() : outcome;
    },
  };
  const places = { "after planning": "set status = 'sent'", "before recording": "set status = $" };
  const lastWords = death === "after planning" || death === "before recording" ? places[death] : null;
  const through = (strings: TemplateStringsArray, ...values: unknown[]): Promise<object[]> =>
    lastWords !== null && strings.join("$").includes(lastWords)
      ? Promise.reject(new Error("killed"))
      : sql(strings, ...values);
  return start(dying, lease, Object.assign(through, sql));
}

async function runSeed(seed: number): Promise<{ venue: FaultyVenue; restarts: number }> {
  const random = createSeededRandom(seed);
  await owner.unsafe("truncate orders; update pools set open_trades = '[]', units_at_close = 0, nav = 1");
  const venue = createFaultyVenue(random, () => venueMs, PRICE);
  const fees = createFeeLookup({ sql, broker: connect(venue) });
  let restarts = 0;
  let current = start(connect(venue), await takeOver(`trader ${seed}`));
  /** A trader that has lost the lease, and does not know it. */
  let former: VenueSync | null = null;
  for (let step = 0; step < STEPS; step += 1) {
    if (random.next() < 0.5) await changePool(random);
    const event = random.next();
    if (event < 0.2) {
      former = current;
      current = start(connect(venue), await takeOver(`trader ${seed} ${step}`));
    } else if (event < 0.36) {
      const death = deaths[Number(random.integer(0, deaths.length - 1))]!;
      await syncOnce(startDying(venue, await takeOver(`dying trader ${seed} ${step}`), death));
      current = start(connect(venue), await takeOver(`restarted trader ${seed} ${step}`));
      restarts += 1;
    }
    await Promise.all([syncOnce(current), ...(former ? [syncOnce(former)] : [])]);
    await fees.lookUp();
    await wait(Number(random.integer(500, random.next() < 0.2 ? ELEVEN_MINUTES_MS : 30_000)));
    venue.tick();
  }
  venue.heal();
  for (let round = 0; round < ROUNDS_TO_AGREE; round += 1) {
    await wait(ELEVEN_MINUTES_MS * 2);
    venue.tick();
    await syncOnce(current);
    await fees.lookUp();
  }
  return { venue, restarts };
}

/** Our position, cash and number of fills, from our own records. */
async function readOurs(): Promise<{ position: bigint; cash: bigint; fills: number }> {
  const [row] = await owner<{ position: string; cash: string; fills: number }[]>`
    select coalesce(sum(case when side = 'buy' then filled_quantity else -filled_quantity end), 0)::text as position,
      coalesce(sum((case when side = 'buy' then -1 else 1 end) * filled_quantity * fill_price - coalesce(fee, 0)), 0)
        ::numeric(40, 12)::text as cash,
      count(*) filter (where status = 'filled')::int as fills from orders`;
  return { position: toScaled(row?.position ?? "0"), cash: toScaled(row?.cash ?? "0"), fills: row?.fills ?? -1 };
}

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);

const describeOurs = async (): Promise<string> =>
  JSON.stringify(
    await owner`select client_order_id, sequence::int, side, quantity, status, reason from orders order by sequence`,
  );

/** Reads the position that the pools' open trades need, in whole lots towards zero. */
async function readWanted(): Promise<bigint> {
  const [row] = await owner<{ wanted: string }[]>`
    select trunc(coalesce(sum((case when open_trade ->> 'side' = 'buy' then 1 else -1 end)
      * trunc(units_at_close * 0.5 / 64000, 12)), 0), 3)::text as wanted from pools where open_trade is not null`;
  return toScaled(row?.wanted ?? "0");
}

describe("an order that was saved", () => {
  it.each([
    ["is dropped when it was never sent", false, "absent"],
    ["is kept when another trader has just sent it", true, "sent"],
  ])("%s", async (_what, isSent, status) => {
    await owner.unsafe("truncate orders");
    const lease = await takeOver("saved order");
    const intent = { broker: "faulty", symbol: "BTC/USD", sequence: 1n, side: "buy", quantity: "0.007" } as const;
    const more = { clientOrderId: "b2".repeat(16), held: "0", target: "0.007", decision: [], modelPrice: PRICE };
    expect(await planOrder(sql, { ...intent, ...more }, lease)).toBe(true);
    if (isSent) expect(await markSent(sql, more.clientOrderId, lease)).toBe(true);
    await dropPlannedOrder(sql, more.clientOrderId, "it was never sent");
    expect(await owner`select status from orders`).toEqual([{ status }]);
    expect(await markSent(sql, more.clientOrderId, lease)).toBe(false);
  });
});

describe("a venue that answers wrongly, late or not at all", () => {
  it(`agrees with our records in the end, in ${SEEDS} runs`, { timeout: RUN_LIMIT_MS }, async () => {
    let faults = 0;
    let fills = 0;
    let averaged = 0;
    let restarts = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      const run = await runSeed(seed);
      const { venue } = run;
      const truth = venue.truth();
      const ours = await readOurs();
      const story = `seed ${seed}; at the venue:\n${venue.describe()}\n${await describeOurs()}`;
      const counted = ({ position, fills: count }: typeof ours) => ({ position, count });
      expect(counted(ours), story).toEqual(counted(truth));
      expect(distance(ours.cash, truth.cash), story).toBeLessThanOrEqual(ROUNDING_OF_A_FILL * BigInt(truth.fills));
      expect(truth.position, `seed ${seed}`).toBe(await readWanted());
      const { differences, totals } = await compareWithVenue(sql, connect(venue));
      expect(differences, `seed ${seed}`).toEqual([]);
      const worth = truth.cash + (truth.position * toScaled(PRICE)) / SCALE;
      expect(Number(totals.venueGained), `seed ${seed}`).toBeCloseTo(Number(worth) / Number(SCALE), 1);
      faults += venue.faults();
      fills += truth.fills;
      averaged += venue.averaged();
      restarts += run.restarts;
    }
    expect(faults).toBeGreaterThan(SEEDS);
    expect(averaged).toBeGreaterThan(SEEDS / 4);
    expect(restarts).toBeGreaterThan(SEEDS / 2);
    process.stdout.write(
      `venue faults: ${SEEDS} seeds from ${FIRST_SEED}; ${faults} faults; ${restarts} restarts; ${fills} orders filled, ${averaged} at several prices; all equal the venue's\n`,
    );
  });
});
