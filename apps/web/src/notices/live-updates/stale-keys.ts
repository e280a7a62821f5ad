import {
  getCurrentUser,
  getPackageTier,
  getPerformance,
  getStatement,
  getTrackRecord,
  getVerification,
  listBots,
  listBotTrades,
  listDeposits,
  listNotices,
  listNotifications,
  listStatementMonths,
  listUserBots,
  listUserTrades,
  listWithdrawals,
  type Call,
  type LiveUpdate,
  type LiveUpdateType,
} from "@wazi/contracts";

/** The calls whose cached answers an update makes stale. */
const staleCalls: Readonly<Record<LiveUpdateType, readonly Call[]>> = {
  prices: [getCurrentUser, listUserBots],
  trade: [listBots, listUserTrades],
  account: [getCurrentUser, getPackageTier, getStatement, listStatementMonths, getPerformance],
  position: [getCurrentUser, listUserBots, listUserTrades],
  deposit: [listDeposits, listNotifications],
  withdrawal: [listWithdrawals, listNotifications],
  verification: [getVerification, getCurrentUser, listNotifications],
  notice: [listNotices, listUserBots, listNotifications],
};

/** Per bot: stale after a trade of that bot. */
const staleBotCalls: readonly Call[] = [getTrackRecord, listBotTrades];

/** The prefixes of the query keys to refetch after these updates, without duplicates. */
export function findStaleKeys(updates: readonly LiveUpdate[]): (readonly string[])[] {
  const keys = new Map<string, readonly string[]>();
  const add = (...key: string[]) => keys.set(key.join(" "), key);
  for (const { type, botId } of updates) {
    for (const { path } of staleCalls[type]) add(path);
    if (type !== "trade") continue;
    for (const { path } of staleBotCalls) {
      if (botId === undefined) add(path);
      else add(path, botId);
    }
  }
  return [...keys.values()];
}
