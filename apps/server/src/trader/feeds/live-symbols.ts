import type { Market } from "@wazi/contracts";
import { simulatedSymbols } from "@wazi/trading";
import type { LiveFeedSettings } from "../settings.ts";

/** The symbols with live prices: coins from an exchange, or all our symbols from Twelve Data. */
export function liveSymbols(settings: LiveFeedSettings): { market: Market; symbol: string }[] {
  return simulatedSymbols
    .filter(({ market }) => settings.provider === "twelvedata" || market === "crypto")
    .map(({ market, symbol }) => ({ market, symbol }));
}
