import type { MarketPrice } from "@wazi/contracts";

/**
 * Formats an amount of coins or a rate: thousands separators, at least two places, no other trailing zeros, never
 * rounded.
 */
export function formatCoins(value: string): string {
  const [whole = "0", fraction = ""] = value.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}

const SHOWN_PLACES = 4;

/** Formats a unit price (NAV) with four places, truncated so that it never looks better than it is. */
export function formatNav(nav: string): string {
  const [whole = "0", fraction = ""] = nav.split(".");
  return `${whole}.${fraction.slice(0, SHOWN_PLACES).padEnd(SHOWN_PLACES, "0")}`;
}

/**
 * Formats a price as its market quotes it: 1.08421, 155.123, 64,120.55. Crypto prices above 1000 have a dollar sign.
 */
export function formatPrice({ market, price }: Pick<MarketPrice, "market" | "price">): string {
  const value = Number(price);
  if (!Number.isFinite(value)) return "–";
  const places = market === "forex" ? (value >= 20 ? 3 : 5) : value >= 1 ? 2 : 5;
  const text = value.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
  return market === "crypto" && value > 1000 ? `$${text}` : text;
}
