import { closePoolTrade, factor, formatNav, ONE_NAV, ZERO_CENTS, ZERO_UNITS, type Nav } from "@wazi/domain";
import { botCatalogue, createBotState, stepBot, toScaled } from "@wazi/trading";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { loadFeedState } from "../../apps/server/src/trader/loop/store.ts";
import {
  createReplayFeed,
  loadReplayFolder,
  restoreReplayPlace,
} from "../../apps/server/src/trader/feeds/replay-feed.ts";
import { chooseInstruments } from "../../apps/server/src/trader/loop/trading-bot.ts";
import { writeSeries } from "../../tests/harness/generated-replay.ts";

/** The length of every series. A longer run plays them again. */
const BARS = 3_000;
const BARS_AT_ONCE = 250;

/** Every market has a file, so that no bot trades simulated prices, which follow the clock. */
const files = [
  "forex_EURUSD_1h.csv",
  "crypto_BTCUSD_1h.csv",
  "crypto_ETHUSD_1h.csv",
  "crypto_LTCUSD_1h.csv",
  "stocks_AAPL_1h.csv",
  "commodities_XAUUSD_1h.csv",
  "indices_SPX_1h.csv",
];

/** Writes the replay that the traders play. The same seed gives the same prices. */
export function writeMarket(folder: string, seed: number): void {
  writeSeries(
    folder,
    BARS,
    files.map((file, index) => ({ file, seed: seed * files.length + index })),
  );
}

/** The part of a trade that the bars determine, in one line. */
function formatTrade(trade: {
  symbol: string;
  side: string;
  entryPrice: string;
  exitPrice: string;
  barTimeMs: number;
  reason: string;
  navAfter: string;
}): string {
  return Object.values(trade).join(" ");
}

/** The trades of each bot over the first bars, by the pure core: a run without a process, a database or a kill. */
export function computeTrades(folder: string, bars: number): Map<string, string[]> {
  let clockMs = 0;
  const feed = createReplayFeed(loadReplayFolder(folder).series, {
    place: { position: 0, record: 0, recordStart: 0 },
    barsPerSecond: 1,
    loops: true,
    clockMs: () => clockMs,
  });
  const bots = botCatalogue.map(({ name }) => {
    const { config } = chooseInstruments(name, feed.symbols);
    const bot: PlayedBot = { name, config, state: createBotState(config), nav: ONE_NAV, trades: [] };
    return bot;
  });
  let played = 0;
  // The first bar is due at once.
  while (played < bars) {
    const moments = feed.advance(0);
    for (const { events, prices } of moments) {
      // Only the end of a record before the next has no prices. It is no bar.
      if (played === bars) break;
      for (const bot of bots) playMoment(bot, events);
      if (prices.length > 0) played += 1;
    }
    clockMs += BARS_AT_ONCE * 1_000;
  }
  return new Map(bots.map(({ name, trades }) => [name, trades]));
}

interface PlayedBot {
  name: string;
  config: ReturnType<typeof chooseInstruments>["config"];
  state: ReturnType<typeof createBotState>;
  nav: Nav;
  trades: string[];
}

function playMoment(bot: PlayedBot, events: readonly Parameters<typeof stepBot>[2][]): void {
  for (const event of events) {
    if (event.type !== "moment-end" && bot.state.symbols[event.symbol] === undefined) continue;
    const stepped = stepBot(bot.config, bot.state, event);
    bot.state = stepped.state;
    for (const effect of stepped.effects) {
      if (effect.type !== "trade-closed") continue;
      const pool = { nav: bot.nav, units: ZERO_UNITS, cash: ZERO_CENTS, flowsSinceClose: 0 };
      const { nav, status } = closePoolTrade("", pool, factor(toScaled(effect.factor)));
      const { symbol, side, entryPrice, exitPrice, barTime, reason } = effect;
      const navAfter = formatNav(nav);
      bot.trades.push(formatTrade({ symbol, side, entryPrice, exitPrice, barTimeMs: barTime, reason, navAfter }));
      bot.nav = status === "winding-up" ? ONE_NAV : nav;
    }
  }
}

/** The recorded trades of each bot. */
export async function readTrades(sql: Sql): Promise<Map<string, string[]>> {
  const rows = await sql<
    {
      bot: string;
      symbol: string;
      side: string;
      entryPrice: string;
      exitPrice: string;
      barTime: Date;
      reason: string;
      navAfter: string;
    }[]
  >`
    select b.name as bot, t.symbol, t.side, t.entry_price::text as "entryPrice", t.exit_price::text as "exitPrice",
      t.bar_time as "barTime", t.reason, t.nav_after::text as "navAfter"
    from bot_trades t join trading_bots b on b.id = t.bot_id order by b.place, t.sequence`;
  const trades = new Map<string, string[]>();
  for (const { bot, barTime, ...trade } of rows) {
    const { symbol, side, entryPrice, exitPrice, reason, navAfter } = trade;
    const line = formatTrade({ symbol, side, entryPrice, exitPrice, barTimeMs: barTime.getTime(), reason, navAfter });
    trades.set(bot, [...(trades.get(bot) ?? []), line]);
  }
  return trades;
}

/** The number of bars that the traders have saved. After an orderly stop these are all bars that they played. */
export async function readPlayedBars(sql: Sql): Promise<number> {
  return restoreReplayPlace(await loadFeedState(sql, "replay")).position;
}
