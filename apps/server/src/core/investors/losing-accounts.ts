import { parseCents, computePayout } from "@wazi/domain";
import type { Sql } from "../../db/pool.ts";
import { listHoldings, readInvestors } from "./store.ts";
import { readTradingFlows } from "./trading-flow-store.ts";

/** With fewer accounts, the share would reveal more about single people than about the product. */
const LEAST_ACCOUNTS = 30;

/**
 * Computes the percentage of accounts with a trading loss, among all accounts that ever had a position. An account has
 * a loss when the money returned by its bots, plus what its positions would pay now, is less than the money invested.
 * Null below 30 accounts.
 */
export async function computeLosingAccountsPct(sql: Sql, maxPriceAgeMs: number): Promise<number | null> {
  const flows = await readTradingFlows(sql);
  if (flows.length < LEAST_ACCOUNTS) return null;
  const snapshots = await readInvestors(
    sql,
    flows.map(({ userId }) => userId),
    maxPriceAgeMs,
  );
  const losing = flows.filter(({ userId, net }) => {
    const snapshot = snapshots.get(userId);
    const held = snapshot ? listHoldings(snapshot) : [];
    const payouts = held.map(({ position, bot }) => computePayout(position, bot.marks.exit));
    const open = payouts.reduce((sum, payout) => sum + payout.toDepositFunds + payout.toProfitFunds, 0n);
    return parseCents(net) + open < 0n;
  });
  return Math.round((losing.length / flows.length) * 1_000) / 10;
}
