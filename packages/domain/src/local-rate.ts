import { cents, type Cents, divideDown, divideUp, formatDecimal, parseDecimal } from "./money.ts";

/** Places of local rates: units of a currency for one US dollar. */
const LOCAL_RATE_PLACES = 8;
const LOCAL_RATE_SCALE = 10n ** BigInt(LOCAL_RATE_PLACES);

/** True if a rate differs from the one that was shown by more than so many per cent of it. */
export function isRateMoved(shown: string, now: string, percent: number): boolean {
  const from = parseDecimal(shown, LOCAL_RATE_PLACES);
  const change = parseDecimal(now, LOCAL_RATE_PLACES) - from;
  return (change < 0n ? -change : change) * 100n > from * BigInt(percent);
}

/** US dollars for one unit of a currency, rounded up in the eighth decimal, so that no credit at it is a cent too small. */
export function invertRateUp(rate: string): string {
  const inverse = divideUp(LOCAL_RATE_SCALE * LOCAL_RATE_SCALE, parseDecimal(rate, LOCAL_RATE_PLACES));
  return formatDecimal(inverse, LOCAL_RATE_PLACES);
}

/** US dollars for a local amount that was received: at `invertRateUp`, rounded down to the cent. The local amount is fixed. */
export function creditLocal(localAmount: string, rate: string): Cents {
  const received = parseDecimal(localAmount, 2);
  return cents(divideDown(received * parseDecimal(invertRateUp(rate), LOCAL_RATE_PLACES), LOCAL_RATE_SCALE));
}

/** The local amount for US dollars that were debited, rounded up to the smallest payable part. The dollars are fixed. */
export function payLocal(amount: Cents, rate: string, places: number): string {
  const units = amount * 10n ** BigInt(places) * parseDecimal(rate, LOCAL_RATE_PLACES);
  return formatDecimal(divideUp(units, LOCAL_RATE_SCALE * 100n), places);
}
