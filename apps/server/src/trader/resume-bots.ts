import { intervalMs, warmUpBot } from "@wazi/trading";
import { loadEngines } from "./checkpoint-store.ts";
import { readMinuteCandles } from "./feeds/candle-store.ts";
import { toBarSequence, type FeedSymbol } from "./feeds/market-feed.ts";
import { readPool, readPools } from "./pool-store.ts";
import { recordClose, type RecordDeps } from "./record-trade.ts";
import { resumeBot, type TradingBot } from "./trading-bot.ts";

const WARM_UP_MS = 8 * intervalMs["1h"];

/** Brings all bots into memory as they were saved. Trades that cannot go on with these symbols are closed first. */
export async function resumeBots(deps: RecordDeps, symbols: readonly FeedSymbol[]): Promise<TradingBot[]> {
  const { sql } = deps;
  const engines = await loadEngines(sql);
  const bots: TradingBot[] = [];
  for (const pool of await readPools(sql)) {
    const { bot, isFresh, leftOver } = resumeBot(pool, symbols, engines.get(pool.botId));
    for (const effect of leftOver) {
      if (effect.type === "trade-closed")
        await recordClose(deps, { botId: bot.botId, feed: bot.feed, engine: bot.state }, effect);
    }
    const resumed = { ...bot, pool: await readPool(sql, bot.botId) };
    bots.push(isFresh ? await warmUp(deps, resumed) : resumed);
  }
  return bots;
}

/** Shows a new bot's strategy the last hours, so that it can trade at once. It places no orders meanwhile. */
async function warmUp({ sql, now }: RecordDeps, bot: TradingBot): Promise<TradingBot> {
  if (bot.feed === "replay") return bot;
  const symbols = bot.config.instruments.map(({ symbol }) => symbol);
  const candles = await readMinuteCandles(sql, bot.feed, symbols, new Date(now().getTime() - WARM_UP_MS));
  const state = candles.reduce(
    (warming, { symbol, candle }) =>
      warmUpBot(bot.config, warming, { type: "candle", symbol, candle, barSequence: toBarSequence(candle) }),
    bot.state,
  );
  return { ...bot, state };
}
