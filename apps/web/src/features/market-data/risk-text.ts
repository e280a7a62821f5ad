import type { PublicSettings } from "@wazi/contracts";

type Mode = Pick<PublicSettings, "mode" | "feed" | "broker">;

const marketLabels = { simulated: "simulated markets", replay: "replayed markets", live: "live prices" } as const;

/** The text of the ribbon; null in live mode. */
export function formatRibbon({ mode, feed, broker }: Mode): string | null {
  if (mode === "live") return null;
  return `Demo: ${broker === "paper" ? "paper money" : "demo account"}, ${marketLabels[feed]}`;
}

/** Describes the price feed and the broker in one sentence. */
export function describeFeed({ feed, broker }: Mode): string {
  const prices = {
    simulated: "Prices here are simulated",
    replay: "Prices here are real past prices, replayed",
    live: "Prices here are live",
  }[feed];
  return `${prices}, ${broker === "paper" ? "and trading is on paper: no order goes to a market." : "and orders go to a trading venue."}`;
}

/** The share of losing accounts, from our own records, once there are enough accounts. */
export function describeLosingAccounts(losingAccountsPct: number | null): string {
  return losingAccountsPct === null
    ? "Share of accounts here that are below what they put in: not yet known."
    : `${losingAccountsPct}% of the accounts that held a position here are below what they put in.`;
}
