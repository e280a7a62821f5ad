import { formatAmount, messages } from "@wazi/contracts";
import { formatCents, type Cents } from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import type { PoolView } from "../../core/investors/store.ts";

const RETRY_SECONDS = 5;

/** @throws AppError PRICE_UNAVAILABLE when a trade is open in one of the pools and there is no fresh price for it */
export function requireFreshPrices(pools: readonly PoolView[]): void {
  const stale = pools.find(({ fresh }) => !fresh);
  if (!stale) return;
  throw new AppError(
    "PRICE_UNAVAILABLE",
    `There is no fresh price for ${stale.name} right now. Nothing was moved; please try again in a moment.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}

const shown = (amount: Cents): string => formatAmount(formatCents(amount));

export const overInvestmentFund = (available: Cents): AppError =>
  new AppError("INSUFFICIENT_FUNDS", messages.overInvestmentFund(shown(available)));

export const overRunningProfit = (available: Cents): AppError =>
  new AppError("INSUFFICIENT_FUNDS", messages.overRunningProfit(shown(available)));

export const overAllocation = (available: Cents): AppError =>
  new AppError("INSUFFICIENT_FUNDS", `You only have $${shown(available)} in your available balance`);
