import type { FeedKind } from "@wazi/contracts";
import { parseNav } from "@wazi/domain";
import {
  botCatalogue,
  buildBotConfig,
  createBotState,
  isAllocation,
  portfolioCatalogue,
  restoreBotState,
  stepBot,
  type BotConfig,
  type BotEffect,
  type BotState,
  type MomentEvent,
  type OpenTrade,
} from "@wazi/trading";
import { isRealTime } from "../feeds/feed-guard.ts";
import { listFeedSymbols, type FeedPlan } from "../feeds/feed-plan.ts";
import type { FeedSymbol } from "../feeds/market-feed.ts";
import { keepBaseNav, type PoolTrade } from "./open-trade.ts";
import type { TraderPool } from "./store.ts";

/** A bot in the trader's memory. All of it can be read back from the database. */
export interface TradingBot {
  botId: string;
  name: string;
  feed: FeedKind;
  config: BotConfig;
  state: BotState;
  pool: TraderPool;
  /** The number of its record, which rises when a replay starts again. */
  record: number;
  /** The trades that it had closed before its record began. */
  recordAfter: { sequence: string; won: string };
  /** True when the state has changed since it was saved. */
  unsaved: boolean;
}

const FIRST_RECORD = { record: 0, recordAfter: { sequence: "0", won: "0" } };

/** The instruments of a catalogue bot: the symbols of the feed for its market, or else its simulated symbols. */
export function chooseInstruments(
  name: string,
  symbols: readonly FeedSymbol[],
  findBillReturn?: BotConfig["findBillReturn"],
): { config: BotConfig; feed: FeedKind } {
  const bot = [...botCatalogue, ...portfolioCatalogue].find((each) => each.name === name);
  if (!bot) throw new Error(`${name} is not in the catalogue`);
  // Bots trade all files of a replay, and all live funds, whose names are settings. A live feed also has prices of coins that
  // only deposits need.
  const isNamed = (symbol: string): boolean => bot.market === "portfolio" || bot.symbols.includes(symbol);
  const real = symbols.filter(
    ({ market, symbol, feed }) => market === bot.market && (feed === "replay" || (feed === "live" && isNamed(symbol))),
  );
  const [first] = real;
  if (first) return { config: buildBotConfig(bot, real, findBillReturn), feed: first.feed };
  return { config: buildBotConfig(bot, undefined, findBillReturn), feed: "simulated" };
}

/** The symbols that a catalogue bot trades with this feed plan. */
export function listBotSymbols(name: string, plan: FeedPlan): string[] {
  return chooseInstruments(name, listFeedSymbols(plan)).config.instruments.map(({ symbol }) => symbol);
}

export interface RestoreOptions {
  /** A real-time bot with a later bar starts from an empty state. */
  latestBarMs?: number;
  /** The return of bills in a month, for core portfolios; nothing when left out. */
  findBillReturn?: BotConfig["findBillReturn"];
}

/**
 * Restores a bot for the symbols of this run. It continues from its stored state when that fits. Otherwise (another feed,
 * or damaged data) it starts from an empty state, and `leftOver` closes a trade that cannot continue.
 */
export function restoreTradingBot(
  pool: TraderPool,
  symbols: readonly FeedSymbol[],
  stored: unknown,
  { latestBarMs = Infinity, findBillReturn }: RestoreOptions = {},
): { bot: TradingBot; isFresh: boolean; leftOver: BotEffect[] } {
  const { config, feed } = chooseInstruments(pool.name, symbols, findBillReturn);
  const base = { botId: pool.botId, name: pool.name, feed, config, pool, ...FIRST_RECORD, unsaved: true };
  const restored = restoreBotState(config, stored);
  const { openTrades: open } = pool;
  const continues = open.every(
    (trade) => trade.feed === feed && config.instruments.some(({ symbol }) => symbol === trade.symbol),
  );
  const isExact = symbols.some((each) => each.feed === feed && each.hasOwnTime === true);
  const isLater = (state: BotState): boolean =>
    isRealTime({ feed }) && !isExact && Object.values(state.symbols).some(({ barTime }) => barTime > latestBarMs);
  if (restored.ok && continues && isStateOfFeed(restored.state, feed) && !isLater(restored.state)) {
    const state = takeBaseNav(alignWithPool(restored.state, pool, isExact), pool);
    return { bot: { ...base, state }, isFresh: false, leftOver: [] };
  }
  const fresh = createBotState(config);
  const leftOver = closeLeftOver(config, pool, fresh, restored.ok ? restored.state : fresh);
  return { bot: { ...base, state: fresh }, isFresh: true, leftOver };
}

/** Closes all open trades of a pool at the last close of their symbols, as far as that is known. */
function closeLeftOver(config: BotConfig, pool: TraderPool, fresh: BotState, last: BotState): BotEffect[] {
  const { openTrades } = pool;
  const symbols = new Map(
    openTrades.map(({ symbol, barSequence, barTime }) => {
      const entry = { strategyState: null, resting: null, barSequence, barTime, close: null };
      const known = last.symbols[symbol];
      return [symbol, known === undefined || known.barSequence < 0 ? entry : known];
    }),
  );
  const trades = openTrades.map((trade) => toOpenTrade(trade, pool));
  const known = { ...fresh.symbols, ...Object.fromEntries(symbols) };
  return closeAllTrades(config, { ...fresh, nav: pool.nav, openTrades: trades, symbols: known }).effects;
}

/** Closes all trades of a bot, each at the last price of its symbol, as at the end of its series. */
export function closeAllTrades(config: BotConfig, holding: BotState): { state: BotState; effects: BotEffect[] } {
  let state = holding;
  const effects: BotEffect[] = [];
  for (const symbol of new Set(holding.openTrades.map((trade) => trade.symbol))) {
    const broken = stepBot(config, state, { type: "series-break", symbol });
    state = broken.state;
    effects.push(...broken.effects);
  }
  return { state, effects };
}

/**
 * After a crash between the two commits of a trade that opened and closed in one bar, the stored state may be older than the
 * first of them. A feed with its own time plays the event again exactly, and recorded trades are found by their id. Other prices continue at another
 * time: there the pool is right, and an order that was not filled is dropped.
 */
function alignWithPool(state: BotState, pool: TraderPool, isExact: boolean): BotState {
  const { openTrades } = pool;
  const agrees =
    state.openTrades.length === openTrades.length &&
    openTrades.every((trade, index) => isSameTrade(trade, state.openTrades[index]));
  if (agrees || isExact) return state;
  return { ...state, openTrades: openTrades.map((trade) => toOpenTrade(trade, pool)), orders: [] };
}

function isSameTrade(one: OpenTrade, other: OpenTrade | undefined): boolean {
  return other !== undefined && one.symbol === other.symbol && one.barSequence === other.barSequence;
}

function toOpenTrade({ id: _id, openedAt: _openedAt, feed: _feed, ...trade }: PoolTrade, pool: TraderPool): OpenTrade {
  return keepBaseNav(trade, parseNav(pool.nav));
}

/** A state that was saved before trades kept the nav at which they opened gets it from its pool. */
function takeBaseNav(state: BotState, pool: TraderPool): BotState {
  const openTrades = state.openTrades.map((trade) => {
    const recorded = pool.openTrades.find((each) => isSameTrade(each, trade));
    return recorded === undefined ? trade : { ...trade, baseNav: toOpenTrade(recorded, pool).baseNav };
  });
  return { ...state, openTrades };
}

/** Bars are numbered from 0 in a replay and by minutes since 1970 otherwise, so that a state fits only one of them. */
function isStateOfFeed(state: BotState, feed: FeedKind): boolean {
  const FIRST_MINUTE = 1_000_000;
  return Object.values(state.symbols).every(
    ({ barSequence }) => barSequence < 0 || barSequence > FIRST_MINUTE === (feed !== "replay"),
  );
}

/** The events of a bot's symbols, and the ends of its market's moments when its strategy decides then. */
export function selectEvents({ config, state }: TradingBot, events: readonly MomentEvent[]): MomentEvent[] {
  return events.filter((event) => {
    if (event.type !== "moment-end") return state.symbols[event.symbol] !== undefined;
    return isAllocation(config.strategy) && (event.market === undefined || event.market === config.market);
  });
}
