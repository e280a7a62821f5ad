import { createCcxtBroker } from "./adapters/ccxt-broker.ts";
import { createCcxtPrices } from "./adapters/ccxt-prices.ts";
import { createTwelvedataPrices } from "./adapters/twelvedata-prices.ts";
import type { Settings } from "./settings/settings.ts";
import type { Broker } from "./trader/venue/broker.ts";
import { liveSymbols } from "./trader/feeds/live-symbols.ts";
import type { PriceSource } from "./trader/feeds/price-source.ts";

/** The provider of live prices that the settings name; undefined with another kind of feed. Asks nothing yet. */
export function openPriceSource({ marketFeed }: Pick<Settings, "marketFeed">): PriceSource | undefined {
  if (marketFeed.kind !== "live") return undefined;
  const { live } = marketFeed;
  const symbols = liveSymbols(live);
  return live.provider === "ccxt" ? createCcxtPrices(live, symbols) : createTwelvedataPrices(live, symbols);
}

/** The venue that orders go to; undefined on paper. Asks nothing yet. */
export function openBroker({ broker }: Pick<Settings, "broker">, now: () => Date): Broker | undefined {
  return broker.kind === "ccxt" ? createCcxtBroker(broker, { now }) : undefined;
}
