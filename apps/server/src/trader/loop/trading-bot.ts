import type { BotMarket, FeedKind } from "@wazi/contracts";
import { parseNav } from "@wazi/domain";
import {
  buildBotConfig,
  createBotState,
  getBot,
  isAllocation,
  restoreBotState,
  selectSymbols,
  stepBot,
  type BotConfig,
  type BotDefinition,
  type BotEffect,
  type BotState,
  type MomentEvent,
  type OpenTrade,
} from "@wazi/trading";
import { isRealTime } from "../feeds/feed-guard.ts";
import { listFeedSymbols, type FeedPlan } from "../feeds/feed-plan.ts";
import type { FeedSymbol } from "../feeds/market-feed.ts";
import { type BrokerSettings, findBroker, listBrokerSymbols } from "../venue/broker-settings.ts";
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

/**
 * The instruments of a catalogue bot: its symbols on the feed (`selectSymbols`), or else its simulated symbols. Without simulated
 * prices its feed is the live one, also when it has none of its symbols: Bills needs no prices.
 */
export function chooseInstruments(
  name: string,
  symbols: readonly FeedSymbol[],
  findBillReturn?: BotConfig["findBillReturn"],
): { config: BotConfig; feed: FeedKind } {
  const bot = getBot(name);
  const live = selectLive(
    bot,
    symbols.filter((each) => each.feed === "live"),
  );
  const replayed = selectSymbols(
    bot,
    symbols.filter(({ feed }) => feed === "replay"),
  );
  const real = live.length > 0 ? live : replayed;
  const [first] = real;
  if (first) return { config: buildBotConfig(bot, real, findBillReturn), feed: first.feed };
  const feed = symbols.some((each) => each.feed === "simulated") ? "simulated" : "live";
  return { config: buildBotConfig(bot, undefined, findBillReturn), feed };
}

/**
 * The symbols that a bot trades of those of a live feed. A core portfolio trades all funds, whose names are settings. Another bot trades
 * those of its own market that it names, because a feed also has coins that only deposits need; without one, the fund of the part by
 * which it is judged.
 */
function selectLive(
  { market, symbols, judgedOn }: Pick<BotDefinition, "market" | "symbols" | "judgedOn">,
  live: readonly FeedSymbol[],
): readonly FeedSymbol[] {
  if (market === "portfolio") return live.filter((each) => each.market === market);
  const own = live.filter((each) => each.market === market && symbols.includes(each.symbol));
  return own.length > 0 ? own : live.filter(({ part }) => part !== undefined && part === judgedOn);
}

/** A symbol that a bot trades, with the market and the feed of its prices. */
export interface BotInstrument {
  readonly market: BotMarket;
  readonly symbol: string;
  readonly feed: FeedKind;
}

/** A catalogue bot on a feed plan. */
export interface PlannedBot {
  /** In live mode it is never simulated, even when the bot has no prices. */
  readonly feed: FeedKind;
  readonly instruments: readonly BotInstrument[];
  /** True when it can trade. In live mode that needs live prices, and a broker that may trade all its instruments. */
  readonly isTraded: boolean;
}

/** Plans what a catalogue bot trades, and where. The plan does not change while a process runs. */
export function planBot(
  name: string,
  plan: FeedPlan,
  { mode, brokers }: { mode: "demo" | "live"; brokers: readonly BrokerSettings[] },
): PlannedBot {
  const { config, feed } = chooseInstruments(name, listFeedSymbols(plan));
  const { market } = config;
  const symbols = config.instruments.map(({ symbol }) => symbol);
  const able = brokers.map((broker) => ({ symbols: listBrokerSymbols(broker) }));
  return {
    feed,
    instruments: symbols.map((symbol) => ({ market, symbol, feed })),
    isTraded: mode === "demo" || (feed === "live" && findBroker(able, symbols) !== undefined),
  };
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
export function selectEvents(
  { config, state }: Pick<TradingBot, "config" | "state">,
  events: readonly MomentEvent[],
): MomentEvent[] {
  return events.filter((event) => {
    if (event.type !== "moment-end") return state.symbols[event.symbol] !== undefined;
    return isAllocation(config.strategy) && (event.market === undefined || event.market === config.market);
  });
}
