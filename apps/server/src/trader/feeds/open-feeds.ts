import { isUnpredictable } from "@wazi/trading";
import type { Lease } from "../../platform/jobs/store.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { FeedSettings } from "../settings.ts";
import { loadFeedState, saveCheckpoint } from "../loop/store.ts";
import { listWithoutDays, restoreDays, SIMULATED_DAYS, startDays } from "./day-closes.ts";
import type { FeedPlan } from "./feed-plan.ts";
import { createLiveFeed, restoreLiveFeed, setBackLiveFeed, type LiveFeedLog } from "./live-feed.ts";
import type { MarketFeed } from "./market-feed.ts";
import type { PriceSource } from "./price-source.ts";
import { createReplayFeed, restoreReplayPlace } from "./replay-feed.ts";
import { endSecretFeed, listFirstHours, readSecretFeed, saveCandles, startSecretFeed } from "./store.ts";
import {
  addSymbols,
  createSimulatedFeed,
  hasSymbols,
  reseedSimulation,
  restoreSimulation,
  setBackSimulation,
  startSimulation,
} from "./simulated-feed.ts";

export interface FeedDeps {
  sql: Sql;
  lease: Lease;
  plan: FeedPlan;
  settings: FeedSettings;
  now: () => Date;
  /** The source of live prices; undefined for other kinds of feed. */
  source: PriceSource | undefined;
  log: LiveFeedLog;
  /** True when real-time feeds continue at the clock's time, although they have been later. */
  isClockAccepted?: boolean;
  /** Ends the generation of a history. */
  signal?: AbortSignal;
}

/** Opens the feeds at their saved positions. At its first start the simulated feed generates its history. */
export async function openFeeds(deps: FeedDeps): Promise<MarketFeed[]> {
  const { sql, plan, settings, now, source, log, isClockAccepted = false } = deps;
  const feeds: MarketFeed[] = [];
  if (source) {
    const names = source.symbols.map(({ symbol }) => symbol);
    const restored = restoreLiveFeed(await loadFeedState(sql, "live"), names);
    const saved = isClockAccepted ? setBackLiveFeed(restored, now().getTime()) : restored;
    feeds.push(createLiveFeed(source, { saved, log, clockMs: () => now().getTime() }));
  }
  if (settings.kind === "replay") {
    const place = restoreReplayPlace(await loadFeedState(sql, "replay"));
    const { barsPerSecond, loops } = settings;
    feeds.push(createReplayFeed(plan.replayed, { place, barsPerSecond, loops, clockMs: () => performance.now() }));
  }
  if (plan.simulated.length > 0) feeds.push(await openSimulated(deps));
  else await endSecretFeed(sql);
  return feeds;
}

/**
 * Continues the saved feed, or starts one. With MARKET_SEED the prices can be repeated. Otherwise they cannot be foretold: the seed is secret,
 * and its hash is recorded before the first price. A saved feed of the fast generator continues at its prices with a secret seed.
 */
async function openSimulated(deps: FeedDeps): Promise<MarketFeed> {
  const { sql, plan, settings, now, isClockAccepted = false, signal } = deps;
  const { simulated: symbols, simulatedSpeed: speed } = plan;
  const restored = restoreSimulation(await loadFeedState(sql, "simulated"), symbols);
  const stored = restored && isClockAccepted ? setBackSimulation(restored, now().getTime()) : restored;
  const fixedSeed = settings.kind === "simulated" ? settings.seed : undefined;
  const pace = { speed, nowMs: now().getTime() };
  const isContinued = stored !== null && (fixedSeed !== undefined || isUnpredictable(stored.market));
  if (isContinued && hasSymbols(stored, symbols)) {
    await addDays(deps, fixedSeed);
    return createSimulatedFeed(stored, pace, readStoredDays(sql));
  }
  const { seed, liveSeed } = await chooseSeeds(sql, fixedSeed, isContinued);
  const options = { liveSeed, signal };
  const started =
    stored === null
      ? await startSimulation(symbols, seed, pace.nowMs, options)
      : await addSymbols(
          isContinued || liveSeed === undefined ? stored : reseedSimulation(stored, liveSeed),
          symbols,
          seed,
          options,
        );
  const feed = createSimulatedFeed(started.saved, pace, readStoredDays(sql));
  await saveCandles(sql, "simulated", started.candles);
  await saveCheckpoint(sql, deps.lease, [{ name: feed.name, state: feed.save() }], []);
  await addDays(deps, fixedSeed);
  return feed;
}

/** Makes the days before the first bars of symbols that have none yet. A crash before leaves them to the next start. */
async function addDays({ sql, lease, plan }: FeedDeps, fixedSeed: number | undefined): Promise<void> {
  const stored = await loadDays(sql);
  const missing = listWithoutDays(stored, plan.simulated);
  if (missing.length === 0) return;
  const { seed } = await chooseSeeds(sql, fixedSeed, true);
  const state = { ...stored, ...startDays(await listFirstHours(sql, missing), seed) };
  await saveCheckpoint(sql, lease, [{ name: SIMULATED_DAYS, state }], []);
}

async function loadDays(sql: Sql): Promise<object> {
  const stored = await loadFeedState(sql, SIMULATED_DAYS);
  return typeof stored === "object" && stored !== null ? stored : {};
}

function readStoredDays(sql: Sql): NonNullable<MarketFeed["readDays"]> {
  return async (symbols) => restoreDays(await loadDays(sql), symbols);
}

interface Seeds {
  /** The seed of the history, which is public. */
  seed: string;
  /** The seed of the prices after it; left out when they can be repeated. */
  liveSeed?: string;
}

/** The fixed seed, or that of the current secret feed where it is continued, or that of a new one. */
async function chooseSeeds(sql: Sql, fixedSeed: number | undefined, isContinued: boolean): Promise<Seeds> {
  if (fixedSeed !== undefined) {
    if (!isContinued) await endSecretFeed(sql);
    return { seed: String(fixedSeed) };
  }
  const current = isContinued ? await readSecretFeed(sql) : undefined;
  const { seed, commitment } = current ?? (await startSecretFeed(sql));
  return { seed: commitment, liveSeed: seed };
}
