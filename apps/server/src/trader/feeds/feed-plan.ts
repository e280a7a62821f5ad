import type { BotMarket, PublicStatus } from "@wazi/contracts";
import { fundSymbols, type PartName, simulatedSymbols } from "@wazi/trading";
import type { BaseLogger } from "pino";
import type { FeedSettings, LiveFeedSettings } from "../settings.ts";
import type { FeedSymbol } from "./market-feed.ts";
import { loadReplayFolder } from "./replay-feed.ts";
import type { LoadedSeries } from "./replay-moments.ts";

/** The coins of deposits. They must always have a price. */
const depositSymbols = ["BTC/USD", "ETH/USD", "LTC/USD"];

/** A symbol with live prices; `part` is what a fund is of the core portfolios. */
interface LiveSymbol {
  market: BotMarket;
  symbol: string;
  part?: PartName;
}

/** The kind of prices for each symbol. The plan is the same in every process with the same settings. */
export interface FeedPlan {
  live: LiveSymbol[];
  replayed: LoadedSeries[];
  /** Symbols with simulated prices, in their fixed order. */
  simulated: string[];
  /** Seconds of simulated time per second of the clock. */
  simulatedSpeed: number;
  skippedFiles: string[];
}

/**
 * Plans the feeds. With a replay, markets without a file and coins for deposits get simulated prices. With a live feed in
 * demo mode, so do the markets that it does not have; in live mode those have no prices.
 * @throws StartError from loadReplayFolder
 */
export function planFeeds({
  marketFeed: settings,
  mode,
  simulatedSpeed = 1,
}: {
  marketFeed: FeedSettings;
  mode: "demo" | "live";
  simulatedSpeed?: number;
}): FeedPlan {
  const all = simulatedSymbols.map(({ symbol }) => symbol);
  if (settings.kind === "simulated")
    return { live: [], replayed: [], simulated: all, simulatedSpeed, skippedFiles: [] };
  if (settings.kind === "live") {
    const live = liveSymbols(settings.live);
    const hasFunds = live.some(({ market }) => market === "portfolio");
    const isOther = (name: string): boolean =>
      !live.some(({ symbol }) => symbol === name) && !(hasFunds && fundSymbols.includes(name));
    const others = all.filter(isOther);
    return { live, replayed: [], simulated: mode === "demo" ? others : [], simulatedSpeed, skippedFiles: [] };
  }
  const { series, skipped } = loadReplayFolder(settings.folder);
  const markets = new Set(series.map(({ market }) => market));
  const names = new Set(series.map(({ symbol }) => symbol));
  const simulated = simulatedSymbols
    .filter(({ symbol, market }) => !names.has(symbol) && (!markets.has(market) || depositSymbols.includes(symbol)))
    .map(({ symbol }) => symbol);
  return { live: [], replayed: series, simulated, simulatedSpeed, skippedFiles: skipped };
}

export function listFeedSymbols(plan: FeedPlan): FeedSymbol[] {
  return [
    ...plan.live.map((each) => ({ ...each, interval: "1m" as const, feed: "live" as const })),
    ...plan.replayed.map(({ market, symbol, interval }) => ({ market, symbol, interval, feed: "replay" as const })),
    ...simulatedSymbols
      .filter(({ symbol }) => plan.simulated.includes(symbol))
      .map(({ market, symbol }) => ({ market, symbol, interval: "1m" as const, feed: "simulated" as const })),
  ];
}

/** The maximum age of a price, from its arrival, for buying and redeeming: 5 s, or one bar of a slow replay. */
export function maxPriceAgeMs(settings: FeedSettings): number {
  const LEAST_MS = 5_000;
  const LATENESS_MS = 1_000;
  return settings.kind === "replay" ? Math.max(LEAST_MS, 1_000 / settings.barsPerSecond + LATENESS_MS) : LEAST_MS;
}

/** The symbols with live prices: coins from an exchange, or all our symbols and the funds of the settings from Twelve Data. */
export function liveSymbols(settings: LiveFeedSettings): LiveSymbol[] {
  const all = simulatedSymbols.map(({ market, symbol }) => ({ market, symbol }));
  if (settings.provider === "ccxt") return all.filter(({ market }) => market === "crypto");
  const funds = (settings.funds ?? []).map((fund) => ({ market: "portfolio" as const, ...fund }));
  return [...all.filter(({ market }) => market !== "portfolio"), ...funds];
}

/** Names the source of the prices of each kind of feed in use, for people. */
export function listPriceProviders(settings: FeedSettings, plan: FeedPlan): PublicStatus["priceProviders"] {
  const providers: PublicStatus["priceProviders"] = [];
  if (settings.kind === "live") providers.push({ feed: "live", provider: nameLiveProvider(settings.live) });
  if (settings.kind === "replay") providers.push({ feed: "replay", provider: "Recorded market prices, played again" });
  if (plan.simulated.length > 0) providers.push({ feed: "simulated", provider: "Wazi's own simulation" });
  return providers;
}

function nameLiveProvider(live: Extract<FeedSettings, { kind: "live" }>["live"]): string {
  return live.provider === "twelvedata" ? "Twelve Data" : `the exchange ${live.exchange}`;
}

/** Reports what a person may not expect of the plan. */
export function reportPlan(plan: FeedPlan, log: Pick<BaseLogger, "info">): void {
  if (plan.skippedFiles.length > 0)
    log.info(
      { files: plan.skippedFiles },
      "skipped files in the replay folder: their names are not of the form {market}_{SYMBOL}_{interval}.csv",
    );
  if (plan.replayed.length + plan.live.length > 0 && plan.simulated.length > 0)
    log.info({ symbols: plan.simulated }, "these symbols have simulated prices");
}
