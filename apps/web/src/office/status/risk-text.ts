import type { BotCorrelations, EntryLimitStatus } from "@wazi/contracts";
import * as texts from "../../messages/status.ts";

const SHOWN_PAIRS = 8;

export interface ShownPair {
  id: string;
  names: string;
  correlation: string;
  days: number;
}

/** The known pairs, strongest first, and the number of those that are not listed. */
export function listStrongestPairs({ bots, pairs }: BotCorrelations): { shown: ShownPair[]; weaker: number } {
  const nameOf = new Map(bots.map(({ id, name }) => [id, name]));
  const known = pairs.flatMap(({ botId, otherBotId, correlation, days }): ShownPair[] => {
    if (correlation === null) return [];
    const names = [botId, otherBotId].map((id) => nameOf.get(id) ?? "").join(" and ");
    return [{ id: `${botId} ${otherBotId}`, names, correlation, days }];
  });
  known.sort((one, other) => Math.abs(Number(other.correlation)) - Math.abs(Number(one.correlation)));
  return { shown: known.slice(0, SHOWN_PAIRS), weaker: Math.max(0, known.length - SHOWN_PAIRS) };
}

/** Why some pairs have no correlation; null when all have one. */
export function describeMissingCorrelations({ pairs, minDays }: BotCorrelations): string | null {
  const missing = pairs.filter(({ correlation }) => correlation === null);
  if (missing.length === 0) return null;
  const count =
    missing.length === pairs.length
      ? texts.correlationUnknownAll
      : texts.correlationUnknownPairs({ missing: missing.length, pairs: pairs.length });
  const most = Math.max(...missing.map(({ days }) => days));
  const isReplay = missing.every(({ reason }) => reason === "replay");
  if (isReplay) return texts.correlationReplay({ count });
  if (missing.some(({ reason }) => reason === "too-few-days")) {
    return texts.correlationFewDays({ count, minDays, min: Math.min(most, minDays - 1) });
  }
  return texts.correlationNoTrades({ count });
}

/** How many entries a limit has held back lately. */
export function formatLimitedEntries({ refusedEntries, reducedEntries }: EntryLimitStatus): string {
  if (refusedEntries + reducedEntries === 0) return texts.limitedEntriesNone;
  return texts.limitedEntries({ refusedEntries, refusedEntries2: refusedEntries, reducedEntries });
}
