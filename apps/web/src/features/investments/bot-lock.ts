import type { PackageTier } from "@wazi/contracts";

/**
 * Returns the text on a locked bot, or null if it is unlocked. `place` is the bot's position in the catalogue, from 0;
 * a package unlocks the first `maxBots`.
 */
export function getLockText(place: number, tier: PackageTier): string | null {
  if (place < tier.maxBots) return null;
  const next = tier.nextTier;
  if (next === null || place >= next.bots) return "Upgrade package to unlock";
  return `Deposit $${next.amount.toLocaleString("en-US")}+ to unlock`;
}
