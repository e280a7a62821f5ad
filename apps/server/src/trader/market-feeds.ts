import type { FeedKind, Market } from "@wazi/contracts";
import { simulatedSymbols } from "@wazi/trading";
import type { Sql } from "../db/pool.ts";
import type { FeedSettings } from "../settings.ts";
import type { FeedSymbol, MarketFeed } from "./market-feed.ts";
import { createReplayFeed, loadReplayFolder, restoreReplayPosition, type LoadedSeries } from "./replay-feed.ts";
import { createSimulatedFeed, restoreSimulation, startSimulation } from "./simulated-feed.ts";
import { loadFeedState, saveCandles, saveCheckpoint } from "./store.ts";

/** Coins that deposits are reckoned in: they always have a price. */
const depositSymbols = ["BTC/USD", "ETH/USD", "LTC/USD"];
const SEED_LENGTH = 1_000_000_000;

/** Which series are replayed and which symbols are simulated; the same in every process with the same settings. */
export interface FeedPlan {
  replayed: LoadedSeries[];
  /** Symbols with simulated prices, in their fixed order. */
  simulated: string[];
  skippedFiles: string[];
}

/**
 * Plans the feeds. With `replay:`, a market without a file, and a coin that only deposits need, takes simulated prices.
 * @throws StartError as loadReplayFolder
 */
export function planFeeds(settings: FeedSettings): FeedPlan {
  if (settings.kind === "simulated") {
    return { replayed: [], simulated: simulatedSymbols.map(({ symbol }) => symbol), skippedFiles: [] };
  }
  const { series, skipped } = loadReplayFolder(settings.folder);
  const markets = new Set(series.map(({ market }) => market));
  const names = new Set(series.map(({ symbol }) => symbol));
  const simulated = simulatedSymbols
    .filter(({ symbol, market }) => !names.has(symbol) && (!markets.has(market) || depositSymbols.includes(symbol)))
    .map(({ symbol }) => symbol);
  return { replayed: series, simulated, skippedFiles: skipped };
}

export function feedSymbolsOf(plan: FeedPlan): FeedSymbol[] {
  return [
    ...plan.replayed.map(({ market, symbol, interval }) => ({ market, symbol, interval, feed: "replay" as const })),
    ...simulatedSymbols
      .filter(({ symbol }) => plan.simulated.includes(symbol))
      .map(({ market, symbol }) => ({ market, symbol, interval: "1m" as const, feed: "simulated" as const })),
  ];
}

/** The feed that a market's bots trade on. */
export function feedOf(plan: FeedPlan, market: Market): FeedKind {
  return plan.replayed.some((series) => series.market === market) ? "replay" : "simulated";
}

/** How old a price may be, by arrival, to buy or redeem at: 5 s, or one bar of a slow replay. */
export function maxPriceAgeMs(settings: FeedSettings): number {
  const LEAST_MS = 5_000;
  const LATENESS_MS = 1_000;
  return settings.kind === "replay" ? Math.max(LEAST_MS, 1_000 / settings.barsPerSecond + LATENESS_MS) : LEAST_MS;
}

/** Opens the feeds where they were left, or at their first start; a simulated one then makes its past. */
export async function openFeeds(
  sql: Sql,
  plan: FeedPlan,
  settings: FeedSettings,
  now: () => Date,
): Promise<MarketFeed[]> {
  const feeds: MarketFeed[] = [];
  if (settings.kind === "replay") {
    const position = restoreReplayPosition(await loadFeedState(sql, "replay"));
    const { barsPerSecond } = settings;
    feeds.push(createReplayFeed(plan.replayed, { position, barsPerSecond, clockMs: () => performance.now() }));
  }
  if (plan.simulated.length > 0) feeds.push(await openSimulated(sql, plan.simulated, settings, now));
  return feeds;
}

async function openSimulated(
  sql: Sql,
  symbols: string[],
  settings: FeedSettings,
  now: () => Date,
): Promise<MarketFeed> {
  const stored = restoreSimulation(await loadFeedState(sql, "simulated"), symbols);
  if (stored) return createSimulatedFeed(stored);
  const seed = (settings.kind === "simulated" ? settings.seed : undefined) ?? Math.floor(Math.random() * SEED_LENGTH);
  const { saved, candles } = await startSimulation(symbols, String(seed), now().getTime());
  const feed = createSimulatedFeed(saved);
  await saveCandles(sql, "simulated", candles);
  await saveCheckpoint(sql, [{ name: feed.name, state: feed.save() }], []);
  return feed;
}
