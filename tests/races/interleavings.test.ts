import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { botCatalogue } from "@wazi/trading";
import { openDoor } from "../../apps/server/src/ledger/door/post.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { activate } from "../harness/money-calls.ts";
import { startScriptedBots } from "../harness/scripted-bots.ts";
import { byDepth } from "../harness/test-depth.ts";
import { silentLog } from "../harness/silent-log.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { openActor } from "./interleavings/actor.ts";
import { giveActorsTheirTime } from "./interleavings/actor-time.ts";
import { MAX_PRICE_AGE_MS } from "./interleavings/calls.ts";
import { lockFaults, orderFaults, plantInDoor } from "./interleavings/planted-faults.ts";
import { findBrokenRules } from "./interleavings/rules.ts";
import { runScenario, type ScenarioOptions, type World } from "./interleavings/scenario.ts";
import { hashEvents } from "./interleavings/scheduler.ts";

/** `npm run wazi -- torture --interleavings N` sets the number and the first seed. */
const SEEDS = Number(process.env["WAZI_INTERLEAVINGS"] ?? byDepth({ ci: 8, long: 2_000 }));
const FIRST_SEED = Number(process.env["WAZI_INTERLEAVINGS_SEED"] ?? 1);
const RUN_LIMIT_MS = 60_000 + SEEDS * 10_000;
/** A fault must be found within this many seeds. */
const FAULT_SEEDS = 150;
/** One of the planted faults in CI: which of them the other seeds find is a matter of the nightly run. */
const SEARCHED_LOCKS = byDepth({
  ci: lockFaults.filter(({ id }) => id === "exclusive-pool-lock-is-shared"),
  long: lockFaults,
});
const SEARCHED_ORDERS = byDepth({ ci: [], long: orderFaults });
/** A seed that finds a fault in the locks must find it again within this many runs. */
const REPLAYS = 10;
/** This many seeds, from the one that finds a fault on, must not find it when only statements are steps. */
const STATEMENT_SEEDS = 4;
/** The books of everybody are compared after this many runs, and the last of them is run again. */
const RUNS_PER_CHECK = 50;
const REPEATS = 3;

/** A server with its own database, and what every run starts from. */
interface Place {
  test: TestApp;
  world: World;
  close(): Promise<void>;
}

/** Locks are held for as long as the scheduler decides, however slow the machine is, so the door's own limit does not apply. */
const WITHOUT_LOCK_LIMIT = `
  do $$ declare door regprocedure; begin
    select oid::regprocedure into door from pg_proc where proname = 'post_operations';
    execute 'alter function ' || door || ' set lock_timeout = 0';
  end $$`;

async function openPlace(plantedDoor = ""): Promise<Place> {
  const test = await startTestApp();
  const open = (name: string, role?: null) => openActor(test.database.url, name, role);
  const actors = {
    ...{ one: open("one"), two: open("two"), three: open("three"), trader: open("trader") },
    ...{ sender: open("sender"), successor: open("successor"), holder: open("holder", null) },
  };
  const { trader, holder } = actors;
  holder.isPatient = true;
  trader.isGated = false;
  const bots = await startScriptedBots(
    { sql: trader.sql, door: openDoor(trader.sql) },
    { feed: "live", maxPriceAgeMs: MAX_PRICE_AGE_MS, log: silentLog },
  );
  const owner = openPool(test.database.url, { max: 1, role: null });
  await owner.unsafe(`${plantedDoor};${WITHOUT_LOCK_LIMIT}`);
  const [firstLocked] = await owner<{ first: string }[]>`
    select id as first from unnest(${bots.ids.slice(0, 2)}::text[]) id order by hashtextextended('pool:' || id, 0) limit 1`;
  const pair = firstLocked?.first === bots.ids[0] ? ([0, 1] as const) : ([1, 0] as const);
  const { market, symbols } = botCatalogue[pair[0]]!;
  const traded = { symbol: symbols[0] ?? "", market };
  await owner`
    insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place) values
      (${market}, ${traded.symbol}, 100, 0, 'live', now(), 1)`;
  return {
    test,
    world: { owner, actors, bots, pair, traded, venue: { current: null }, adminId: test.admin.userId },
    async close() {
      await Promise.all([owner, ...Object.values(actors)].map((each) => each.end()));
      await test.close();
    },
  };
}

let place: Place;
let test: TestApp;
let restoreTime: () => void;
beforeAll(async () => {
  restoreTime = giveActorsTheirTime();
  place = await openPlace();
  test = place.test;
});
afterAll(async () => {
  await place.close();
  restoreTime();
});

interface SeedRun {
  hash: string;
  events: string[];
  broken: string[];
}

/** Runs a seed with an investor of its own. */
async function runSeed(seed: number, own: Place = place, options?: ScenarioOptions): Promise<SeedRun> {
  const { test: app, world } = own;
  const investor = await app.funded("1000");
  const { userId } = investor;
  // With positions in two bots, transfers lock two pools.
  for (const index of world.pair) expect((await activate(investor, world.bots.ids[index], "200")).status).toBe(200);
  const { hash, events, outcomes, problems } = await runScenario(world, userId, seed, options);
  const before = ["first", "second"].map((key) => ({ kind: "allocation", key, status: 200 }));
  outcomes.push(...before);
  return { hash, events, broken: [...problems, ...(await findBrokenRules(app.sql, userId, outcomes))] };
}

/**
 * Runs a seed again, up to `REPEATS` times until its hash is the same: the trader's lease ends by PostgreSQL's own clock, so a
 * run that a busy machine slows down by seconds can go another way.
 */
async function repeatSeed(seed: number, hash: string): Promise<{ hash: string; events: string[] }> {
  let again = await runSeed(seed);
  for (let run = 1; run < REPEATS && again.hash !== hash; run += 1) again = await runSeed(seed);
  return again;
}

/** Returns the differences in the books and their sizes, which only change when something else is broken. */
async function listGaps({ test: app }: Place): Promise<string[]> {
  const all = await app.differences();
  return all.map(({ check, subject, expected, actual }) => `${check} ${subject} ${Number(expected) - Number(actual)}`);
}

/** Runs seeds with a fault until one breaks something. */
async function findBreakingSeed(
  own: Place,
  seeds: readonly number[],
  options?: ScenarioOptions,
): Promise<{ seed: number; what: string } | null> {
  for (const seed of seeds) {
    const before = await listGaps(own);
    const { broken } = await runSeed(seed, own, options);
    const [what] = [...broken, ...(await listGaps(own)).filter((gap) => !before.includes(gap))];
    if (what !== undefined) return { seed, what: what.slice(0, 200) };
  }
  return null;
}

const countFrom = (first: number): number[] => Array.from({ length: FAULT_SEEDS }, (_none, index) => first + index);

/** The kinds of steps that were put in order, over several runs. */
const stepKinds = {
  statements: /: (select|insert|update|delete|with|commit|lock)/,
  timers: /: timer of/,
  "feed steps": /: feed: /,
  "venue steps": /: venue: /,
  "clock steps": /: its clock steps/,
  "lock waits": / wait$/,
  "dropped answers": /\(answer dropped\)/,
  "ended backends": /is ended$|was ended\)/,
} as const;

function countKinds(events: readonly string[]): Record<string, number> {
  const counts = Object.entries(stepKinds).map(([kind, pattern]) => [
    kind,
    events.filter((event) => pattern.test(event)).length,
  ]);
  return Object.fromEntries(counts) as Record<string, number>;
}

describe("processes whose steps a seed puts in order", () => {
  it(`break no rule in ${SEEDS} runs`, { timeout: RUN_LIMIT_MS }, async () => {
    const hashes: string[] = [];
    const totals: Record<string, number> = {};
    let repeated = 0;
    for (let run = 1; run <= SEEDS; run += 1) {
      const seed = FIRST_SEED + run - 1;
      const { broken, events, hash } = await runSeed(seed);
      expect(broken, `seed ${seed}:\n${events.join("\n")}`).toEqual([]);
      hashes.push(hash);
      for (const [kind, count] of Object.entries(countKinds(events))) totals[kind] = (totals[kind] ?? 0) + count;
      if (run % RUNS_PER_CHECK > 0 && run < SEEDS) continue;
      expect(await test.differences(), `seed ${seed}`).toEqual([]);
      const again = await repeatSeed(seed, hash);
      expect(again.events, `seed ${seed}`).toEqual(events);
      expect(again.hash, `seed ${seed}`).toBe(hash);
      repeated += 1;
    }
    for (const [kind, count] of Object.entries(totals)) expect(count, kind).toBeGreaterThan(SEEDS / 10);
    const counts = Object.entries(totals).map(([kind, count]) => `${count} ${kind}`);
    process.stdout.write(
      `interleavings: ${SEEDS} seeds from ${FIRST_SEED}; ${counts.join(", ")}; no rule broken; ` +
        `${repeated} seeds run again with the same events; hash ${hashEvents(hashes)}\n`,
    );
  });

  it.each(SEARCHED_LOCKS)("find $id, and find it again with the same seed", { timeout: 1_200_000 }, async (fault) => {
    const search = async (seeds: readonly number[]) => {
      // In a database of its own, because what the fault has broken stays broken.
      const own = await openPlace(plantInDoor(fault));
      try {
        return await findBreakingSeed(own, seeds);
      } finally {
        await own.close();
      }
    };
    const found = await search(countFrom(fault.firstSeed));
    expect(found, "no seed finds it").not.toBeNull();
    // Without a lock, two statements that were released together run at the same time, and PostgreSQL decides which is first.
    const again = await search(Array.from({ length: REPLAYS }, () => found!.seed));
    process.stdout.write(`${fault.id}: seed ${found!.seed}: ${found!.what}; again: ${again?.what}\n`);
    expect(again).not.toBeNull();
  });

  it.each(SEARCHED_ORDERS)("find $id only with venue answers as steps", { timeout: 1_200_000 }, async (fault) => {
    const own = await openPlace();
    try {
      for (const actor of Object.values(own.world.actors)) actor.faults = [fault];
      const found = await findBreakingSeed(own, countFrom(fault.firstSeed), { hasOrders: true });
      expect(found, "no seed finds it").not.toBeNull();
      const again = await findBreakingSeed(own, [found!.seed], { hasOrders: true });
      process.stdout.write(`${fault.id}: seed ${found!.seed}: ${found!.what}; again: ${again?.what}\n`);
      expect(again).not.toBeNull();
      const seeds = countFrom(fault.firstSeed).filter((seed) => seed < found!.seed + STATEMENT_SEEDS);
      expect(await findBreakingSeed(own, seeds, { hasOrders: true, hasOtherSteps: false })).toBeNull();
    } finally {
      await own.close();
    }
  });
});
