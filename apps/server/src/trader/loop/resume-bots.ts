import { BotRunner, type Candle, intervalMs } from "@wazi/trading";
import { loadEngines, readPool, readPools } from "./store.ts";
import { readCandles } from "../feeds/store.ts";
import { toBarSequence, type FeedSymbol } from "../feeds/market-feed.ts";
import type { RecordDeps } from "./pool-operation.ts";
import { recordClose } from "./record-trade.ts";
import { restoreTradingBot, type TradingBot } from "./trading-bot.ts";

/** An hour counts up to its last minute, after which the next bar is no gap. */
const LAST_MINUTE = intervalMs["1h"] / intervalMs["1m"] - 1;
/** Enough hours for the longest average and channel of a bot of the catalogue, with the nights of a market that closes. */
const WARM_UP_MS = 90 * intervalMs["1d"];

/**
 * Brings all bots into memory as they were saved. Trades that cannot go on with these symbols are closed first. With
 * `isClockAccepted`, a bot whose last bar is later than the clock starts again at the clock's time.
 */
export async function resumeBots(
  deps: RecordDeps & { isClockAccepted?: boolean },
  symbols: readonly FeedSymbol[],
): Promise<TradingBot[]> {
  const { sql, isClockAccepted = false } = deps;
  const latestBarMs = isClockAccepted ? deps.now().getTime() : Infinity;
  const engines = await loadEngines(sql);
  const bots: TradingBot[] = [];
  for (const pool of await readPools(sql)) {
    const { bot, isFresh, leftOver } = restoreTradingBot(pool, symbols, engines.get(pool.botId), latestBarMs);
    for (const effect of leftOver) {
      if (effect.type === "trade-closed")
        await recordClose(deps, { botId: bot.botId, feed: bot.feed, engine: bot.state }, effect);
    }
    const resumed = { ...bot, pool: await readPool(sql, bot.botId) };
    bots.push(isFresh ? await warmUp(deps, resumed) : resumed);
  }
  return bots;
}

/**
 * Shows a new bot's strategy the past, so that it can trade at once: whole hours, then the minutes of the hour that is
 * still forming. It places no orders meanwhile.
 */
async function warmUp({ sql, now }: RecordDeps, bot: TradingBot): Promise<TradingBot> {
  const { config, feed } = bot;
  if (feed === "replay") return bot;
  const symbols = config.instruments.map(({ symbol }) => symbol);
  const nowMs = now().getTime();
  const hours = await readCandles(sql, feed, "1h", symbols, new Date(nowMs - WARM_UP_MS));
  const lastHours = new Map(hours.map(({ symbol, candle }) => [symbol, candle.time]));
  const minutes = await readCandles(sql, feed, "1m", symbols, new Date(nowMs - 2 * intervalMs["1h"]));
  const later = minutes.filter(({ symbol, candle }) => candle.time >= (lastHours.get(symbol) ?? 0) + intervalMs["1h"]);
  const runner = new BotRunner(config, bot.state);
  const show = (symbol: string, candle: Candle, lastBar: number): void => {
    runner.warmUp({ type: "candle", symbol, candle, barSequence: toBarSequence(candle) + lastBar });
  };
  for (const { symbol, candle } of hours) show(symbol, candle, LAST_MINUTE);
  for (const { symbol, candle } of later) show(symbol, candle, 0);
  return { ...bot, state: runner.save() };
}
