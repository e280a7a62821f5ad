import type { OperatedBot } from "@wazi/contracts";
import { formatAmount } from "@wazi/contracts";
import { exactUtc } from "../age-words.ts";
import { nameOf } from "../owner-cell.tsx";
import { counted } from "./operations-words.ts";

/** What a pause does, and to whom, in short sentences. */
export function whatPauseDoes({ investors, value, openTrade }: OperatedBot): string[] {
  const who =
    investors === 0
      ? "Nobody is invested in it."
      : `${counted(investors, "investor stays", "investors stay")} in it with $${formatAmount(value)}, and can leave at any time.`;
  const trade =
    openTrade === null
      ? "It has no open trade."
      : `Its open trade in ${openTrade.symbol} runs to its own exit, stop and target included.`;
  return [who, "It opens no new trade.", trade, "Nobody can put money into it until it is resumed."];
}

/** What resuming does. */
export function whatResumeDoes({ investors, value, status }: OperatedBot): string[] {
  if (status === "halted" || status === "winding-up") {
    const what = status === "halted" ? "It is halted as well" : "It is being wound up as well";
    return [`${what}: it goes on opening no trade and taking no new money.`];
  }
  const who =
    investors === 0
      ? "Nobody is invested in it."
      : `It trades with the $${formatAmount(value)} of ${counted(investors, "investor")} again.`;
  return [who, "It may open its next trade at once.", "New money can be put into it again."];
}

/** Who paused it, when and why. */
export function pausedWords({ at, by, reason }: NonNullable<OperatedBot["paused"]>): string {
  const who = by === null ? "Paused" : `Paused by ${nameOf(by)}`;
  return `${who} at ${exactUtc(at)}: ${reason}`;
}
