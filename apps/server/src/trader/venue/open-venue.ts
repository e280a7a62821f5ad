import type { BrokerSettings, FeedSettings } from "../settings.ts";
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

/** Creates the configured live broker; undefined for paper. Sends no request. */
export function openBroker({ broker }: { broker: BrokerSettings }, now: () => Date): Broker | undefined {
  return broker.kind === "ccxt" ? createCcxtBroker(broker, { now }) : undefined;
}
