import { botMarkets, MINUTE_MS } from "@wazi/contracts";
import {
  removeOtherPrices,
  saveBotMarks,
  saveBotRests,
  saveCheckpoint,
  savePrices,
  saveRecordStarts,
} from "./store.ts";
import type { EntryGate } from "./entry-limits.ts";
import { saveCandles, saveFeedIssues } from "../feeds/store.ts";
import { describeIssues } from "../feeds/describe-issues.ts";
import { createFeedGuard, type FeedIssue, isRealTime } from "../feeds/feed-guard.ts";
import type { FeedPrice, MarketFeed, Moment } from "../feeds/market-feed.ts";
import { finishIfOver, playMoment } from "./play-moment.ts";
import type { RecordDeps } from "./pool-operation.ts";
import type { InterestSource } from "../interest/cash-interest.ts";
import { findBroker } from "../venue/broker-settings.ts";
import { settleInterest } from "./settle-interest.ts";
import { resumeBots } from "./resume-bots.ts";
import { keepLastPrices, type LastPrice, saveOpenTradeMarks, toPriceKey } from "./save-marks.ts";
import { type SettleDeps, settlePositions } from "./settle-positions.ts";
import type { RestoreOptions, TradingBot } from "./trading-bot.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** The bots' marks are kept this often. */
const BOT_MARK_MS = 5 * MINUTE_MS;

export type SessionDeps = RecordDeps &
  SettleDeps & {
    mayEnter: EntryGate;
    /** Undefined when idle cash earns nothing. */
    interest?: InterestSource | undefined;
    /** The return of bills in a month, with which rules compare their funds. */
    findBillReturn?: RestoreOptions["findBillReturn"];
    isClockAccepted?: boolean;
    /** The brokers, with the symbols that each may trade; none when left out. */
    brokers?: readonly { readonly symbols: readonly string[] }[];
  };

/**
 * The bots and feeds in memory, from taking the lease to losing it. Any failure ends the session; the next one reads
 * everything back from the database.
 */
export interface TradingSession {
  /** Plays what is due. Returns false when nothing was due. */
  advance(nowMs: number): Promise<boolean>;
  checkpoint(): Promise<void>;
}

export async function startSession(deps: SessionDeps, feeds: readonly MarketFeed[]): Promise<TradingSession> {
  const { sql, brokers = [] } = deps;
  const symbols = feeds.flatMap((feed) => feed.symbols);
  await removeOtherPrices(sql, symbols);
  const bots = await resumeBots(deps, symbols, feeds);
  for (const bot of bots) await finishIfOver(deps, bot);
  const onPaper = listPaperBots(bots, brokers);
  const places = rankSymbols(feeds);
  const guard = createFeedGuard(findLastBars(bots));
  let markedBucket = 0;
  const lastPrices = new Map<string, LastPrice>();
  const unpriced = new Set(bots.map(({ botId }) => botId));
  const resting = new Set<string>();

  const playFeed = async (feed: MarketFeed, nowMs: number): Promise<Moment[]> => {
    if (feed.symbols.some(isRealTime) && !guard.isClockSound(nowMs)) return [];
    const kind = feed.symbols[0]?.feed;
    // Days end while a venue is closed, or its prices fail, too.
    if (kind && isByClock(feed)) await settleInterest(deps, bots, kind, nowMs);
    const moments = feed.advance(nowMs).map((moment) => guard.pass(feed, moment, nowMs));
    for (const moment of moments) {
      // A session that ends here saves no checkpoint, so that the next one plays these moments.
      deps.signal?.throwIfAborted();
      await beginRecords(deps, bots, feed, moment);
      if (kind && !isByClock(feed)) await settleInterest(deps, bots, kind, findMarketTime(moment));
      await playMoment(deps, bots, feed, moment);
      await restBots(deps, bots, resting, moment);
    }
    const closed = moments.flatMap((moment) => moment.closed);
    if (kind && closed.length > 0) await saveCandles(sql, kind, closed);
    return moments;
  };

  return {
    async advance(nowMs) {
      const earliest = [];
      const latest = [];
      const arrivedPrices = new Map<string, FeedPrice>();
      let advanced = false;
      for (const feed of feeds) {
        const moments = await playFeed(feed, nowMs);
        if (moments.length > 0) advanced = true;
        const arrived = moments.at(-1)?.prices ?? [];
        earliest.push(...(moments.find((moment) => moment.prices.length > 0)?.prices ?? []));
        for (const price of arrived) arrivedPrices.set(toPriceKey(feed, price.symbol), price);
        latest.push(...arrived);
      }
      await reportFeedIssues(deps, guard.takeIssues());
      if (!advanced) return false;
      if (unpriced.size > 0) await startTrackRecords(sql, bots, earliest, unpriced);
      keepLastPrices(lastPrices, arrivedPrices, nowMs);
      const marks = await saveOpenTradeMarks(sql, bots, feeds, { arrived: arrivedPrices, last: lastPrices });
      await savePrices(
        sql,
        latest.map((price) => ({ ...price, place: places.get(`${price.market} ${price.symbol}`) ?? 0 })),
      );
      await settlePositions(deps, marks);
      const bucket = Math.floor(nowMs / BOT_MARK_MS);
      if (bucket !== markedBucket) await saveBotMarks(sql, marks, new Date(nowMs), onPaper);
      markedBucket = bucket;
      return true;
    },
    async checkpoint() {
      const unsaved = bots.filter((bot) => bot.unsaved);
      for (const bot of unsaved) bot.unsaved = false;
      await saveCheckpoint(
        sql,
        deps.lease,
        feeds.map((feed) => ({ name: feed.name, state: feed.save() })),
        unsaved.map(({ botId, state }) => ({ botId, state })),
      );
    },
  };
}

/** The bots whose instruments no broker may trade. */
function listPaperBots(bots: readonly TradingBot[], brokers: NonNullable<SessionDeps["brokers"]>): string[] {
  const symbolsOf = ({ config }: TradingBot): string[] => config.instruments.map(({ symbol }) => symbol);
  return bots.filter((bot) => findBroker(brokers, symbolsOf(bot)) === undefined).map(({ botId }) => botId);
}

/** True for a feed whose market has the clock's time. */
const isByClock = ({ symbols }: MarketFeed): boolean =>
  symbols.every((symbol) => isRealTime(symbol) && symbol.hasOwnTime !== true);

/** The time of a market of its own at a moment: that of its latest bar; null without any. */
function findMarketTime({ events, prices }: Moment): number | null {
  const times = events.flatMap((event) =>
    event.type === "candle" ? [event.candle.time] : event.type === "open" ? [event.barTime] : [],
  );
  const all = [...times, ...prices.flatMap(({ barTime }) => barTime ?? [])];
  return all.length === 0 ? null : Math.max(...all);
}

/**
 * When a replay starts again, its bots begin a new record after the trades closed so far. Repeating it after a crash changes
 * nothing, because the first row of a record is kept.
 */
async function beginRecords(
  { sql }: SessionDeps,
  bots: readonly TradingBot[],
  feed: MarketFeed,
  { record = 0, prices }: Moment,
): Promise<void> {
  const kind = feed.symbols[0]?.feed;
  const starting = bots.filter((bot) => bot.feed === kind && record > bot.record);
  for (const bot of starting) {
    const { closeSequence: sequence, wonTrades: won } = bot.pool;
    bot.record = record;
    bot.recordAfter = { sequence, won };
  }
  if (starting.length === 0) return;
  await startTrackRecords(sql, starting, prices, new Set(starting.map(({ botId }) => botId)));
}

/** Saves, once for each session, that bots rest because the prices of all their symbols have ended. */
async function restBots(
  { sql }: SessionDeps,
  bots: readonly TradingBot[],
  resting: Set<string>,
  { ended = [] }: Moment,
): Promise<void> {
  if (ended.length === 0) return;
  const isEnded = ({ config, feed }: TradingBot): boolean =>
    feed === "replay" && config.instruments.every(({ symbol }) => ended.includes(symbol));
  const found = bots.filter((bot) => !resting.has(bot.botId) && isEnded(bot));
  await saveBotRests(sql, found);
  for (const { botId } of found) resting.add(botId);
}

/** The last bar of each symbol that a bot has seen. The feed guard uses it to find the gap after a pause. */
function findLastBars(bots: readonly TradingBot[]): Map<string, number> {
  const bars = new Map<string, number>();
  for (const { feed, state } of bots) {
    for (const [symbol, { barSequence }] of Object.entries(state.symbols)) {
      const key = `${feed} ${symbol}`;
      bars.set(key, Math.max(barSequence, bars.get(key) ?? -1));
    }
  }
  return bars;
}

async function reportFeedIssues({ sql, log }: SessionDeps, issues: readonly FeedIssue[]): Promise<void> {
  if (issues.length === 0) return;
  const due = await saveFeedIssues(sql, issues);
  for (const { fields, message } of describeIssues(due)) log.warn(fields, message);
}

/** The order in which prices are listed: the first symbol of each market, then the second of each, and so on. */
function rankSymbols(feeds: readonly MarketFeed[]): Map<string, number> {
  const rounds = new Map<string, number>();
  return new Map(
    feeds
      .flatMap((feed) => feed.symbols)
      .map(({ market, symbol }) => {
        const round = rounds.get(market) ?? 0;
        rounds.set(market, round + 1);
        return [`${market} ${symbol}`, round * botMarkets.length + botMarkets.indexOf(market)];
      }),
  );
}

/**
 * Saves the prices of a bot's symbols at the start of its track record on this feed. A bot leaves `unpriced` when all
 * of its symbols have a price.
 */
async function startTrackRecords(
  sql: Queryable,
  bots: readonly TradingBot[],
  latest: readonly FeedPrice[],
  unpriced: Set<string>,
): Promise<void> {
  const starts = bots
    .filter(({ botId }) => unpriced.has(botId))
    .map((bot) => {
      const { botId, feed, config } = bot;
      const symbols = config.instruments.map(({ symbol }) => symbol);
      const prices = latest.filter((price) => price.feed === feed && symbols.includes(price.symbol));
      return { bot, botId, feed, prices, symbols };
    });
  await saveRecordStarts(
    sql,
    starts.flatMap(({ bot: { record, recordAfter }, botId, feed, prices }) =>
      prices.map(({ symbol, price }) => ({ botId, feed, record, symbol, price: String(price), ...recordAfter })),
    ),
  );
  for (const { botId, prices, symbols } of starts) if (prices.length === symbols.length) unpriced.delete(botId);
}
