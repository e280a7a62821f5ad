import { dividendCapture } from "../strategies/dividend-capture.ts";
import { trendFilter } from "../strategies/trend-filter.ts";
import { trendFollowing } from "../strategies/trend-following.ts";
import { botCatalogue, type BotDefinition } from "./bot-catalogue.ts";

const base = { family: "", description: "", parameters: {}, decides: "each-hour", symbols: [] } as const;

/** Bots for tests with rules that are in backtests only: one position in one symbol at a time, with a stop. */
export const filterBot: BotDefinition = {
  ...base,
  name: "Filter",
  market: "indices",
  strategy: trendFilter,
  size: { dailyBarRisk: 0.06, heldFor: "bars", maximumExposure: 1 },
};
export const channelBot: BotDefinition = {
  ...base,
  name: "Channel",
  market: "commodities",
  strategy: trendFollowing,
  parameters: { entry: 120, exit: 60, atr: 20, stopAtr: 5 },
  size: { dailyBarRisk: 0.01, heldFor: "bars", maximumExposure: 0.5 },
};
export const dividendBot: BotDefinition = {
  ...base,
  name: "Dividends",
  market: "stocks",
  strategy: dividendCapture,
  size: { dailyBarRisk: 0.01, heldFor: "hours", maximumExposure: 0.5 },
};

/** The bots of the catalogue that decide each hour, about one symbol at a time. */
export const hourlyBots: readonly BotDefinition[] = botCatalogue.filter(({ decides }) => decides === "each-hour");
