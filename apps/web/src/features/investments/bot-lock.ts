import type { PackageTier } from "@wazi/contracts";

/**
 * The text on a bot that the package does not reach, or null where it does. `place` is the bot's in the catalogue, from 0;
 * a package unlocks its first `maxBots`.
 */
export function getLockText(place: number, tier: PackageTier): string | null {
  if (place < tier.maxBots) return null;
  const next = tier.nextTier;
  if (next === null || place >= next.bots) return "Upgrade package to unlock";
  return `Deposit $${next.amount.toLocaleString("en-US")}+ to unlock`;
}
