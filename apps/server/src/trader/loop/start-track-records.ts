import type { Queryable } from "../../platform/db/pool.ts";
import type { FeedPrice } from "../feeds/market-feed.ts";
import { saveRecordStarts } from "./store.ts";
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
    .map((bot) => {
      const { botId, feed, config } = bot;
      const symbols = config.instruments.map(({ symbol }) => symbol);
      const prices = latest.filter((price) => price.feed === feed && symbols.includes(price.symbol));
      return { bot, botId, feed, prices, symbols };
    });
  await saveRecordStarts(
    sql,
    starts.flatMap(({ bot: { record, recordAfter }, botId, feed, prices }) =>
      prices.map(({ symbol, price }) => ({ botId, feed, record, symbol, price: String(price), ...recordAfter })),
    ),
  );
  for (const { botId, prices, symbols } of starts) if (prices.length === symbols.length) unpriced.delete(botId);
}
