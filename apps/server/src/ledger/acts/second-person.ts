import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { formatMoment, formatName } from "../../record/api.ts";
import type { Operation } from "../door/operation.ts";
import { readStanding, type Standing } from "./store.ts";
import * as texts from "../../messages/ledger.ts";

/** Says from when the second administrator can decide with the first; null if they can at this time. */
export function explainStanding({ second, first, from, eligibleFrom }: Standing, now: Date): string | null {
  if (from !== null && from <= now) return null;
  const names = {
    second: formatName(second),
    hasFirst: first ? "yes" : "no",
    first: first ? formatName(first) : "",
  } as const;
  if (from === null) return texts.secondNever(names);
  const isNew = eligibleFrom !== null && from <= eligibleFrom;
  return texts.secondNotYet({ ...names, time: formatMoment(from), reason: isNew ? "new" : "appointer" });
}

/**
 * Each decision of a second administrator calls this, and an operation also names the pair for the door with `expectSecond`.
 * @param pair `first` acts and `second` agrees; null for any other administrator
 * @throws AppError FORBIDDEN they cannot decide together at this time, with from when they can
 */
export async function requireSecond(
  sql: Queryable,
  { now, ...pair }: { second: string; first: string | null; now: Date },
): Promise<void> {
  const refusal = explainStanding(await readStanding(sql, pair), now);
  if (refusal !== null) throw new AppError("FORBIDDEN", refusal);
}

/** The door checks the pair, and that `holder`, the one of the two who does not act now, still has the right. */
export function expectSecond(
  pair: { second: string; first: string; at: Date },
  holder: string,
): Pick<Operation["expects"], "moneyAdministrators" | "secondAdministrators"> {
  return { moneyAdministrators: [holder], secondAdministrators: [pair] };
}
