import type { Bot, EvidenceVerdict } from "@wazi/contracts";

/** How bots without evidence take new money. All are open in a demo, which has no real money. */
export type UnprovenBots = Bot["newMoney"];

/** Applies `UNPROVEN_BOTS`, which rules live mode only. */
export function chooseUnprovenBots(settings: { mode: "demo" | "live"; unprovenBots: "closed" | "open" }): UnprovenBots {
  if (settings.mode === "demo") return "open";
  return settings.unprovenBots === "open" ? "warned" : "closed";
}

/** Says if new money may go into a bot with this verdict. Exits are always open. */
export function decideNewMoney(verdict: EvidenceVerdict, unproven: UnprovenBots): Bot["newMoney"] {
  return verdict === "none" || verdict === "not-judged" ? unproven : "open";
}
