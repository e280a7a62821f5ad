import type { FeedKind } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import { defineMetrics, type MetricReader } from "../../platform/metrics/metric.ts";
import type { BotInstrument } from "../loop/trading-bot.ts";
import { listFeedAges, listTradingBots, readLastCandles, readTraderState } from "./store.ts";
import { findTraderProblem } from "./trader-health.ts";

export const traderMetrics = defineMetrics(
  {
    up: { name: "wazi_trader_up", help: "1 when /healthz/trader answers 200." },
    own: { name: "wazi_trader_own", help: "1 when this process holds the trader's lease." },
  },
  { isState: true },
);

/** @param holder the name of this process's trader in the lease; undefined when it does not trade */
export function readTraderMetrics(sql: Queryable, holder: string | undefined): MetricReader {
  return traderMetrics.readBy(async () => {
    const state = await readTraderState(sql);
    return {
      up: findTraderProblem(state) === null ? 1 : 0,
      own: state.isAlive && state.holder === (holder ?? "") ? 1 : 0,
    };
  });
}

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
  feedOf: (botName: string) => FeedKind;
  /** The symbols that a bot trades, with the market and the feed of their prices. */
  instrumentsOf: (botName: string) => readonly BotInstrument[];
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
async function listBotLags(sql: Queryable, { feedOf, instrumentsOf }: Markets) {
  const bots = await listTradingBots(sql);
  const symbols = bots.flatMap(({ id, name }) => instrumentsOf(name).map((each) => ({ botId: id, ...each })));
  const lastCandles = await readLastCandles(sql, symbols);
  return bots.flatMap(({ id, name }) => {
    const lastCandleAt = lastCandles.get(id);
    return lastCandleAt === undefined ? [] : [{ bot: name, feed: feedOf(name), lastCandleAt }];
  });
}
