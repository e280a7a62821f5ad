import { MAX_ENTRIES, type PositionEntry, type UserBot } from "@wazi/contracts";
import { fromCents, sumCents, toCents } from "../../lib/cents.ts";

/** By bot and units. No call answers them later: the price of leaving at that moment is not recorded. */
const costs = new Map<string, string>();

const keyOf = (botId: string, units: string): string => `${botId} ${units}`;

/** Keeps what joining cost: the money put in, less what leaving at once would pay. */
export function keepEntryCost({ botId, units, allocatedAmount, value }: UserBot): void {
  const cost = toCents(allocatedAmount) - toCents(value);
  costs.set(keyOf(botId, units), fromCents(cost > 0n ? cost : 0n));
}

/** Earlier purchases may be missing in a full list. */
export const isCut = (entries: readonly PositionEntry[]): boolean => entries.length >= MAX_ENTRIES;

/** The exact cost of all purchases; undefined when one is not listed, or was made during a trade and not in this visit. */
export function findEntryCost(botId: string, entries: readonly PositionEntry[]): string | undefined {
  // Without a trade a unit is bought and redeemed at one price.
  const known = entries.map(({ tradeOpen, units }) => (tradeOpen ? costs.get(keyOf(botId, units)) : "0.00"));
  const exact = known.filter((cost) => cost !== undefined);
  return exact.length < known.length || isCut(entries) ? undefined : sumCents(exact);
}
