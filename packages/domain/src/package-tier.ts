import { cents, type Cents } from "./money.ts";

export type TierName = "none" | "starter" | "professional" | "enterprise";
/** The investor's part of a profit, in per cent. */
export type UserSharePct = 70 | 80 | 90;

export interface PackageTier {
  tier: TierName;
  tierName: string;
  /** Total of completed deposits from which it holds. */
  threshold: Cents;
  maxBots: number;
  /** Null where no bot can be activated. */
  userSharePct: UserSharePct | null;
}

const none: PackageTier = {
  tier: "none",
  tierName: "No package",
  threshold: cents(0n),
  maxBots: 0,
  userSharePct: null,
};

const tiers: readonly PackageTier[] = [
  none,
  { tier: "starter", tierName: "Starter", threshold: cents(10_000n), maxBots: 3, userSharePct: 70 },
  { tier: "professional", tierName: "Professional", threshold: cents(50_000n), maxBots: 5, userSharePct: 80 },
  { tier: "enterprise", tierName: "Enterprise", threshold: cents(100_000n), maxBots: 8, userSharePct: 90 },
];

/** The package tier that a total of completed deposits gives, and the next one (null at the top). */
export function packageTierOf(totalDeposits: Cents): { current: PackageTier; next: PackageTier | null } {
  const index = tiers.findLastIndex((tier) => totalDeposits >= tier.threshold);
  return { current: tiers[index] ?? none, next: tiers[index + 1] ?? null };
}
