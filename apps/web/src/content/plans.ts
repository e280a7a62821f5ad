import type { PackageTier } from "@wazi/contracts";

export interface Plan {
  tier: Exclude<PackageTier["tier"], "none">;
  name: string;
  description: string;
  /** US dollars, the total of completed deposits from which it counts. */
  minDeposit: number;
  /** The investor's part of a profit, in per cent; the rest is the platform's. */
  userSharePct: number;
  bots: number;
  /** What its bots trade, by the catalogue's order. */
  markets: string;
  /** What is meant to come and is not there yet. */
  planned: readonly string[];
}

export const plans: readonly Plan[] = [
  {
    tier: "starter",
    name: "Starter",
    description: "A first step, with the smallest amount a bot accepts.",
    minDeposit: 100,
    userSharePct: 70,
    bots: 3,
    markets: "Forex, crypto, stocks",
    planned: [],
  },
  {
    tier: "professional",
    name: "Professional",
    description: "More bots to choose from, and a larger share of each profit.",
    minDeposit: 500,
    userSharePct: 80,
    bots: 5,
    markets: "All five",
    planned: [],
  },
  {
    tier: "enterprise",
    name: "Enterprise",
    description: "Every bot, and 90% of each profit.",
    minDeposit: 1000,
    userSharePct: 90,
    bots: 8,
    markets: "All five",
    planned: ["Dedicated account manager", "Custom bot development", "API access"],
  },
];

export function findPlan(tier: PackageTier["tier"]): Plan | undefined {
  return plans.find((plan) => plan.tier === tier);
}
