import type { BotMarket } from "@wazi/contracts";

/**
 * Formats a price as its market quotes it: 1.08421, 155.123, 64,120.55. Crypto prices above 1000 have a dollar sign.
 */
export function formatPrice({ market, price }: { market: BotMarket; price: string }): string {
  const value = Number(price);
  if (!Number.isFinite(value)) return "–";
  const places = market === "forex" ? (value >= 20 ? 3 : 5) : value >= 1 ? 2 : 5;
  const text = value.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
  return market === "crypto" && value > 1000 ? `$${text}` : text;
}
