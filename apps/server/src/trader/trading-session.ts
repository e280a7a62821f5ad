import { markets } from "@wazi/contracts";
import { formatNav, parseNav } from "@wazi/domain";
import { intervalMs, stepBot, warmUpBot, type BotEvent } from "@wazi/trading";
import type { Queryable } from "../db/pool.ts";
import { refuseEntry, type EntryGate } from "./entry-gate.ts";
import { createFeedGuard, isRealTime, type FeedTrouble } from "./feed-guard.ts";
import type { FeedPrice, MarketFeed, Moment } from "./market-feed.ts";
import { marksOf } from "./open-trade.ts";
import { recordClose, recordOpening, type RecordDeps } from "./record-trade.ts";
import { barSequenceOf } from "./simulated-feed.ts";
import {
  loadEngines,
  readMinuteCandles,
  readPool,
  readPools,
  removeOtherPrices,
  saveCandles,
  saveCheckpoint,
  saveMarks,
  savePrices,
  saveRecordStarts,
  saveTroubles,
  type MarkRow,
} from "./store.ts";
import { settlePositions, type ExitMark, type SettleDeps } from "./settle-positions.ts";
import { eventsFor, resumeBot, type TradingBot } from "./trading-bot.ts";
import { windUp } from "./wind-up.ts";

const WARM_UP_MS = 8 * intervalMs["1h"];

export type SessionDeps = RecordDeps & SettleDeps & { mayEnter: EntryGate };

/** The bots and feeds in memory, from taking the lease to losing it. Anything that fails ends it; the next reads all back. */
export interface TradingSession {
  /** Plays what is due; false when nothing was. */
  advance(nowMs: number): Promise<boolean>;
  checkpoint(): Promise<void>;
}

export async function startSession(deps: SessionDeps, feeds: readonly MarketFeed[]): Promise<TradingSession> {
  const { sql } = deps;
  const symbols = feeds.flatMap((feed) => feed.symbols);
  await removeOtherPrices(sql, symbols);
  const engines = await loadEngines(sql);
  const bots: TradingBot[] = [];
  for (const pool of await readPools(sql)) {
    const { bot, isFresh, leftOver } = resumeBot(pool, symbols, engines.get(pool.botId));
    for (const effect of leftOver) {
      if (effect.type === "trade-closed")
        await recordClose(deps, { botId: bot.botId, feed: bot.feed, engine: bot.state }, effect);
    }
    const resumed = { ...bot, pool: await readPool(sql, bot.botId) };
    bots.push(isFresh ? await warmedUp(deps, resumed) : resumed);
  }
  for (const bot of bots) await settleStatus(deps, bot);
  const places = placesOf(feeds);
  const guard = createFeedGuard(lastBarsOf(bots));
  const unpriced = new Set(bots.map(({ botId }) => botId));

  const playFeed = async (feed: MarketFeed, nowMs: number): Promise<Moment[]> => {
    if (feed.symbols.some(isRealTime) && !guard.isClockSound(nowMs)) return [];
    const moments = feed.advance(nowMs).map((moment) => guard.pass(feed, moment, nowMs));
    for (const moment of moments) await playMoment(deps, bots, feed, moment);
    await saveMoment(moments, feed);
    return moments;
  };

  const saveMoment = async (moments: readonly Moment[], feed: MarketFeed): Promise<void> => {
    const closed = moments.flatMap((moment) => moment.closed);
    const kind = feed.symbols[0]?.feed;
    if (kind && closed.length > 0) await saveCandles(sql, kind, closed);
  };

  return {
    async advance(nowMs) {
      const latest = [];
      // Those that have just arrived: an older one is no price to value an open trade at.
      const prices = new Map<string, number>();
      let advanced = false;
      for (const feed of feeds) {
        const moments = await playFeed(feed, nowMs);
        if (moments.length > 0) advanced = true;
        const arrived = moments.at(-1)?.prices ?? [];
        for (const { symbol, price } of arrived) prices.set(`${feed.name} ${symbol}`, price);
        latest.push(...arrived);
      }
      await sayTroubles(deps, guard.takeTroubles());
      if (!advanced) return false;
      if (unpriced.size > 0) await startRecords(sql, bots, latest, unpriced);
      const marks = await saveMarksOf(deps, bots, feeds, prices);
      await savePrices(
        sql,
        latest.map((price) => ({ ...price, place: places.get(`${price.market} ${price.symbol}`) ?? 0 })),
      );
      await settlePositions(deps, marks);
      return true;
    },
    async checkpoint() {
      const unsaved = bots.filter((bot) => bot.unsaved);
      for (const bot of unsaved) bot.unsaved = false;
      await saveCheckpoint(
        sql,
        feeds.map((feed) => ({ name: feed.name, state: feed.save() })),
        unsaved.map(({ botId, state }) => ({ botId, state })),
      );
    },
  };
}

/** The last bar of each symbol that a bot has seen, so that the time in which nothing ran shows. */
function lastBarsOf(bots: readonly TradingBot[]): Map<string, number> {
  const bars = new Map<string, number>();
  for (const { feed, state } of bots) {
    for (const [symbol, { barSequence }] of Object.entries(state.symbols)) {
      const key = `${feed} ${symbol}`;
      bars.set(key, Math.max(barSequence, bars.get(key) ?? -1));
    }
  }
  return bars;
}

async function sayTroubles({ sql, log }: SessionDeps, troubles: readonly FeedTrouble[]): Promise<void> {
  if (troubles.length === 0) return;
  const isNew = await saveTroubles(sql, troubles);
  for (const { feed, kind, message } of isNew) log.warn({ feed, kind }, message);
}

/** Notes what a bot's symbols cost when its record on this feed begins; `unpriced` are bots with a symbol still to come. */
async function startRecords(
  sql: Queryable,
  bots: readonly TradingBot[],
  latest: readonly FeedPrice[],
  unpriced: Set<string>,
): Promise<void> {
  const starts = bots
    .filter(({ botId }) => unpriced.has(botId))
    .map(({ botId, feed, config }) => {
      const symbols = config.instruments.map(({ symbol }) => symbol);
      return {
        botId,
        feed,
        prices: latest.filter((price) => price.feed === feed && symbols.includes(price.symbol)),
        symbols,
      };
    });
  await saveRecordStarts(
    sql,
    starts.flatMap(({ botId, feed, prices }) =>
      prices.map(({ symbol, price }) => ({ botId, feed, symbol, price: String(price) })),
    ),
  );
  for (const { botId, prices, symbols } of starts) if (prices.length === symbols.length) unpriced.delete(botId);
}

/** Lets a new bot's strategy see the last hours, so that it need not wait for them to happen. Orders nothing. */
async function warmedUp({ sql, now }: RecordDeps, bot: TradingBot): Promise<TradingBot> {
  if (bot.feed === "replay") return bot;
  const symbols = bot.config.instruments.map(({ symbol }) => symbol);
  const candles = await readMinuteCandles(sql, bot.feed, symbols, new Date(now().getTime() - WARM_UP_MS));
  const state = candles.reduce(
    (warming, { symbol, candle }) =>
      warmUpBot(bot.config, warming, { type: "candle", symbol, candle, barSequence: barSequenceOf(candle) }),
    bot.state,
  );
  return { ...bot, state };
}

/** Every bot sees the moment's events; what it does is recorded before the next event. */
async function playMoment(
  deps: SessionDeps,
  bots: readonly TradingBot[],
  feed: MarketFeed,
  moment: Moment,
): Promise<void> {
  for (const bot of bots) {
    if (
      bot.pool.status === "halted" ||
      !feed.symbols.some(({ symbol, feed: kind }) => kind === bot.feed && bot.state.symbols[symbol])
    )
      continue;
    for (const event of eventsFor(bot, moment.events)) await playEvent(deps, bot, event);
  }
}

async function playEvent(deps: SessionDeps, bot: TradingBot, event: BotEvent): Promise<void> {
  const before = await refuseEntry(bot, event.symbol, deps.mayEnter);
  const { state, effects } = stepBot(bot.config, before, event);
  for (const [index, effect] of effects.entries()) {
    // The state goes with the last effect: cut short before it, the event is played again and the first are known already.
    const engine = index === effects.length - 1 ? state : before;
    const acting = { botId: bot.botId, feed: bot.feed, engine };
    if (effect.type === "trade-opened") await recordOpening(deps, acting, effect);
    else await recordClose(deps, acting, effect);
  }
  bot.state = state;
  bot.unsaved = true;
  if (effects.length === 0) return;
  bot.pool = await readPool(deps.sql, bot.botId);
  await settleStatus(deps, bot);
}

async function settleStatus(deps: RecordDeps, bot: TradingBot): Promise<void> {
  if (bot.pool.status !== "winding-up" || bot.pool.openTrade) return;
  await windUp(deps, bot.botId);
  bot.pool = await readPool(deps.sql, bot.botId);
}

/** Saves the marks of open trades; what units of each bot can be redeemed at now, where that is known. */
async function saveMarksOf(
  { sql }: RecordDeps,
  bots: readonly TradingBot[],
  feeds: readonly MarketFeed[],
  prices: ReadonlyMap<string, number>,
): Promise<ExitMark[]> {
  const rows: MarkRow[] = [];
  const without: string[] = [];
  const exitMarks: ExitMark[] = [];
  for (const { botId, feed: kind, pool, state } of bots) {
    // The bot's own view of the trade knows the dividends that it has had since it opened.
    const trade = pool.openTrade && { ...pool.openTrade, dividends: state.openTrade?.dividends ?? "0" };
    if (!trade) {
      exitMarks.push({ botId, exitMark: pool.nav });
      continue;
    }
    const feed = feeds.find((each) =>
      each.symbols.some(({ symbol, feed: name }) => name === kind && symbol === trade.symbol),
    );
    const price = feed && prices.get(`${feed.name} ${trade.symbol}`);
    if (!feed || price === undefined) continue;
    const marks = marksOf(parseNav(pool.nav), trade, price, feed.forming(trade.symbol));
    if (!marks) without.push(botId);
    else {
      const [entry, exit] = [formatNav(marks.entry), formatNav(marks.exit)];
      rows.push({ botId, version: pool.version, entry, exit, price: String(price), barTime: null });
      exitMarks.push({ botId, exitMark: exit });
    }
  }
  await saveMarks(sql, rows, without);
  return exitMarks;
}

/** The order in which prices are listed: the first symbol of each market, then the second of each, and so on. */
function placesOf(feeds: readonly MarketFeed[]): Map<string, number> {
  const rounds = new Map<string, number>();
  return new Map(
    feeds
      .flatMap((feed) => feed.symbols)
      .map(({ market, symbol }) => {
        const round = rounds.get(market) ?? 0;
        rounds.set(market, round + 1);
        return [`${market} ${symbol}`, round * markets.length + markets.indexOf(market)];
      }),
  );
}
