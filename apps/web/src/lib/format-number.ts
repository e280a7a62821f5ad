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
