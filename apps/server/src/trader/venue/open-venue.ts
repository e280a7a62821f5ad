import type { FeedSettings } from "../settings.ts";
import { createAlpacaBroker } from "./alpaca-broker.ts";
import type { BrokerSettings } from "./broker-settings.ts";
import { createCcxtBroker } from "./ccxt-broker.ts";
import { createCcxtPrices } from "../feeds/ccxt-prices.ts";
import { createTwelvedataPrices } from "../feeds/twelvedata-prices.ts";
import type { Broker } from "./broker.ts";
import { liveSymbols } from "../feeds/feed-plan.ts";
import type { PriceSource } from "../feeds/price-source.ts";

/** Creates the configured source of live prices; undefined for other kinds of feed. Sends no request. */
export function openPriceSource({ marketFeed }: { marketFeed: FeedSettings }): PriceSource | undefined {
  if (marketFeed.kind !== "live") return undefined;
  const { live } = marketFeed;
  const symbols = liveSymbols(live);
  return live.provider === "ccxt" ? createCcxtPrices(live, symbols) : createTwelvedataPrices(live, symbols);
}

/** Creates the configured brokers; none for paper. Sends no request. */
export function openBrokers({ brokers }: { brokers: readonly BrokerSettings[] }, now: () => Date): Broker[] {
  return brokers.map((settings) =>
    settings.kind === "ccxt" ? createCcxtBroker(settings, { now }) : createAlpacaBroker(settings, { now }),
  );
}
