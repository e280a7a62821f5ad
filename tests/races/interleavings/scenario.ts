import { randomUUID } from "node:crypto";
import { createSeededRandom, type Random } from "../../../lab/commands/seeding/seeded-random.ts";
import type { Queryable, Sql } from "../../../apps/server/src/platform/db/pool.ts";
import type { Actor } from "./actor.ts";
import { type CallWorld, chooseCall, MAX_REPEATS, type Outcome, runCall } from "./calls.ts";
import { type Interleaving, Scheduler } from "./scheduler.ts";
import { type OrderWorld, sendOrders, settleVenue } from "./venue.ts";
import { keepLease } from "../../../apps/server/src/platform/jobs/store.ts";
import { isConnectionLost } from "../../../apps/server/src/platform/db/database-errors.ts";
import { saveMarks } from "../../../apps/server/src/trader/loop/store.ts";
import type { ScriptedBots } from "../../harness/scripted-bots.ts";

const MOST_PRICES = 3;
const START_PRICE = 100;
const EXPOSURE = "0.01";
/** The share of the feed's steps that have no price that can be used: exits wait for the next one. */
const SILENT_SHARE = 0.3;

/** A step of the feed: the bar that opens a trade or closes it, a price in between, or a time without a usable price. */
type FeedStep = { kind: "open" | "price" | "close"; price: number } | { kind: "silence" };

interface MarketWorld {
  actors: { trader: Actor };
  bots: ScriptedBots;
  pair: readonly [number, number];
}

/** Two trades of the first bot, with the prices of their time. They are small, so that unit prices stay near 1. */
function planMarket(random: Random): FeedStep[] {
  const choosePrice = (): number => START_PRICE + Number(random.integer(-4, 4));
  return [1, 2].flatMap(() => {
    const prices = Array.from({ length: Number(random.integer(0, MOST_PRICES)) }, (): FeedStep =>
      random.next() < SILENT_SHARE ? { kind: "silence" } : { kind: "price", price: choosePrice() },
    );
    return [{ kind: "open", price: START_PRICE }, ...prices, { kind: "close", price: choosePrice() }] as const;
  });
}

const formatStep = (step: FeedStep): string =>
  step.kind === "silence" ? "feed: no price" : `feed: ${step.kind} at ${step.price}`;

/** Opens the first trade before the run, so that there is something to order. Returns the later steps. */
async function openMarket({ bots, pair: [bot] }: MarketWorld, steps: readonly FeedStep[]): Promise<FeedStep[]> {
  await bots.open(bot, { side: "buy", price: START_PRICE, exposure: EXPOSURE });
  return steps.slice(1);
}

/** Trades as the trader does at each step of the feed, and renews its lease meanwhile. */
async function tradeOnFeed(
  { actors: { trader }, bots, pair: [bot] }: MarketWorld,
  steps: readonly FeedStep[],
  problems: string[],
): Promise<void> {
  const botId = bots.ids[bot] ?? "";
  const act = async (step: FeedStep): Promise<void> => {
    if (step.kind === "open") await bots.open(bot, { side: "buy", price: step.price, exposure: EXPOSURE });
    else if (step.kind === "close") await bots.close(bot, step.price);
    else if (step.kind === "price") await bots.price(bot, step.price);
    else await saveMarks(trader.sql, [], [botId]);
    // Without a usable price there is no mark, and nothing is settled.
    if (step.kind !== "silence") await bots.settle();
  };
  await keepLease(trader.sql, bots.lease, async () => {
    for (const step of steps) await repeatStep(act, await trader.ask("feed", formatStep(step), () => step), problems);
  });
}

/** An attempt that lost its connection is made again, as the trader does, which starts over from the database. */
async function repeatStep(act: (step: FeedStep) => Promise<void>, step: FeedStep, problems: string[]): Promise<void> {
  for (let attempt = 0; attempt < MAX_REPEATS; attempt += 1) {
    try {
      await act(step);
      return;
    } catch (error) {
      if (/already has an open trade|no trade is open/.test(String(error))) return;
      if (isConnectionLost(error) || /was not recorded/.test(String(error))) continue;
      problems.push(`feed: ${String(error)}`);
      return;
    }
  }
  problems.push(`${formatStep(step)}: not played after ${MAX_REPEATS} attempts`);
}

/** Closes a trade that is still open, and settles the exits that wait. */
async function closeMarket({ bots, pair: [bot] }: MarketWorld): Promise<void> {
  await bots.close(bot, START_PRICE).catch((error: unknown) => {
    if (!/no trade is open/.test(String(error))) throw error;
  });
  await bots.settle();
}

const OPERATIONS_EACH = 3;
const HOLDS = 5;
/** The share of runs in which orders go to a venue. */
const VENUE_SHARE = 0.4;

/** The state that every run starts from. */
export interface World extends CallWorld, OrderWorld {
  /** As superuser, who sees which statements of others wait. */
  owner: Sql;
  /**
   * Three API processes, a trader, two processes that send its orders, the first of which is about to be replaced by the
   * second, and a session of the superuser that holds locks.
   */
  actors: Record<"one" | "two" | "three" | "trader" | "sender" | "successor" | "holder", Actor>;
}

export interface ScenarioOptions {
  /** False for runs in which only statements are steps: no timer, feed step, venue answer or clock step. */
  hasOtherSteps?: boolean;
  /** True for orders at a venue in every run. */
  hasOrders?: boolean;
}

/**
 * Runs three processes that move the money of one investor at the same time, a trader on a feed, the orders of its trades at
 * a venue, and a session that holds locks.
 */
export async function runScenario(
  world: World,
  userId: string,
  seed: number,
  { hasOtherSteps = true, hasOrders = false }: ScenarioOptions = {},
): Promise<Interleaving & { outcomes: Outcome[]; problems: string[] }> {
  const random = createSeededRandom(seed);
  const { one, two, three, trader, sender, successor, holder } = world.actors;
  const outcomes: Outcome[] = [];
  const problems: string[] = [];
  const plans = planCalls([one, two, three], random);
  const hasVenue = random.next() < VENUE_SHARE || hasOrders;
  const actors = [one, two, three, trader, ...(hasVenue ? [sender, successor] : []), holder];
  const market = hasVenue ? await openMarket(world, planMarket(random)) : planMarket(random);
  for (const actor of actors) Object.assign(actor, { isEnded: false, isGated: true, hasOtherSteps });
  const orders = hasVenue ? await sendOrders(world, random, problems) : [];
  const lives = [
    ...plans.map(({ actor, calls }) =>
      actor.run(async () => {
        for (const { key, ...asked } of calls) {
          const call = chooseCall(world, actor, userId, asked);
          await runCall(actor.sql, { ...call, key }, outcomes, problems);
        }
      }),
    ),
    trader.run(() => tradeOnFeed(world, market, problems)),
    ...orders,
    holder.run(() => holdLocks(world, userId, random)),
  ];
  const [interleaving] = await Promise.all([new Scheduler(world.owner, random, actors).run(), ...lives]);
  problems.push(...interleaving.circles.map((names) => `${names} waited for each other`));
  for (const actor of actors) actor.isGated = false;
  await closeMarket(world).catch((error: unknown) => problems.push(`the last close: ${String(error)}`));
  if (hasVenue) problems.push(...(await settleVenue(world)));
  return { ...interleaving, outcomes, problems };
}

interface PlannedCall {
  key: string;
  choice: number;
  amount: string;
  bot: 0 | 1;
}

function planCalls(actors: readonly Actor[], random: Random): { actor: Actor; calls: PlannedCall[] }[] {
  // The first call of two processes has the same key, as when a client repeats it through another process.
  const shared = { key: randomUUID(), choice: 0, amount: "20.00", bot: 0 } as const;
  return actors.map((actor, place) => {
    const calls = Array.from({ length: OPERATIONS_EACH }, (_none, index): PlannedCall => {
      const choice = Number(random.integer(0, 5));
      const amount = (Number(random.integer(2_000, 9_000)) / 100).toFixed(2);
      const bot = random.next() < 0.5 ? 0 : 1;
      return index === 0 && place < 2 ? shared : { key: randomUUID(), choice, amount, bot };
    });
    return { actor, calls };
  });
}

/**
 * Takes an account, a pool, both pools in their order, or a table, for the time of a transaction, so that calls of the door
 * stop in their middle: before they check, or between their checks and their writes.
 */
async function holdLocks({ actors: { holder }, bots, pair }: World, userId: string, random: Random): Promise<void> {
  const botIds = pair.map((index) => bots.ids[index] ?? "");
  const accounts = ["deposit_funds", "profit_funds", "withdrawal_hold"];
  const holds: ((tx: Queryable) => Promise<unknown>)[] = [
    ...accounts.map((name) => (tx: Queryable) => {
      const code = `user:${userId}:${name}`;
      return tx`select from ledger_accounts where code = ${code} for update`;
    }),
    (tx) => tx`select pg_advisory_xact_lock(hashtextextended('pool:' || ${botIds[0] ?? ""}::text, 0))`,
    async (tx) => {
      const rows = await tx<{ key: string }[]>`
        select hashtextextended('pool:' || id, 0)::text as key from unnest(${botIds}::text[]) id order by 1`;
      const keys = rows.map(({ key }) => BigInt(key)).sort((a, b) => (a < b ? -1 : 1));
      for (const key of keys) await tx`select pg_advisory_xact_lock(${String(key)}::bigint)`;
    },
    (tx) => tx`lock table ledger_transactions in share mode`,
    (tx) => tx`lock table ledger_transactions in share mode`,
    (tx) => tx`lock table position_events in share mode`,
  ];
  const picks = Array.from({ length: HOLDS }, () => Number(random.integer(0, holds.length - 1)));
  for (const pick of picks) {
    await holder.sql
      .begin((tx: Queryable) => holds[pick]!(tx))
      // Its backend may be the one that is ended.
      .catch(() => undefined);
  }
}
