import { type Bot, MIN_PORTFOLIO_CENTS, MIN_POSITION_CENTS, type PackageTier } from "@wazi/contracts";
import * as texts from "../../messages/investments.ts";

/** The least that the form of a bot takes. A core portfolio needs no package, so it takes less than one costs. */
export function findLeastCents({ market }: Pick<Bot, "market">): bigint {
  return market === "portfolio" ? MIN_PORTFOLIO_CENTS : MIN_POSITION_CENTS;
}

/**
 * Returns the text on a locked bot, or null if it is unlocked. `place` is the bot's position in the catalogue, from 0;
 * a package unlocks the first `maxBots`. A core portfolio has no place and is always unlocked.
 */
export function getLockText(place: number | null, tier: PackageTier): string | null {
  if (place === null || place < tier.maxBots) return null;
  const next = tier.nextTier;
  if (next === null || place >= next.bots) return texts.lockUpgrade;
  return texts.lockDeposit({ amount: next.amount.toLocaleString("en-US") });
}
