export { divideDown, divideUp } from "@wazi/domain";

/** Places kept by everything that enters money arithmetic: prices, exposures, rates and factors. */
export const SCALE_PLACES = 12;
/** A scaled number is its value times this, as an integer. */
export const SCALE = 10n ** BigInt(SCALE_PLACES);

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * The exact value of a decimal, times 10^12. A number counts as its shortest decimal form (what JSON would write).
 * Throws a RangeError on what is no decimal, and on more than 12 places: nothing is rounded here.
 */
export function toScaled(value: number | string): bigint {
  const match = decimalPattern.exec(String(value));
  if (match === null) throw new RangeError(`not a decimal: ${value}`);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  const shift = SCALE_PLACES - fraction.length + Number(exponent);
  const magnitude = shift >= 0 ? digits * 10n ** BigInt(shift) : divideExactly(digits, 10n ** BigInt(-shift), value);
  return sign === "-" ? -magnitude : magnitude;
}

function divideExactly(digits: bigint, divisor: bigint, value: number | string): bigint {
  if (digits % divisor !== 0n) throw new RangeError(`more than ${SCALE_PLACES} places: ${value}`);
  return digits / divisor;
}

/** The decimal string of a scaled number, always with 12 places. */
export function formatScaled(scaled: bigint): string {
  const magnitude = scaled < 0n ? -scaled : scaled;
  const digits = magnitude.toString().padStart(SCALE_PLACES + 1, "0");
  const split = digits.length - SCALE_PLACES;
  return `${scaled < 0n ? "-" : ""}${digits.slice(0, split)}.${digits.slice(split)}`;
}

/** A price to 12 places, so that `toScaled` takes it as it is. Half a unit of the twelfth place is the most it moves. */
export function roundPrice(price: number): number {
  return Number(price.toFixed(SCALE_PLACES));
}
