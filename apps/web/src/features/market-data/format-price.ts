import type { MarketPrice } from "@wazi/contracts";

/** Fewer places the larger the price: 1.08421, 64,120.55. Crypto over 1000 has a dollar sign. */
export function formatPrice({ market, price }: Pick<MarketPrice, "market" | "price">): string {
  const value = Number(price);
  if (!Number.isFinite(value)) return "–";
  const places = value >= 100 ? 2 : value >= 10 ? 3 : value >= 1 ? 4 : 5;
  const text = value.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
  return market === "crypto" && value > 1000 ? `$${text}` : text;
}
