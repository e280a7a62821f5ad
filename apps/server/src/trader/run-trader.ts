import { setTimeout as sleep } from "node:timers/promises";
import type { BaseLogger } from "pino";
import { isPaused } from "../core/bots/pause-store.ts";
import type { Door } from "../core/ledger/post.ts";
import type { Sql } from "../db/pool.ts";
import type { FeedSettings } from "../settings/settings.ts";
import type { Broker } from "./venue/broker.ts";
import type { EntryGate } from "./entry-gate.ts";
import { createVenueSync, runVenueSync, type VenueSync } from "./venue/venue-sync.ts";
import { releaseLease, renewLease, RENEW_EVERY_MS, takeLease, type Lease } from "./lease-store.ts";
import { maxPriceAgeMs, type FeedPlan } from "./feeds/feed-plan.ts";
import { openFeeds } from "./feeds/open-feeds.ts";
import type { PriceSource } from "./feeds/price-source.ts";
import { removeOldCandles } from "./feeds/candle-store.ts";
import { unfreezePools } from "./pool-store.ts";
import { startSession, type TradingSession } from "./trading-session.ts";

/** How often the feeds are asked what is due. */
const MAX_STEP_MS = 200;
const MIN_STEP_MS = 20;
/** After a failure, and while another trader holds the lease. */
const RETRY_MS = 1_000;
/** A crash plays again what was not saved: the same bars give the same trades. */
const CHECKPOINT_MS = 1_000;
const CLEAN_UP_MS = 3_600_000;
/** An order that is being sent when the trader stops has this long; after that it is asked about at the next start. */
const VENUE_SYNC_END_MS = 3_000;

export interface TraderDeps {
  sql: Sql;
  door: Door;
  log: Pick<BaseLogger, "info" | "warn" | "error">;
  now: () => Date;
  plan: FeedPlan;
  settings: FeedSettings;
  /** The provider behind a live feed; undefined with the others. */
  source?: PriceSource | undefined;
  /** The venue that orders go to; undefined on paper. */
  broker?: Broker | undefined;
  holder: string;
  /** True when the data folder's lock is ours: whoever held the lease is dead. */
  isAloneOnDatabase: boolean;
}

export interface Trader {
  /** Settles when the first prices are there. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/**
 * The live loop: takes the lease, plays what the feeds bring, saves where it stands. Whatever fails, it starts over
 * from what the database holds; what was recorded is never done twice.
 */
export function runTrader(deps: TraderDeps): Trader {
  const stopping = new AbortController();
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const running = tradeUntilStopped(deps, stopping.signal, () => isReady());
  return {
    ready,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function tradeUntilStopped(deps: TraderDeps, signal: AbortSignal, onReady: () => void): Promise<void> {
  while (!signal.aborted) {
    try {
      const lease = await takeLease(deps.sql, deps.holder, deps.isAloneOnDatabase);
      if (lease) await tradeWithLease(deps, lease, signal, onReady);
      else await pause(RETRY_MS, signal);
    } catch (error) {
      deps.log.error({ err: error }, "the trader failed and starts over from what is recorded");
      await pause(RETRY_MS, signal);
    }
  }
}

async function tradeWithLease(deps: TraderDeps, lease: Lease, signal: AbortSignal, onReady: () => void): Promise<void> {
  const { sql, door, now, plan, settings, source, broker, log } = deps;
  await unfreezePools(sql);
  const feeds = await openFeeds({ sql, plan, settings, now, source, log });
  const keeper = broker && createVenueSync({ sql, broker, lease, log, now });
  const mayEnter = entryGate(sql, broker, keeper);
  const session = await startSession(
    { sql, door, lease, now, log, maxPriceAgeMs: maxPriceAgeMs(settings), mayEnter },
    feeds,
  );
  log.info({ token: lease.token, feeds: feeds.map(({ name }) => name) }, "trading");
  const quickest = Math.min(...feeds.map(({ barIntervalMs }) => barIntervalMs));
  const stepMs = Math.max(MIN_STEP_MS, Math.min(MAX_STEP_MS, quickest));
  const ending = new AbortController();
  const keeping = keeper && runVenueSync(keeper, log, AbortSignal.any([signal, ending.signal]));
  try {
    await runSession(deps, lease, session, { stepMs, signal, onReady });
  } finally {
    ending.abort();
    if (keeping) await Promise.race([keeping, sleep(VENUE_SYNC_END_MS, undefined, { ref: false })]);
  }
}

/**
 * Not while a bot is paused, which is asked anew for each entry, so that it holds at once. With a venue, only what its
 * broker trades, and only while it is known where its orders stand.
 */
function entryGate(sql: Sql, broker: Broker | undefined, keeper: VenueSync | undefined): EntryGate {
  return async ({ botId, config }, symbol) => {
    const isTaken = !broker || !keeper || (broker.markets.includes(config.market) && !keeper.isHalted(symbol));
    return isTaken && !(await isPaused(sql, botId));
  };
}

async function runSession(
  { sql, now, log }: TraderDeps,
  lease: Lease,
  session: TradingSession,
  { stepMs, signal, onReady }: { stepMs: number; signal: AbortSignal; onReady: () => void },
): Promise<void> {
  let renewedAt = performance.now();
  let savedAt = performance.now();
  let cleanedAt = -CLEAN_UP_MS;
  while (!signal.aborted) {
    const started = performance.now();
    if (started - renewedAt > RENEW_EVERY_MS) {
      if (!(await renewLease(sql, lease))) {
        log.warn("another trader has taken over");
        return;
      }
      renewedAt = started;
    }
    if (await session.advance(now().getTime())) onReady();
    if (started - savedAt > CHECKPOINT_MS) {
      await session.checkpoint();
      savedAt = started;
    }
    if (started - cleanedAt > CLEAN_UP_MS) {
      await removeOldCandles(sql);
      cleanedAt = started;
    }
    await pause(Math.max(1, stepMs - (performance.now() - started)), signal);
  }
  await session.checkpoint();
  await releaseLease(sql, lease);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
