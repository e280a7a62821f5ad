import type { PublicStatus } from "@wazi/contracts";
import type { InvestedMarkets } from "../investing/api.ts";
import type { Sql } from "../platform/db/pool.ts";
import { defineModule, type OpenedModule } from "../platform/module.ts";
import type { SettingsOf } from "../platform/settings/setting-entry.ts";
import { traderSettings } from "./settings.ts";
import { feedOf, type FeedPlan, isTraded, listPriceProviders } from "./feeds/feed-plan.ts";
import { findReplayedBars, listEndedSymbols } from "./feeds/replay-candles.ts";
import { listBotSymbols } from "./loop/trading-bot.ts";
import { addMarketDataRoutes, type MarketDataDeps } from "./market-data/routes.ts";

interface Parts {
  settings: SettingsOf<typeof traderSettings> & {
    mode: "demo" | "live";
    rateLimitScale: number;
    publicOrigin: string | undefined;
  };
  sql: Sql;
  now: () => Date;
  plan: FeedPlan;
  /** The settings that every visitor may see. */
  readPublicSettings: MarketDataDeps["readPublicSettings"];
}

interface Markets extends InvestedMarkets {
  /** The source of the prices of each kind of feed. */
  priceProviders: PublicStatus["priceProviders"];
}

export interface OpenedTrader extends OpenedModule {
  markets: Markets;
}

/** Markets: their prices, and which of them bots trade. The loop that trades runs in one process and is started by it. */
export const trader = defineModule({
  settings: traderSettings,
  // Charts show up to 1,000 candles from any time, and a bot's start reads 90 days of hours.
  partitions: [{ table: "candle_hours", column: "bar_time", keptMonths: 24 }],
  open({ settings, sql, now, plan, readPublicSettings }: Parts): OpenedTrader {
    const markets: Markets = {
      feedOf: (market) => feedOf(plan, market),
      symbolsOf: (botName) => listBotSymbols(botName, plan),
      isTraded: (market) => isTraded(settings, plan, market),
      listEndedSymbols: () => listEndedSymbols(sql, plan),
      priceProviders: listPriceProviders(settings.marketFeed, plan),
    };
    return {
      markets,
      addRoutes(app) {
        addMarketDataRoutes(app, {
          sql,
          now,
          rateLimitScale: settings.rateLimitScale,
          readPublicSettings,
          publicOrigin: settings.publicOrigin,
          feedOf: markets.feedOf,
          symbolsOf: markets.symbolsOf,
          findReplayedBars: (symbol) => findReplayedBars(sql, plan, symbol),
        });
      },
      jobs: [],
    };
  },
});
