import type { PositionEntry } from "@wazi/contracts";
import { formatCents, maxCents, parseCents, parseNav, parseUnits, subtract, valueDown, ZERO_CENTS } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import * as texts from "../../messages/investing.ts";
import { type EntryRow, findBot, listEntries } from "./store.ts";

/**
 * Lists the purchases of units of an investor's active position in a bot, oldest first; none without one.
 * @throws AppError NOT_FOUND no such bot
 */
export async function readEntries(sql: Queryable, userId: string, botId: string): Promise<PositionEntry[]> {
  const [bot, entries] = await Promise.all([findBot(sql, botId), listEntries(sql, userId, botId)]);
  if (!bot) throw new AppError("NOT_FOUND", texts.botNotFound);
  return entries.map(({ exitMark, ...entry }) => {
    return { ...entry, at: entry.at.toISOString(), cost: computeEntryCost({ ...entry, exitMark }) };
  });
}

/** The money put in, less what leaving at once would have paid. Without a trade a unit is bought and redeemed at one price. */
function computeEntryCost({ amount, units, tradeOpen, exitMark }: Omit<EntryRow, "at">): string | null {
  if (!tradeOpen) return formatCents(ZERO_CENTS);
  if (exitMark === null) return null;
  return formatCents(
    maxCents(ZERO_CENTS, subtract(parseCents(amount), valueDown(parseUnits(units), parseNav(exitMark)))),
  );
}
