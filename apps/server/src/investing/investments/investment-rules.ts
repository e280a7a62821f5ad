import { formatAmount, messages } from "@wazi/contracts";
import { add, computeOwnMoney, formatCents, type Cents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { listHoldings, type InvestorBot, type InvestorSnapshot, type PoolView } from "../../ledger/api.ts";
import * as texts from "../../messages/investing.ts";

const RETRY_SECONDS = 5;

/** @throws AppError PRICE_UNAVAILABLE when one of the pools has an open trade without a current price */
export function requireFreshPrices(pools: readonly PoolView[]): void {
  const stale = pools.find(({ fresh }) => !fresh);
  if (!stale) return;
  throw new AppError("PRICE_UNAVAILABLE", texts.priceMissing({ bot: stale.name }), {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/**
 * New money must not earn interest of days before it came. A bot without a settled day begins with the day on which it is seen.
 * @param due the last market day whose interest the bot must have; null without one
 * @throws AppError PRICE_UNAVAILABLE when it does not have it
 */
export function requireSettledInterest({ name, interestDay }: PoolView, due: string | null): void {
  if (due === null || interestDay === null || interestDay >= due) return;
  throw new AppError("PRICE_UNAVAILABLE", texts.interestDue({ bot: name }), { retryAfterSeconds: RETRY_SECONDS });
}

/** @throws AppError CONFLICT when one of these positions already has a waiting exit */
export function refuseSecondExit(bots: readonly InvestorBot[]): void {
  const waiting = bots.find(({ position }) => position?.waitingExit);
  if (!waiting) return;
  throw new AppError("CONFLICT", texts.exitWaiting({ bot: waiting.pool.name }));
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
  throw new AppError("SUITABILITY_LIMIT", texts.limitExceeded({ limit: formatDollars(limit) }));
}

const formatDollars = (amount: Cents): string => formatAmount(formatCents(amount));

export const investmentFundExceeded = (available: Cents): AppError =>
  new AppError("INSUFFICIENT_FUNDS", messages.overInvestmentFund(formatDollars(available)));

export const runningProfitExceeded = (available: Cents): AppError =>
  new AppError("INSUFFICIENT_FUNDS", messages.overRunningProfit(formatDollars(available)));

export const balanceExceeded = (available: Cents): AppError =>
  new AppError("INSUFFICIENT_FUNDS", texts.availableBalanceExceeded({ available: formatDollars(available) }));
