import type { MarketPrice } from "@wazi/contracts";

/** A number of coins or a rate without the zeros at its end, but with two places at least, in groups of three: 5,000.00, 0.015625. Never rounded. */
export function formatCoins(value: string): string {
  const [whole = "0", fraction = ""] = value.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}

const SHOWN_PLACES = 4;

/** A nav per unit with four places, cut and not rounded: it never looks better than it is. */
export function formatNav(nav: string): string {
  const [whole = "0", fraction = ""] = nav.split(".");
  return `${whole}.${fraction.slice(0, SHOWN_PLACES).padEnd(SHOWN_PLACES, "0")}`;
}

/** As its market quotes it: 1.08421, 155.123, 64,120.55. Crypto over 1000 has a dollar sign. */
export function formatPrice({ market, price }: Pick<MarketPrice, "market" | "price">): string {
  const value = Number(price);
  if (!Number.isFinite(value)) return "–";
  const places = market === "forex" ? (value >= 20 ? 3 : 5) : value >= 1 ? 2 : 5;
  const text = value.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
  return market === "crypto" && value > 1000 ? `$${text}` : text;
}
