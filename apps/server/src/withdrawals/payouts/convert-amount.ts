import { cents, divideUp, formatDecimal, parseDecimal, type Cents } from "@wazi/domain";
import type { PayoutRate } from "./rate-store.ts";

/** Places with which rates are computed. */
const RATE_PLACES = 12;
const RATE_SCALE = 10n ** BigInt(RATE_PLACES);
const CENT_PLACES = 2;

/**
 * Converts US dollars to a currency, rounded up to its smallest payable part, so that the recipient never gets less than the
 * amount. The platform pays the difference.
 * @param places decimal places that the rail can pay
 * @returns the amount, and the units of the currency for one US dollar
 */
export function toLocalAmount(
  amount: Cents,
  { price, isPerUnit }: Pick<PayoutRate, "price" | "isPerUnit">,
  places: number,
): { localAmount: string; rate: string } {
  const at = parseDecimal(price, RATE_PLACES);
  const rate = isPerUnit ? divideUp(RATE_SCALE * RATE_SCALE, at) : at;
  const scale = 10n ** BigInt(places);
  // amount [cents] / 100 × units per dollar, from the exact price and not from the rounded rate
  const local = isPerUnit
    ? divideUp(amount * scale * RATE_SCALE, at * 100n)
    : divideUp(amount * scale * at, RATE_SCALE * 100n);
  return { localAmount: formatDecimal(local, places), rate: formatDecimal(rate, RATE_PLACES) };
}

/** Converts an amount of a currency, such as a fee, to US dollars, rounded up to the cent. */
export function toDollarCents(amount: string, { price, isPerUnit }: Pick<PayoutRate, "price" | "isPerUnit">): Cents {
  const MAX_PLACES = 18;
  const units = parseDecimal(amount, MAX_PLACES);
  const at = parseDecimal(price, RATE_PLACES);
  const unitScale = 10n ** BigInt(MAX_PLACES - CENT_PLACES);
  return cents(isPerUnit ? divideUp(units * at, unitScale * RATE_SCALE) : divideUp(units * RATE_SCALE, unitScale * at));
}
