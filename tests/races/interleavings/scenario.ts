import { randomUUID } from "node:crypto";
import { createSeededRandom, type Random } from "../../../lab/commands/seeding/seeded-random.ts";
import type { Queryable, Sql } from "../../../apps/server/src/platform/db/pool.ts";
import type { Actor } from "./actor.ts";
import { chooseCall, runCall, type CallWorld, type Outcome } from "./calls.ts";
import { closeMarket, openMarket, planMarket, tradeOnFeed } from "./market.ts";
import { Scheduler, type Interleaving } from "./scheduler.ts";
import { sendOrders, settleVenue, type OrderWorld } from "./venue.ts";

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
