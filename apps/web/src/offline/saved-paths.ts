import {
  getCurrentUser,
  getMarketPrices,
  getPackageTier,
  getPerformance,
  getPublicSettings,
  listBots,
  listPortfolios,
  listSparklines,
  listDeposits,
  listNotices,
  listNotifications,
  listUserBots,
  listUserTrades,
  listWithdrawals,
} from "@wazi/contracts";

/**
 * The calls whose answers the service worker saves: what the dashboard, the bots, the money pages and the history show. The
 * build writes the list into the worker, which has no contracts.
 */
export const savedPaths: readonly string[] = [
  getCurrentUser,
  listUserBots,
  listUserTrades,
  getPackageTier,
  getPerformance,
  listNotifications,
  listNotices,
  listDeposits,
  listWithdrawals,
  listBots,
  listPortfolios,
  listSparklines,
  getMarketPrices,
  getPublicSettings,
].map(({ path }) => path);
