import type { FeedKind, Market } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import { defineMetrics, type MetricReader } from "../../platform/metrics/metric.ts";
import { listFeedAges, listTradingBots, readLastCandles } from "./store.ts";

export const priceMetrics = defineMetrics({
  feedAge: {
    name: "wazi_feed_age_seconds",
    help: "Age of the newest and of the oldest price by feed.",
    labelNames: ["feed", "price"],
  },
  botLag: {
    name: "wazi_bot_lag_seconds",
    help: "Time since the newest candle of a bot's symbols, for bots that trade.",
    labelNames: ["bot", "feed"],
  },
});

interface Markets {
  feedOf: (market: Market) => FeedKind;
  /** The symbols that a bot trades on its feed. */
  symbolsOf: (botName: string) => readonly string[];
}

export function readPriceMetrics(sql: Queryable, markets: Markets): MetricReader {
  return priceMetrics.readBy(async ({ secondsSince }) => {
    const [feeds, lags] = await Promise.all([listFeedAges(sql), listBotLags(sql, markets)]);
    return {
      feedAge: feeds.flatMap(({ feed, newestPriceAt, oldestPriceAt }) => [
        { labels: { feed, price: "newest" }, value: secondsSince(newestPriceAt) },
        { labels: { feed, price: "oldest" }, value: secondsSince(oldestPriceAt) },
      ]),
      botLag: lags.map(({ bot, feed, lastCandleAt }) => ({ labels: { bot, feed }, value: secondsSince(lastCandleAt) })),
    };
  });
}

/** The newest candle of each bot that trades, without bots that have none. */
async function listBotLags(sql: Queryable, { feedOf, symbolsOf }: Markets) {
  const bots = await listTradingBots(sql);
  const symbols = bots.flatMap(({ id, name, market }) =>
    symbolsOf(name).map((symbol) => ({ botId: id, market, symbol, feed: feedOf(market) })),
  );
  const lastCandles = await readLastCandles(sql, symbols);
  return bots.flatMap(({ id, name, market }) => {
    const lastCandleAt = lastCandles.get(id);
    return lastCandleAt === undefined ? [] : [{ bot: name, feed: feedOf(market), lastCandleAt }];
  });
}
