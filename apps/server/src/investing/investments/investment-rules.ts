import { formatAmount, messages } from "@wazi/contracts";
import { add, computeOwnMoney, formatCents, type Cents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { listHoldings, type InvestorBot, type InvestorSnapshot, type PoolView } from "../../ledger/api.ts";

const RETRY_SECONDS = 5;

/** @throws AppError PRICE_UNAVAILABLE when one of the pools has an open trade without a current price */
export function requireFreshPrices(pools: readonly PoolView[]): void {
  const stale = pools.find(({ fresh }) => !fresh);
  if (!stale) return;
  throw new AppError(
    "PRICE_UNAVAILABLE",
    `There is no current price for ${stale.name}. No money was moved. Please try again in a moment.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}

/** @throws AppError CONFLICT when one of these positions already has a waiting exit */
export function refuseSecondExit(bots: readonly InvestorBot[]): void {
  const waiting = bots.find(({ position }) => position?.waitingExit);
  if (!waiting) return;
  throw new AppError(
    "CONFLICT",
    `An exit from ${waiting.pool.name} is already waiting for a price. You can cancel it until it settles.`,
  );
}

/**
 * Two activations at once cannot pass it together: both take from the same funds, so the second is decided again.
 * @throws AppError SUITABILITY_LIMIT
 */
export function requireWithinLimit(snapshot: InvestorSnapshot, amount: Cents): void {
  const { suitabilityLimit: limit } = snapshot;
  if (limit === null) return;
  const own = listHoldings(snapshot).reduce((sum, { position }) => add(sum, computeOwnMoney(position)), amount);
  if (own <= limit) return;
  throw new AppError(
    "SUITABILITY_LIMIT",
    `Your limit for money in bots is $${formatDollars(limit)}. No money was moved. You can change it on the limit page.`,
  );
}

const formatDollars = (amount: Cents): string => formatAmount(formatCents(amount));

export const investmentFundExceeded = (available: Cents): AppError =>
  new AppError("INSUFFICIENT_FUNDS", messages.overInvestmentFund(formatDollars(available)));

export const runningProfitExceeded = (available: Cents): AppError =>
  new AppError("INSUFFICIENT_FUNDS", messages.overRunningProfit(formatDollars(available)));

export const balanceExceeded = (available: Cents): AppError =>
  new AppError("INSUFFICIENT_FUNDS", `You only have $${formatDollars(available)} in your available balance`);
