import type { PackageTier } from "@wazi/contracts";
import { findPackageTier, type Cents } from "@wazi/domain";

/** Tier totals are JSON numbers, as SPEC.md has them; they are shown, never reckoned with. */
const dollars = (amount: Cents): number => Number(amount) / 100;

export function toPackageTier(totalDeposits: Cents): PackageTier {
  const { current, next } = findPackageTier(totalDeposits);
  return {
    tier: current.tier,
    tierName: current.tierName,
    maxBots: current.maxBots,
    totalDeposits: dollars(totalDeposits),
    nextTier: next && { name: next.tierName, amount: dollars(next.threshold), bots: next.maxBots },
  };
}
