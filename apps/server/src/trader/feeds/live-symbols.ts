import type { Market } from "@wazi/contracts";
import { simulatedSymbols } from "@wazi/trading";
import type { LiveFeedSettings } from "../../settings/live-settings.ts";

/** The symbols that a live feed prices: an exchange its coins, Twelve Data all that the product knows. */
export function liveSymbols(settings: LiveFeedSettings): { market: Market; symbol: string }[] {
  return simulatedSymbols
    .filter(({ market }) => settings.provider === "twelvedata" || market === "crypto")
    .map(({ market, symbol }) => ({ market, symbol }));
}
