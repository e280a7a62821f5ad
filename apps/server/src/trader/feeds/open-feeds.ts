import type { Sql } from "../../db/pool.ts";
import type { FeedSettings } from "../../settings/settings.ts";
import { loadFeedState, saveCheckpoint } from "../checkpoint-store.ts";
import { saveCandles } from "./candle-store.ts";
import type { FeedPlan } from "./feed-plan.ts";
import { createLiveFeed, restoreLiveFeed, type LiveFeedLog } from "./live-feed.ts";
import type { MarketFeed } from "./market-feed.ts";
import type { PriceSource } from "./price-source.ts";
import { createReplayFeed, restoreReplayPosition } from "./replay-feed.ts";
import { createSimulatedFeed, restoreSimulation, startSimulation } from "./simulated-feed.ts";

const SEED_LENGTH = 1_000_000_000;

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
  return feeds;
}

async function openSimulated(
  sql: Sql,
  { simulated: symbols, simulatedSpeed: speed }: FeedPlan,
  settings: FeedSettings,
  now: () => Date,
): Promise<MarketFeed> {
  const stored = restoreSimulation(await loadFeedState(sql, "simulated"), symbols);
  const pace = { speed, nowMs: now().getTime() };
  if (stored) return createSimulatedFeed(stored, pace);
  const seed = (settings.kind === "simulated" ? settings.seed : undefined) ?? Math.floor(Math.random() * SEED_LENGTH);
  const { saved, candles } = await startSimulation(symbols, String(seed), pace.nowMs);
  const feed = createSimulatedFeed(saved, pace);
  await saveCandles(sql, "simulated", candles);
  await saveCheckpoint(sql, [{ name: feed.name, state: feed.save() }], []);
  return feed;
}
