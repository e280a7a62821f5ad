import type { PositionEntry } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import * as texts from "../../messages/investing.ts";
import { findBot, listEntries } from "./store.ts";

/**
 * Lists the purchases of units of an investor's active position in a bot, oldest first; none without one.
 * @throws AppError NOT_FOUND no such bot
 */
export async function readEntries(sql: Queryable, userId: string, botId: string): Promise<PositionEntry[]> {
  const [bot, entries] = await Promise.all([findBot(sql, botId), listEntries(sql, userId, botId)]);
  if (!bot) throw new AppError("NOT_FOUND", texts.botNotFound);
  return entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
}
