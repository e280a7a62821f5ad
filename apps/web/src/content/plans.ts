import type { PackageTier } from "@wazi/contracts";

export interface Plan {
  tier: Exclude<PackageTier["tier"], "none">;
  name: string;
  description: string;
  /** Total completed deposits from which the plan applies, in US dollars. */
  minDeposit: number;
  /** The investor's share of a profit in percent. The platform takes the rest. */
  userSharePct: number;
  bots: number;
  /** The markets of the plan's bots. */
  markets: string;
  /** Planned, not available yet. */
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
