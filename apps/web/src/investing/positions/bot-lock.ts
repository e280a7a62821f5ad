import type { PackageTier } from "@wazi/contracts";
import * as texts from "../../messages/investments.ts";

/**
 * Returns the text on a locked bot, or null if it is unlocked. `place` is the bot's position in the catalogue, from 0;
 * a package unlocks the first `maxBots`.
 */
export function getLockText(place: number, tier: PackageTier): string | null {
  if (place < tier.maxBots) return null;
  const next = tier.nextTier;
  if (next === null || place >= next.bots) return texts.lockUpgrade;
  return texts.lockDeposit({ amount: next.amount.toLocaleString("en-US") });
}
