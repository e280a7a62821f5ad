import { DAY_MS, type PublicStatus } from "@wazi/contracts";
import { holdsOnlyBills } from "@wazi/trading";
import type { BaseLogger } from "pino";
import type { InvestedMarkets } from "../investing/api.ts";
import type { Door } from "../ledger/api.ts";
import type { Sql } from "../platform/db/pool.ts";
import { defineModule, type Job, type OpenedModule } from "../platform/module.ts";
import type { SettingsOf } from "../platform/settings/setting-entry.ts";
import { traderSettings } from "./settings.ts";
import type { BalanceInterestDeps } from "./balance-interest/choose-balance-interest.ts";
import { runMonths, runRateDays } from "./balance-interest/post-months.ts";
import { addBalanceInterestRoutes } from "./balance-interest/routes.ts";
import { type FeedPlan, listFeedSymbols, listPriceProviders } from "./feeds/feed-plan.ts";
import { findReplayedBars, listEndedSymbols } from "./feeds/replay-candles.ts";
import { createPriceCheck, readTraderHealth, type TraderHealth } from "./health/trader-health.ts";
import { priceMetrics, readPriceMetrics, readTraderMetrics, traderMetrics } from "./health/trader-metrics.ts";
import { runTrader, type Trader } from "./loop/run-trader.ts";
import { addFillsRoutes } from "./fills/routes.ts";
import { addHoldingsRoutes } from "./holdings/routes.ts";
import { describeInterest, openBillReturns, openRateSource } from "./interest/cash-interest.ts";
import { openSharedInterest } from "./interest/shared-interest.ts";
import { type BotInstrument, chooseInstruments, planBot, type PlannedBot } from "./loop/trading-bot.ts";
import { addMarketDataRoutes, type MarketDataDeps } from "./market-data/routes.ts";
import { openBrokers, openPriceSource } from "./venue/open-venue.ts";

interface Parts {
  settings: SettingsOf<typeof traderSettings> & {
    mode: "demo" | "live";
    rateLimitScale: number;
    publicOrigin: string | undefined;
  };
  sql: Sql;
  door: Door;
  now: () => Date;
  log: Pick<BaseLogger, "info" | "warn" | "error">;
  plan: FeedPlan;
  /** The oldest price that values an account. */
  maxPriceAgeMs: number;
  /** The name of this process's trader in the lease; undefined when it does not trade. */
  holder?: string | undefined;
  /** The settings that every visitor may see. */
  readPublicSettings: MarketDataDeps["readPublicSettings"];
}

interface Markets extends InvestedMarkets {
  /** The symbols that a bot trades, with the market and the feed of their prices; none for one that holds only bills. */
  instrumentsOf: (botName: string) => readonly BotInstrument[];
  /** The source of the prices of each kind of feed. */
  priceProviders: PublicStatus["priceProviders"];
}

export interface OpenedTrader extends OpenedModule {
  markets: Markets;
  /** True while this process trades. */
  isTrading: () => boolean;
  /** Reads the health of the trader, whichever process it is, or why no bot trades now. */
  readHealth: () => Promise<{ problem: string } | TraderHealth>;
}

/** Markets: their prices, which of them bots trade, and the loop that trades, in one process at a time. */
export const trader = defineModule({
  settings: traderSettings,
  // Charts show up to 1,000 candles from any time, and a bot's start reads 90 days of hours.
  partitions: [{ table: "candle_hours", column: "bar_time", keptMonths: 24 }],
  metrics: [traderMetrics, priceMetrics],
  open(parts: Parts): OpenedTrader {
    const { settings, sql, now, plan, readPublicSettings, holder } = parts;
    let trader: Trader | undefined;
    const planned = new Map<string, PlannedBot>();
    const find = (botName: string): PlannedBot => {
      const bot = planned.get(botName) ?? planBot(botName, plan, settings);
      planned.set(botName, bot);
      return bot;
    };
    const instrumentsOf = (botName: string): readonly BotInstrument[] =>
      holdsOnlyBills(botName) ? [] : find(botName).instruments;
    const markets: Markets = {
      feedOf: (botName) => find(botName).feed,
      instrumentsOf,
      symbolsOf: (botName) => instrumentsOf(botName).map(({ symbol }) => symbol),
      isTraded: (botName) => holdsOnlyBills(botName) || find(botName).isTraded,
      findDueInterestDay: createDueDays({ ...parts, feedOf: (botName) => find(botName).feed }),
      billInterest: describeInterest(settings.cashInterest),
      listEndedSymbols: () => listEndedSymbols(sql, plan),
      priceProviders: listPriceProviders(settings.marketFeed, plan),
    };
    return {
      markets,
      isTrading: () => trader?.isTrading() === true,
      readHealth: () => readTraderHealth(sql, holder),
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
        const findBillReturn = openBillReturns(settings.cashInterest);
        const configOf = (botName: string) => ({
          ...chooseInstruments(botName, listFeedSymbols(plan), findBillReturn),
          feed: markets.feedOf(botName),
        });
        addBalanceInterestRoutes(app, { sql, now, door: parts.door, offer: openOffer(settings) });
        addHoldingsRoutes(app, {
          sql,
          now,
          configOf,
          simulatedSpeed: plan.simulatedSpeed,
          paysInterest: settings.cashInterest.kind !== "none",
          maxPriceAgeMs: parts.maxPriceAgeMs,
        });
        addFillsRoutes(app, { sql, now, brokers: openBrokers(settings, now), configOf });
      },
      jobs: [
        ...listInterestJobs(parts),
        // The first start makes 90 days of prices.
        {
          name: "the trader",
          in: "trading",
          startsLast: true,
          start: ({ holder, isAloneOnDatabase }) => {
            trader = startTrader(parts, { holder, isAloneOnDatabase });
            return trader;
          },
        },
      ],
      checks: [createPriceCheck(sql)],
      metrics: [readTraderMetrics(sql, holder), readPriceMetrics(sql, markets)],
    };
  },
});

/**
 * Finds the last day that has ended, on feeds that the clock drives. The time of other feeds stands still while no trader runs, so
 * that no day is missed.
 */
function createDueDays({
  settings,
  plan,
  now,
  feedOf,
}: Pick<Parts, "settings" | "plan" | "now"> & Pick<Markets, "feedOf">) {
  return (botName: string): string | null => {
    const feed = feedOf(botName);
    const isByClock = feed === "live" || (feed === "simulated" && plan.simulatedSpeed === 1);
    if (settings.cashInterest.kind === "none" || !isByClock) return null;
    return new Date(now().getTime() - DAY_MS).toISOString().slice(0, 10);
  };
}

/** Interest on balances, where it has a legal basis. */
function openOffer({
  balanceInterestLegalBasis: legalBasis,
  cashInterest,
}: Parts["settings"]): BalanceInterestDeps["offer"] {
  const source = legalBasis === undefined ? undefined : openRateSource(cashInterest);
  return legalBasis !== undefined && source ? { legalBasis, source, marginPct: cashInterest.marginPct } : undefined;
}

function listInterestJobs({ settings, sql, door, now }: Parts): Job[] {
  const deps = { sql, door, now, source: openOffer(settings)?.source };
  return [
    { name: "the rates of balances", in: "every", start: ({ log }) => runRateDays(deps, log) },
    { name: "the interest of balances", in: "trading", start: ({ log }) => runMonths(deps, log) },
  ];
}

function startTrader({ settings, plan, ...parts }: Parts, as: { holder: string; isAloneOnDatabase: boolean }): Trader {
  const { sql, door, now, log } = parts;
  const feed = { plan, limits: settings.entryLimits, settings: settings.marketFeed };
  const venue = { source: openPriceSource(settings), brokers: openBrokers(settings, now) };
  const { cashInterest } = settings;
  const interest =
    cashInterest.kind === "statements" ? openSharedInterest(sql, cashInterest) : openRateSource(cashInterest);
  const findBillReturn = openBillReturns(cashInterest);
  return runTrader({ sql, door, now, log, interest, findBillReturn, ...as, ...feed, ...venue });
}
