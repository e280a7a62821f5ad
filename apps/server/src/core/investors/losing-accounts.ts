import { parseCents, computePayout } from "@wazi/domain";
import type { Sql } from "../../db/pool.ts";
import { listHoldings, readInvestors } from "./store.ts";
import { readTradingFlows } from "./trading-flow-store.ts";

/** Below this many accounts a share would say more of single people than of the product. */
const LEAST_ACCOUNTS = 30;

/**
 * The share, in per cent, of accounts that ever held a position and are below what they put into bots: what came back
 * from them and what their positions would pay now is less than what went in. Null below 30 accounts.
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
