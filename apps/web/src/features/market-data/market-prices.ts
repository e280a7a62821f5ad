import { getMarketPrices, type MarketPrice } from "@wazi/contracts";
import { createPolled, usePolled, type PolledState } from "../../lib/polled.ts";

const refreshMs = 60_000;
const marketPrices = createPolled(getMarketPrices, refreshMs);

export function useMarketPrices(): PolledState<MarketPrice[]> {
  return usePolled(marketPrices);
}
