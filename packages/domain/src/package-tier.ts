import { cents, type Cents } from "./money.ts";

export type TierName = "none" | "starter" | "professional" | "enterprise";
/** The investor's share of a profit, in per cent. */
export type UserSharePct = 70 | 80 | 90;

export interface PackageTier {
  tier: TierName;
  tierName: string;
  /** The tier starts where so much counts for the plan (`computePlanDeposits`). */
  threshold: Cents;
  maxBots: number;
  /** Null when the tier allows no bots. */
  userSharePct: UserSharePct | null;
}

const none: PackageTier = {
  tier: "none",
  tierName: "No package",
  threshold: cents(0n),
  maxBots: 0,
  userSharePct: null,
};

/** All tiers, the lowest first. */
export const packageTiers: readonly PackageTier[] = [
  none,
  { tier: "starter", tierName: "Starter", threshold: cents(10_000n), maxBots: 3, userSharePct: 70 },
  { tier: "professional", tierName: "Professional", threshold: cents(50_000n), maxBots: 5, userSharePct: 80 },
  { tier: "enterprise", tierName: "Enterprise", threshold: cents(100_000n), maxBots: 8, userSharePct: 90 },
];

/** Finds the package tier for what counts for the plan, and the next tier (null at the top). */
export function findPackageTier(planDeposits: Cents): { current: PackageTier; next: PackageTier | null } {
  const index = packageTiers.findLastIndex((tier) => planDeposits >= tier.threshold);
  return { current: packageTiers[index] ?? none, next: packageTiers[index + 1] ?? null };
}
