import type { MpesaQuote } from "@wazi/contracts";
import { divideUp, formatCents, formatDecimal, parseCents, parseDecimal, RATE_PLACES } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { LocalRate } from "../../ledger/api.ts";
import * as texts from "../../messages/deposits.ts";

const RATE_SCALE = 10n ** BigInt(RATE_PLACES);

/** US dollars for one shilling, rounded down to the eighth decimal. */
export function invertRate(rate: string): string {
  return formatDecimal((RATE_SCALE * RATE_SCALE) / parseDecimal(rate, RATE_PLACES), RATE_PLACES);
}

/**
 * A deposit in shillings: whole, and never worth less than the amount at the stored rate. M-Pesa takes no cents.
 * @throws AppError PRICE_UNAVAILABLE without a rate: none is made up
 */
export function quoteMpesa(amount: string, rate: LocalRate | null): MpesaQuote {
  if (rate === null) {
    throw new AppError("PRICE_UNAVAILABLE", texts.shillingRateMissing, {
      retryAfterSeconds: 60,
    });
  }
  const dollarsPerShilling = parseDecimal(invertRate(rate.rate), RATE_PLACES);
  const localAmount = divideUp(parseCents(amount) * (RATE_SCALE / 100n), dollarsPerShilling);
  return {
    amount: formatCents(parseCents(amount)),
    localAmount: String(localAmount),
    rate: rate.rate,
    source: rate.source,
    rateAt: rate.setAt.toISOString(),
  };
}
