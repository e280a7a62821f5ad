import {
  getBalanceHistory,
  getCurrentUser,
  getPackageTier,
  getStatement,
  getTrackRecord,
  getVerification,
  listBots,
  listBotTrades,
  listDeposits,
  listNotices,
  listStatementMonths,
  listUserBots,
  listUserTrades,
  listWithdrawals,
  type Call,
  type LiveUpdate,
  type LiveUpdateType,
} from "@wazi/contracts";

/** Which calls' answers an update makes old. */
const staleCalls: Readonly<Record<LiveUpdateType, readonly Call[]>> = {
  prices: [getCurrentUser, listUserBots],
  trade: [listBots, listUserTrades],
  account: [getCurrentUser, getPackageTier, getStatement, listStatementMonths, getBalanceHistory],
  position: [getCurrentUser, listUserBots, listUserTrades],
  deposit: [listDeposits],
  withdrawal: [listWithdrawals],
  verification: [getVerification, getCurrentUser],
  notice: [listNotices, listUserBots],
};

/** Of one bot each: read again when that bot has traded. */
const staleBotCalls: readonly Call[] = [getTrackRecord, listBotTrades];

/** The beginnings of the keys of the queries to read again after these updates, each but once. */
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
