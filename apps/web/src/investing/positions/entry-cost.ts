import { MAX_ENTRIES, type PositionEntry } from "@wazi/contracts";
import { sumCents } from "../../lib/cents.ts";

/** Earlier purchases may be missing in a full list. */
export const isCut = (entries: readonly PositionEntry[]): boolean => entries.length >= MAX_ENTRIES;

/** The cost of all purchases; undefined when one is not listed, or was made before the cost was recorded. */
export function findEntryCost(entries: readonly PositionEntry[]): string | undefined {
  const known = entries.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return known.length < entries.length || isCut(entries) ? undefined : sumCents(known);
}
