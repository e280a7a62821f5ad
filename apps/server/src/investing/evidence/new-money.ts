import type { Bot, EvidenceVerdict } from "@wazi/contracts";

/** How bots without evidence take new money. All are open in a demo, which has no real money. */
export type UnprovenBots = Bot["newMoney"];

/** Applies `UNPROVEN_BOTS`, which rules live mode only. */
export function chooseUnprovenBots(settings: { mode: "demo" | "live"; unprovenBots: "closed" | "open" }): UnprovenBots {
  if (settings.mode === "demo") return "open";
  return settings.unprovenBots === "open" ? "warned" : "closed";
}

/** Everything that a bot's new money depends on, besides the setting. */
export interface BotStanding {
  verdict: EvidenceVerdict;
  /** The day on which its live result fell below its curve (YYYY-MM-DD); null for a bot that has not retired. */
  retiredOn: string | null;
  /** True when its live months cannot be judged, because rates of bills are missing. */
  isOverdue: boolean;
}

/** Says if new money may go into a bot. No setting opens one that has retired. Exits are always open. */
export function decideNewMoney(
  { verdict, retiredOn, isOverdue }: BotStanding,
  unproven: UnprovenBots,
): Bot["newMoney"] {
  if (retiredOn !== null || isOverdue) return "closed";
  return verdict === "none" || verdict === "not-judged" ? unproven : "open";
}
