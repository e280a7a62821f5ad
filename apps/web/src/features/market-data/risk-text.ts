import { formatSimulatedSpeed, type Mode } from "./ribbon-text.ts";

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
