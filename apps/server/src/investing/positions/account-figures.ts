import type { CurrentUser } from "@wazi/contracts";
import { computeBalance, formatCents, computeTotalInvested, computeTotalProfit } from "@wazi/domain";
import type { Sql } from "../../platform/db/pool.ts";
import { listHoldings, readInvestor, type FirstRead, type InvestorSnapshot } from "../../ledger/api.ts";

/** Computes the account figures that users see (docs/reference/product-rules.md) from a snapshot. */
export function toAccountFigures(snapshot: InvestorSnapshot): CurrentUser["account"] {
  const { funds } = snapshot;
  const holdings = listHoldings(snapshot);
  return {
    balance: formatCents(computeBalance(funds)),
    depositFunds: formatCents(funds.depositFunds),
    profitFunds: formatCents(funds.profitFunds),
    totalDeposits: formatCents(snapshot.totalDeposits),
    totalInvested: formatCents(computeTotalInvested(holdings)),
    totalProfit: formatCents(computeTotalProfit(funds, holdings)),
    adjustmentProfit: formatCents(funds.runningProfit),
    withdrawalHold: formatCents(funds.withdrawalHold),
  };
}

/** Reads an investor's current account figures. */
export async function readAccountFigures(
  sql: Sql,
  userId: string,
  maxPriceAgeMs: number,
  first?: FirstRead,
): Promise<CurrentUser["account"]> {
  return toAccountFigures(await readInvestor(sql, userId, maxPriceAgeMs, first));
}
