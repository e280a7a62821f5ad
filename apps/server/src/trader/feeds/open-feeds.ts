import { isUnpredictable } from "@wazi/trading";
import type { Sql } from "../../db/pool.ts";
import type { FeedSettings } from "../../settings/settings.ts";
import { loadFeedState, saveCheckpoint } from "../checkpoint-store.ts";
import { saveCandles } from "./candle-store.ts";
import type { FeedPlan } from "./feed-plan.ts";
import { createLiveFeed, restoreLiveFeed, type LiveFeedLog } from "./live-feed.ts";
import type { MarketFeed } from "./market-feed.ts";
import type { PriceSource } from "./price-source.ts";
import { createReplayFeed, restoreReplayPosition } from "./replay-feed.ts";
import { endSecretFeed, startSecretFeed } from "./secret-feed-store.ts";
import {
  createSimulatedFeed,
  reseedSimulation,
  restoreSimulation,
  startSimulation,
  type SimulationPace,
  type SimulationStart,
} from "./simulated-feed.ts";

export interface FeedDeps {
  sql: Sql;
  plan: FeedPlan;
  settings: FeedSettings;
  now: () => Date;
  /** The source of live prices; undefined for other kinds of feed. */
  source: PriceSource | undefined;
  log: LiveFeedLog;
}

/** Opens the feeds at their saved positions. At its first start the simulated feed generates its history. */
export async function openFeeds({ sql, plan, settings, now, source, log }: FeedDeps): Promise<MarketFeed[]> {
  const feeds: MarketFeed[] = [];
  if (source) {
    const names = source.symbols.map(({ symbol }) => symbol);
    const saved = restoreLiveFeed(await loadFeedState(sql, "live"), names);
    feeds.push(createLiveFeed(source, { saved, log, clockMs: () => now().getTime() }));
  }
  if (settings.kind === "replay") {
    const position = restoreReplayPosition(await loadFeedState(sql, "replay"));
    const { barsPerSecond } = settings;
    feeds.push(createReplayFeed(plan.replayed, { position, barsPerSecond, clockMs: () => performance.now() }));
  }
  if (plan.simulated.length > 0) feeds.push(await openSimulated(sql, plan, settings, now));
  else await endSecretFeed(sql);
  return feeds;
}

/**
 * Continues the saved feed, or starts one. With MARKET_SEED the prices can be repeated. Otherwise they cannot be foretold: the seed is secret,
 * and its hash is recorded before the first price. A saved feed of the fast generator continues at its prices with a secret seed.
 */
async function openSimulated(
  sql: Sql,
  { simulated: symbols, simulatedSpeed: speed }: FeedPlan,
  settings: FeedSettings,
  now: () => Date,
): Promise<MarketFeed> {
  const stored = restoreSimulation(await loadFeedState(sql, "simulated"), symbols);
  const fixedSeed = settings.kind === "simulated" ? settings.seed : undefined;
  const pace = { speed, nowMs: now().getTime() };
  if (stored && (fixedSeed !== undefined || isUnpredictable(stored.market))) return createSimulatedFeed(stored, pace);
  if (fixedSeed !== undefined) {
    await endSecretFeed(sql);
    return startFeed(sql, await startSimulation(symbols, String(fixedSeed), pace.nowMs), pace);
  }
  const { seed, commitment } = await startSecretFeed(sql);
  if (stored) return startFeed(sql, { saved: reseedSimulation(stored, seed), candles: [] }, pace);
  return startFeed(sql, await startSimulation(symbols, commitment, pace.nowMs, seed), pace);
}

async function startFeed(sql: Sql, { saved, candles }: SimulationStart, pace: SimulationPace): Promise<MarketFeed> {
  const feed = createSimulatedFeed(saved, pace);
  await saveCandles(sql, "simulated", candles);
  await saveCheckpoint(sql, [{ name: feed.name, state: feed.save() }], []);
  return feed;
}
