import { getMarketPrices, type MarketPrice } from "@wazi/contracts";
import { createPolled, type PolledState, usePolled } from "../lib/polled.ts";

const REFRESH_MS = 60_000;
const marketPrices = createPolled(getMarketPrices, REFRESH_MS);

export function useMarketPrices(): PolledState<MarketPrice[]> {
  return usePolled(marketPrices);
}
