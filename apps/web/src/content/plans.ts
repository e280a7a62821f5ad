import type { PackageTier } from "@wazi/contracts";
import * as texts from "../messages/landing.ts";

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
    name: texts.starter,
    description: texts.planStarterText,
    minDeposit: 100,
    userSharePct: 70,
    bots: 3,
    markets: texts.planStarterMarkets,
    planned: [],
  },
  {
    tier: "professional",
    name: texts.professional,
    description: texts.planMiddleText,
    minDeposit: 500,
    userSharePct: 80,
    bots: 5,
    markets: texts.allFive,
    planned: [],
  },
  {
    tier: "enterprise",
    name: texts.enterprise,
    description: texts.planPremiumText,
    minDeposit: 1000,
    userSharePct: 90,
    bots: 8,
    markets: texts.allFive,
    planned: [texts.planAccountManager, texts.planCustomBots, texts.apiAccess],
  },
];

export function findPlan(tier: PackageTier["tier"]): Plan | undefined {
  return plans.find((plan) => plan.tier === tier);
}
