import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import type { EntryLimits } from "@wazi/domain";
import type { BaseLogger } from "pino";
import { isPaused, type Door } from "../../ledger/api.ts";
import {
  endAcceptedClock,
  forgetLaterPrices,
  isClockAccepted as readClockAccepted,
} from "../../platform/clock/store.ts";
import { readTraderState } from "../health/store.ts";
import { formatTime } from "../health/trader-health.ts";
import { appendLeaf } from "../../record/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { FeedSettings } from "../settings.ts";
import type { Broker } from "../venue/broker.ts";
import { decideLimitedEntry, type EntryGate, watchDayLoss } from "./entry-limits.ts";
import { createFeeLookup, runFeeLookup } from "../venue/late-fees.ts";
import { createVenueSync, runVenueSync } from "../venue/venue-sync.ts";
import {
  keepLease,
  type Lease,
  releaseLease,
  RENEW_EVERY_MS,
  renewLease,
  takeLease,
} from "../../platform/jobs/store.ts";
import { maxPriceAgeMs, type FeedPlan } from "../feeds/feed-plan.ts";
import { openFeeds } from "../feeds/open-feeds.ts";
import type { PriceSource } from "../feeds/price-source.ts";
import { thinOutBotMarks } from "./store.ts";
import { removeOldCandles } from "../feeds/store.ts";
import { readLastSave, unfreezePools } from "./store.ts";
import type { InterestSource } from "../interest/cash-interest.ts";
import type { RestoreOptions } from "./trading-bot.ts";
import { startSession, type TradingSession } from "./trading-session.ts";
import { mayEnterAtVenue, type Venue } from "./venue-gate.ts";

/** The longest and shortest time between two polls of the feeds. */
const MAX_STEP_MS = 200;
const MIN_STEP_MS = 20;
/** After a failure, and while another trader holds the lease. */
const RETRY_MS = 1_000;
/** After a crash, what was not saved is played again: the same bars give the same trades. */
const CHECKPOINT_MS = 1_000;
/** The loss of the day is looked at this often, besides at each entry. */
const WATCH_LOSS_MS = 5_000;
const CLEAN_UP_MS = HOUR_MS;
/** At least this long between two clean-ups, however fast the simulated market is. */
const LEAST_CLEAN_UP_MS = MINUTE_MS;
/** At a stop, an order in progress has this long. After that its outcome is looked up at the next start. */
const VENUE_SYNC_END_MS = 2_500;

export interface TraderDeps {
  sql: Sql;
  door: Door;
  log: Pick<BaseLogger, "info" | "warn" | "error">;
  now: () => Date;
  plan: FeedPlan;
  settings: FeedSettings;
  limits: EntryLimits;
  /** The source of live prices; undefined for other kinds of feed. */
  source?: PriceSource | undefined;
  /** The source of interest on idle cash; undefined when it earns nothing. */
  interest?: InterestSource | undefined;
  /** The return of bills in a month, with which rules compare their funds. */
  findBillReturn?: RestoreOptions["findBillReturn"];
  /** The live brokers; none for paper. */
  brokers?: readonly Broker[];
  holder: string;
  /** True when this process has the lock of the data folder, so that any other holder of the lease is dead. */
  isAloneOnDatabase: boolean;
}

export interface Trader {
  /** Settles when the first prices have arrived. */
  ready: Promise<void>;
  /** True while this process trades, and false while it stands by. */
  isTrading(): boolean;
  stop(): Promise<void>;
}

/**
 * The live loop: takes the lease, plays the moments of the feeds, saves checkpoints. After any failure it starts over from
 * the database. A recorded trade is never recorded twice.
 */
export function runTrader(deps: TraderDeps): Trader {
  const stopping = new AbortController();
  let isReady: () => void = () => undefined;
  let isTrading = false;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const report = { onReady: () => isReady(), onTrading: (now: boolean) => (isTrading = now) };
  const running = tradeUntilStopped(deps, stopping.signal, report);
  return {
    ready,
    isTrading: () => isTrading,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

interface TraderReport {
  onReady: () => void;
  onTrading: (isTrading: boolean) => void;
}

async function tradeUntilStopped(deps: TraderDeps, signal: AbortSignal, report: TraderReport): Promise<void> {
  let isStandby = false;
  while (!signal.aborted) {
    try {
      const lease = await takeLease(deps.sql, deps.holder, deps.isAloneOnDatabase);
      if (!lease && !isStandby) deps.log.info("standing by: another process trades");
      isStandby = !lease;
      report.onTrading(lease !== null);
      if (lease) await tradeUntilAborted(deps, lease, signal, report.onReady);
      else await pause(RETRY_MS, signal);
    } catch (error) {
      report.onTrading(false);
      deps.log.error({ err: error }, "the trader failed; it restarts from the database");
      await pause(RETRY_MS, signal);
    }
  }
}

/** A stop gives the lease back, also when it ends a session that had not begun or was far behind its feeds. */
async function tradeUntilAborted(
  deps: TraderDeps,
  lease: Lease,
  signal: AbortSignal,
  onReady: () => void,
): Promise<void> {
  try {
    await tradeWithLease(deps, lease, signal, onReady);
  } catch (error) {
    if (!signal.aborted) throw error;
    await releaseLease(deps.sql, lease).catch(() => undefined);
  }
}

/**
 * Reads everything back from the database. On a busy machine, and at the first start, it takes longer than a lease lasts. If
 * two traders took the lease from each other meanwhile, neither would ever trade.
 */
async function openSession(deps: TraderDeps, lease: Lease, signal: AbortSignal) {
  const { sql, door, now, plan, settings, source, brokers = [], log, interest, findBillReturn } = deps;
  await unfreezePools(sql);
  const stoppedAt = await readLastSave(sql);
  const isClockAccepted = await readClockAccepted(sql);
  if (isClockAccepted) await forgetLaterPrices(sql);
  const feeds = await openFeeds({ sql, lease, plan, settings, now, source, log, isClockAccepted, signal });
  const venues = brokers.map((broker) => {
    const { symbols } = broker;
    return { broker, symbols, sync: createVenueSync({ sql, broker, lease, log, now }) };
  });
  const mayEnter = createEntryGate(deps, venues);
  const session = await startSession(
    {
      sql,
      door,
      lease,
      now,
      log,
      maxPriceAgeMs: maxPriceAgeMs(settings),
      mayEnter,
      interest,
      findBillReturn,
      isClockAccepted,
      brokers,
      signal,
    },
    feeds,
  );
  if (isClockAccepted) {
    await session.checkpoint();
    await endAcceptedClock(sql);
    log.warn("the clock was set back and accepted; bots start again at its time");
  }
  await appendLeaf(sql, "start", "trader", {
    at: now().toISOString(),
    stoppedAt: stoppedAt?.toISOString() ?? null,
    feeds: feeds.map(({ name }) => name),
  });
  return { feeds, session, venues };
}

async function tradeWithLease(deps: TraderDeps, lease: Lease, signal: AbortSignal, onReady: () => void): Promise<void> {
  const { sql, log } = deps;
  const { feeds, session, venues } = await keepLease(sql, lease, () => openSession(deps, lease, signal));
  log.info({ token: lease.token, feeds: feeds.map(({ name }) => name) }, "trading started");
  const { waitsUntil } = await readTraderState(sql);
  if (waitsUntil)
    log.warn(
      `the clock was set back; trading waits until ${formatTime(waitsUntil)} UTC, or for npm run wazi -- accept-clock`,
    );
  const quickest = Math.min(...feeds.map(({ barIntervalMs }) => barIntervalMs));
  const stepMs = Math.max(MIN_STEP_MS, Math.min(MAX_STEP_MS, quickest));
  const ending = new AbortController();
  const untilEnd = AbortSignal.any([signal, ending.signal]);
  const venueWork = venues.flatMap(({ broker, sync }) => [
    runVenueSync(sync, log, untilEnd),
    runFeeLookup(createFeeLookup({ sql, broker }), log, untilEnd),
  ]);
  try {
    await runSession(deps, lease, session, { stepMs, signal, onReady });
  } finally {
    ending.abort();
    if (venueWork.length > 0)
      await Promise.race([Promise.all(venueWork), sleep(VENUE_SYNC_END_MS, undefined, { ref: false })]);
  }
}

/**
 * No entry while a bot is paused or beyond the platform's limits. Both are read for each entry, so that they take effect at
 * once. With live brokers, only at the one that has all instruments of the bot.
 */
function createEntryGate(deps: TraderDeps, venues: readonly Venue[]): EntryGate {
  const { sql } = deps;
  return async ({ botId, feed, config }, { symbol, side, exposure, barTime }) => {
    const { market, name: botName, instruments } = config;
    const entry = { botId, symbols: instruments.map((each) => each.symbol), symbol, side };
    if (feed === "live" && !(await mayEnterAtVenue(sql, venues, entry))) return false;
    if (await isPaused(sql, botId)) return false;
    return decideLimitedEntry(deps, { botId, botName, feed, market, symbol, exposure, barTime });
  };
}

async function runSession(
  deps: TraderDeps,
  lease: Lease,
  session: TradingSession,
  { stepMs, signal, onReady }: { stepMs: number; signal: AbortSignal; onReady: () => void },
): Promise<void> {
  const { sql, now, log, plan } = deps;
  let isCaughtUp = false;
  let renewedAt = -RENEW_EVERY_MS;
  let watchedAt = performance.now();
  let savedAt = performance.now();
  let cleanedAt = -CLEAN_UP_MS;
  const cleanUpMs = Math.max(LEAST_CLEAN_UP_MS, CLEAN_UP_MS / plan.simulatedSpeed);
  while (!signal.aborted) {
    const started = performance.now();
    if (started - renewedAt > RENEW_EVERY_MS) {
      if (!(await renewLease(sql, lease))) {
        log.warn("another trader has taken the lease");
        return;
      }
      renewedAt = started;
    }
    const nowMs = now().getTime();
    // The first step plays what a downtime left out, which may take longer than a lease lasts.
    const play = () => session.advance(nowMs);
    if (await (isCaughtUp ? play() : keepLease(sql, lease, play))) onReady();
    isCaughtUp = true;
    if (started - savedAt > CHECKPOINT_MS) {
      await session.checkpoint();
      savedAt = started;
    }
    if (started - watchedAt > WATCH_LOSS_MS) {
      await watchDayLoss(deps);
      watchedAt = started;
    }
    if (started - cleanedAt > cleanUpMs) {
      await removeOldCandles(sql);
      await thinOutBotMarks(sql);
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
