import type { FeedKind } from "@wazi/contracts";
import {
  botCatalogue,
  buildBotConfig,
  createBotState,
  restoreBotState,
  stepBot,
  type BotConfig,
  type BotEffect,
  type BotEvent,
  type BotState,
  type OpenTrade,
} from "@wazi/trading";
import { listFeedSymbols, type FeedPlan } from "./feeds/feed-plan.ts";
import type { FeedSymbol } from "./feeds/market-feed.ts";
import type { PoolTrade } from "./open-trade.ts";
import type { TraderPool } from "./pool-store.ts";

/** A bot as the trader holds it in memory; all of it can be read back from the database. */
export interface TradingBot {
  botId: string;
  name: string;
  feed: FeedKind;
  config: BotConfig;
  state: BotState;
  pool: TraderPool;
  /** True while the state holds more than was saved. */
  unsaved: boolean;
}

/** What a catalogue bot trades: the symbols that the feed of its market has, else its simulated ones. */
export function chooseInstruments(name: string, symbols: readonly FeedSymbol[]): { config: BotConfig; feed: FeedKind } {
  const bot = botCatalogue.find((each) => each.name === name);
  if (!bot) throw new Error(`${name} is not in the catalogue`);
  // A replay's files are there to be traded; a provider also prices coins that only deposits need.
  const real = symbols.filter(
    ({ market, symbol, feed }) =>
      market === bot.market && (feed === "replay" || (feed === "live" && bot.symbols.includes(symbol))),
  );
  const [first] = real;
  if (first) return { config: buildBotConfig(bot, real), feed: first.feed };
  return { config: buildBotConfig(bot), feed: "simulated" };
}

/** The symbols that a catalogue bot trades under a feed plan. */
export function listBotSymbols(name: string, plan: FeedPlan): string[] {
  return chooseInstruments(name, listFeedSymbols(plan)).config.instruments.map(({ symbol }) => symbol);
}

/**
 * A bot on the symbols of this run. What it remembers is taken up where it fits; where it doesn't (another feed, or
 * damaged), it starts afresh, and `leftOver` is the close of a trade that can't go on.
 */
export function resumeBot(
  pool: TraderPool,
  symbols: readonly FeedSymbol[],
  stored: unknown,
): { bot: TradingBot; isFresh: boolean; leftOver: BotEffect[] } {
  const { config, feed } = chooseInstruments(pool.name, symbols);
  const base = { botId: pool.botId, name: pool.name, feed, config, pool, unsaved: true };
  const restored = restoreBotState(config, stored);
  const open = pool.openTrade;
  const continues =
    open === null || (open.feed === feed && config.instruments.some(({ symbol }) => symbol === open.symbol));
  if (restored.ok && continues && isStateOfFeed(restored.state, feed)) {
    return { bot: { ...base, state: alignWithPool(restored.state, pool, feed) }, isFresh: false, leftOver: [] };
  }
  const fresh = createBotState(config);
  if (!open) return { bot: { ...base, state: fresh }, isFresh: true, leftOver: [] };
  const known = { strategyState: null, barSequence: open.barSequence, barTime: open.barTime, close: null };
  const last = restored.ok ? (restored.state.symbols[open.symbol] ?? known) : known;
  const holding: BotState = {
    ...fresh,
    openTrade: toOpenTrade(open),
    symbols: { ...fresh.symbols, [open.symbol]: last },
  };
  const { effects } = stepBot(config, holding, { type: "series-break", symbol: open.symbol });
  return { bot: { ...base, state: fresh }, isFresh: true, leftOver: [...effects] };
}

/**
 * The state of a bot whose last event was cut short between two trades may be of before the first of them. A replay
 * plays that event again, the same to the last digit, and what was recorded is known by its id. Simulated prices go on
 * at another time than they would have: there the pool is right, and an order that was not filled is dropped.
 */
function alignWithPool(state: BotState, pool: TraderPool, feed: FeedKind): BotState {
  const open = pool.openTrade;
  const agrees = (state.openTrade?.barSequence ?? null) === (open?.barSequence ?? null);
  if (agrees || feed === "replay") return state;
  return { ...state, openTrade: open && toOpenTrade(open), pending: null };
}

function toOpenTrade({ id: _id, openedAt: _openedAt, feed: _feed, ...trade }: PoolTrade): OpenTrade {
  return trade;
}

/** Bars are numbered from 0 in a replay and by the minute otherwise: a state of the other can't go on. */
function isStateOfFeed(state: BotState, feed: FeedKind): boolean {
  const FIRST_MINUTE = 1_000_000;
  return Object.values(state.symbols).every(
    ({ barSequence }) => barSequence < 0 || barSequence > FIRST_MINUTE === (feed !== "replay"),
  );
}

/** The events of a moment that a bot must see. */
export function selectEvents(bot: TradingBot, events: readonly BotEvent[]): BotEvent[] {
  return events.filter(({ symbol }) => bot.state.symbols[symbol] !== undefined);
}
