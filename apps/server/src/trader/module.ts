import type { FeedKind, Market, PublicStatus } from "@wazi/contracts";
import type { Sql } from "../platform/db/pool.ts";
import { defineModule, type OpenedModule } from "../platform/module.ts";
import { feedEntries, type FeedSettings } from "./feed-settings.ts";
import { feedOf, isTraded, type FeedPlan } from "./feeds/feed-plan.ts";
import { listPriceProviders } from "./feeds/price-providers.ts";
import { findReplayedBars, listEndedSymbols } from "./feeds/replay-candles.ts";
import { limitEntries } from "./limit-settings.ts";
import { liveEntries, type BrokerSettings } from "./live-settings.ts";
import { listBotSymbols } from "./loop/trading-bot.ts";
import { addMarketDataRoutes, type MarketDataDeps } from "./market-data/routes.ts";

interface Parts {
  settings: {
    mode: "demo" | "live";
    marketFeed: FeedSettings;
    broker: BrokerSettings;
    rateLimitScale: number;
    publicOrigin: string | undefined;
  };
  sql: Sql;
  now: () => Date;
  plan: FeedPlan;
  /** The settings that every visitor may see. */
  readPublicSettings: MarketDataDeps["readPublicSettings"];
}

interface Markets {
  feedOf: (market: Market) => FeedKind;
  symbolsOf: (botName: string) => string[];
  /** True if bots of this market trade here. */
  isTraded: (market: Market) => boolean;
  /** The symbols whose recorded prices have ended. */
  listEndedSymbols: () => Promise<ReadonlySet<string>>;
  /** The source of the prices of each kind of feed. */
  priceProviders: PublicStatus["priceProviders"];
}

export interface OpenedTrader extends OpenedModule {
  markets: Markets;
}

/** Markets: their prices, and which of them bots trade. The loop that trades runs in one process and is started by it. */
export const trader = defineModule({
  settings: { ...feedEntries, ...liveEntries, ...limitEntries },
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
