import type { PackageTier } from "@wazi/contracts";
import { findPackageTier, type Cents } from "@wazi/domain";

/** Tier amounts are JSON numbers in the API. They are only displayed, never used in calculations. */
const toDollars = (amount: Cents): number => Number(amount) / 100;

export function toPackageTier(totalDeposits: Cents): PackageTier {
  const { current, next } = findPackageTier(totalDeposits);
  return {
    tier: current.tier,
    tierName: current.tierName,
    maxBots: current.maxBots,
    totalDeposits: toDollars(totalDeposits),
    nextTier: next && { name: next.tierName, amount: toDollars(next.threshold), bots: next.maxBots },
  };
}
