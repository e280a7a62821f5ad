import { keepLease } from "../../../apps/server/src/platform/jobs/store.ts";
import type { Random } from "../../../lab/commands/seeding/seeded-random.ts";
import { isConnectionLost } from "../../../apps/server/src/platform/db/database-errors.ts";
import { saveMarks } from "../../../apps/server/src/trader/loop/store.ts";
import type { ScriptedBots } from "../../harness/scripted-bots.ts";
import { MAX_REPEATS } from "./calls.ts";
import type { Actor } from "./actor.ts";

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
export function planMarket(random: Random): FeedStep[] {
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
export async function openMarket({ bots, pair: [bot] }: MarketWorld, steps: readonly FeedStep[]): Promise<FeedStep[]> {
  await bots.open(bot, { side: "buy", price: START_PRICE, exposure: EXPOSURE });
  return steps.slice(1);
}

/** Trades as the trader does at each step of the feed, and renews its lease meanwhile. */
export async function tradeOnFeed(
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
export async function closeMarket({ bots, pair: [bot] }: MarketWorld): Promise<void> {
  await bots.close(bot, START_PRICE).catch((error: unknown) => {
    if (!/no trade is open/.test(String(error))) throw error;
  });
  await bots.settle();
}
