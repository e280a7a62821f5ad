import { loadEngines, readPool, readPools } from "./store.ts";
import type { FeedSymbol, MarketFeed } from "../feeds/market-feed.ts";
import type { RecordDeps } from "./pool-operation.ts";
import { recordEffects } from "./record-trade.ts";
import { restoreTradingBot, type RestoreOptions, type TradingBot } from "./trading-bot.ts";
import { createDayReader, lacksMonths, warmUpBot, type WarmUpDeps } from "./warm-up-bot.ts";

/**
 * Brings all bots into memory as they were saved. Trades that cannot go on with these symbols are closed first. With
 * `isClockAccepted`, a bot whose last bar is later than the clock starts again at the clock's time.
 */
export async function resumeBots(
  deps: RecordDeps & { isClockAccepted?: boolean; log?: WarmUpDeps["log"] } & Pick<RestoreOptions, "findBillReturn">,
  symbols: readonly FeedSymbol[],
  feeds: readonly MarketFeed[] = [],
): Promise<TradingBot[]> {
  const { sql, isClockAccepted = false, findBillReturn } = deps;
  const options = {
    latestBarMs: isClockAccepted ? deps.now().getTime() : Infinity,
    ...(findBillReturn && { findBillReturn }),
  };
  const warmUpDeps = { sql, now: deps.now, log: deps.log, readDays: createDayReader(feeds) };
  const engines = await loadEngines(sql);
  const bots: TradingBot[] = [];
  for (const pool of await readPools(sql)) {
    const { bot, isFresh, leftOver } = restoreTradingBot(pool, symbols, engines.get(pool.botId), options);
    const acting = { botId: bot.botId, feed: bot.feed, before: bot.state, engine: bot.state };
    if (leftOver.length > 0) await recordEffects(deps, acting, leftOver);
    const resumed = { ...bot, pool: await readPool(sql, bot.botId) };
    bots.push(isFresh || lacksMonths(resumed) ? await warmUpBot(warmUpDeps, resumed) : resumed);
  }
  return bots;
}
