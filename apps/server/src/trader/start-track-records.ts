import type { Queryable } from "../db/pool.ts";
import type { FeedPrice } from "./feeds/market-feed.ts";
import { saveRecordStarts } from "./price-store.ts";
import type { TradingBot } from "./trading-bot.ts";

/**
 * Saves the prices of a bot's symbols at the start of its track record on this feed. A bot leaves `unpriced` when all
 * of its symbols have a price.
 */
export async function startTrackRecords(
  sql: Queryable,
  bots: readonly TradingBot[],
  latest: readonly FeedPrice[],
  unpriced: Set<string>,
): Promise<void> {
  const starts = bots
    .filter(({ botId }) => unpriced.has(botId))
    .map(({ botId, feed, config }) => {
      const symbols = config.instruments.map(({ symbol }) => symbol);
      const prices = latest.filter((price) => price.feed === feed && symbols.includes(price.symbol));
      return { botId, feed, prices, symbols };
    });
  await saveRecordStarts(
    sql,
    starts.flatMap(({ botId, feed, prices }) =>
      prices.map(({ symbol, price }) => ({ botId, feed, symbol, price: String(price) })),
    ),
  );
  for (const { botId, prices, symbols } of starts) if (prices.length === symbols.length) unpriced.delete(botId);
}
