import { getMarketPrices, getPublicSettings, type MarketPrice, type PublicSettings } from "@wazi/contracts";
import { createPolled, type PolledState, usePolled } from "../lib/polled.ts";

const REFRESH_MS = 60_000;
const marketPrices = createPolled(getMarketPrices, REFRESH_MS);

export function useMarketPrices(): PolledState<MarketPrice[]> {
  return usePolled(marketPrices);
}

const publicSettings = createPolled(getPublicSettings, null);
/** Fetches the public settings again, after a failure. */
export const reloadPublicSettings = publicSettings.reload;

export function usePublicSettings(): PolledState<PublicSettings> {
  return usePolled(publicSettings);
}
