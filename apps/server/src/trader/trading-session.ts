import { markets } from "@wazi/contracts";
import { formatNav, parseNav } from "@wazi/domain";
import { intervalMs, stepBot, warmUpBot, type BotEvent } from "@wazi/trading";
import type { MarketFeed, Moment } from "./market-feed.ts";
import { marksOf } from "./open-trade.ts";
import { recordClose, recordOpening, type RecordDeps } from "./record-trade.ts";
import { barSequenceOf } from "./simulated-feed.ts";
import {
  loadEngines,
  readMinuteCandles,
  readPool,
  readPools,
  saveCandles,
  saveCheckpoint,
  saveMarks,
  savePrices,
  type MarkRow,
} from "./store.ts";
import { eventsFor, resumeBot, type TradingBot } from "./trading-bot.ts";
import { windUp } from "./wind-up.ts";

const WARM_UP_MS = 8 * intervalMs["1h"];

/** The bots and feeds in memory, from taking the lease to losing it. Anything that fails ends it; the next reads all back. */
export interface TradingSession {
  /** Plays what is due; false when nothing was. */
  advance(nowMs: number): Promise<boolean>;
  checkpoint(): Promise<void>;
}

export async function startSession(deps: RecordDeps, feeds: readonly MarketFeed[]): Promise<TradingSession> {
  const { sql } = deps;
  const symbols = feeds.flatMap((feed) => feed.symbols);
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
  const prices = new Map<string, number>();
  const places = placesOf(feeds);

  const saveMoment = async (moments: readonly Moment[], feed: MarketFeed): Promise<void> => {
    const closed = moments.flatMap((moment) => moment.closed);
    if (closed.length > 0) await saveCandles(sql, "simulated", closed);
    for (const { symbol, price } of moments.at(-1)?.prices ?? []) prices.set(`${feed.name} ${symbol}`, price);
  };

  return {
    async advance(nowMs) {
      const latest = [];
      let advanced = false;
      for (const feed of feeds) {
        const moments = feed.advance(nowMs);
        for (const moment of moments) await playMoment(deps, bots, feed, moment);
        if (moments.length > 0) advanced = true;
        await saveMoment(moments, feed);
        latest.push(...(moments.at(-1)?.prices ?? []));
      }
      if (!advanced) return false;
      await saveMarksOf(deps, bots, feeds, prices);
      await savePrices(
        sql,
        latest.map((price) => ({ ...price, place: places.get(`${price.market} ${price.symbol}`) ?? 0 })),
      );
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

/** Lets a new bot's strategy see the last hours, so that it need not wait for them to happen. Orders nothing. */
async function warmedUp({ sql, now }: RecordDeps, bot: TradingBot): Promise<TradingBot> {
  if (bot.feed !== "simulated") return bot;
  const symbols = bot.config.instruments.map(({ symbol }) => symbol);
  const candles = await readMinuteCandles(sql, symbols, new Date(now().getTime() - WARM_UP_MS));
  const state = candles.reduce(
    (warming, { symbol, candle }) =>
      warmUpBot(bot.config, warming, { type: "candle", symbol, candle, barSequence: barSequenceOf(candle) }),
    bot.state,
  );
  return { ...bot, state };
}

/** Every bot sees the moment's events; what it does is recorded before the next event. */
async function playMoment(
  deps: RecordDeps,
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

async function playEvent(deps: RecordDeps, bot: TradingBot, event: BotEvent): Promise<void> {
  const before = bot.state;
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

async function saveMarksOf(
  { sql }: RecordDeps,
  bots: readonly TradingBot[],
  feeds: readonly MarketFeed[],
  prices: ReadonlyMap<string, number>,
): Promise<void> {
  const rows: MarkRow[] = [];
  const without: string[] = [];
  for (const { botId, feed: kind, pool } of bots) {
    const trade = pool.openTrade;
    if (!trade) continue;
    const feed = feeds.find((each) =>
      each.symbols.some(({ symbol, feed: name }) => name === kind && symbol === trade.symbol),
    );
    const price = feed && prices.get(`${feed.name} ${trade.symbol}`);
    if (!feed || price === undefined) continue;
    const marks = marksOf(parseNav(pool.nav), trade, price, feed.forming(trade.symbol));
    if (!marks) without.push(botId);
    else
      rows.push({
        botId,
        version: pool.version,
        entry: formatNav(marks.entry),
        exit: formatNav(marks.exit),
        price: String(price),
        barTime: null,
      });
  }
  await saveMarks(sql, rows, without);
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
