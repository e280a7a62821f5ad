import { createCcxtBroker } from "../trader/venue/ccxt-broker.ts";
import { createCcxtPrices } from "../trader/feeds/ccxt-prices.ts";
import { createTwelvedataPrices } from "../trader/feeds/twelvedata-prices.ts";
import type { Settings } from "./settings/settings.ts";
import type { Broker } from "../trader/venue/broker.ts";
import { liveSymbols } from "../trader/feeds/live-symbols.ts";
import type { PriceSource } from "../trader/feeds/price-source.ts";

/** Creates the configured source of live prices; undefined for other kinds of feed. Sends no request. */
export function openPriceSource({ marketFeed }: Pick<Settings, "marketFeed">): PriceSource | undefined {
  if (marketFeed.kind !== "live") return undefined;
  const { live } = marketFeed;
  const symbols = liveSymbols(live);
  return live.provider === "ccxt" ? createCcxtPrices(live, symbols) : createTwelvedataPrices(live, symbols);
}

/** Creates the configured live broker; undefined for paper. Sends no request. */
export function openBroker({ broker }: Pick<Settings, "broker">, now: () => Date): Broker | undefined {
  return broker.kind === "ccxt" ? createCcxtBroker(broker, { now }) : undefined;
}
