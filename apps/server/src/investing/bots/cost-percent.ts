import { divideUp, formatDecimal } from "@wazi/domain";

/** The decimal places of a cost as a fraction of the nav. */
export const FRACTION_PLACES = 12;
const PERCENT_PLACES = 4;
/** A fraction of 10^-12 is a hundredth of that in per cent, and four places are kept. */
const FRACTIONS_PER_STEP = 10n ** BigInt(FRACTION_PLACES - 2 - PERCENT_PLACES);

/** Formats a cost, a fraction of the nav scaled by 10^12, in per cent with four decimals, rounded up. */
export function formatCostPercent(fraction: bigint): string {
  return formatDecimal(divideUp(fraction, FRACTIONS_PER_STEP), PERCENT_PLACES);
}
