import type { PublicSettings } from "@wazi/contracts";

type Mode = Pick<PublicSettings, "mode" | "feed" | "broker" | "simulatedSpeed">;

const marketLabels = { simulated: "simulated markets", replay: "replayed markets", live: "live prices" } as const;

/** ", 60 times faster than the clock" after simulated prices; empty in real time. */
export function formatSimulatedSpeed(speed: number): string {
  return speed === 1 ? "" : `, ${speed} times faster than the clock`;
}

/** The text of the ribbon; null in live mode. */
export function formatRibbon({ mode, feed, broker, simulatedSpeed }: Mode): string | null {
  if (mode === "live") return null;
  const speed = feed === "simulated" ? formatSimulatedSpeed(simulatedSpeed) : "";
  return `Demo: ${broker === "paper" ? "paper money" : "demo account"}, ${marketLabels[feed]}${speed}`;
}

/** Describes the price feed and the broker in one sentence. */
export function describeFeed({ feed, broker, simulatedSpeed }: Mode): string {
  const prices = {
    simulated: `Prices here are simulated${formatSimulatedSpeed(simulatedSpeed)}`,
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
