export { divideDown, divideUp } from "@wazi/domain";

/** The decimal places of all values in money arithmetic: prices, exposures, rates and factors. */
export const SCALE_PLACES = 12;
/** A scaled number is an integer: the value times this. */
export const SCALE = 10n ** BigInt(SCALE_PLACES);

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * The exact value of a decimal times 10^12, without rounding. A number counts as its shortest decimal form, as in JSON.
 * @throws RangeError for a text that is not a decimal, and for more than 12 places
 */
export function toScaled(value: number | string): bigint {
  if (value === "0") return 0n;
  const text = String(value);
  const short = readShort(text);
  if (short !== null) return short;
  const match = decimalPattern.exec(text);
  if (match === null) throw new RangeError(`${value} is not a decimal`);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  const shift = SCALE_PLACES - fraction.length + Number(exponent);
  const magnitude = shift >= 0 ? digits * 10n ** BigInt(shift) : divideExactly(digits, 10n ** BigInt(-shift), value);
  return sign === "-" ? -magnitude : magnitude;
}

const [DIGIT_0, DIGIT_9] = [48, 57];
/** So many digits are a safe integer. */
const SAFE_DIGITS = 15;
/** A whole part of so many digits and twelve places are a safe integer. */
const SMALL_DIGITS = 3;
/** By the number of places that are missing. */
const POWERS = Array.from({ length: SCALE_PLACES + 1 }, (_, power) => 10 ** power);

/** The scaled value of a plain decimal such as 12.5, which most are; `null` for any other text. It takes a third of the time. */
function readShort(text: string): bigint | null {
  let point = text.indexOf(".");
  if (point === -1) point = text.length;
  const places = Math.max(0, text.length - point - 1);
  if (point === 0 || point > SAFE_DIGITS || places > SCALE_PLACES || point === text.length - 1) return null;
  const whole = readDigits(text, 0, point);
  const fraction = readDigits(text, point + 1, text.length) * (POWERS[SCALE_PLACES - places] as number);
  if (Number.isNaN(whole + fraction)) return null;
  if (point <= SMALL_DIGITS) return BigInt(whole * (POWERS[SCALE_PLACES] as number) + fraction);
  return BigInt(whole) * SCALE + BigInt(fraction);
}

/** The whole number of the digits of a text in a range; NaN when there is another sign. */
function readDigits(text: string, from: number, to: number): number {
  let digits = 0;
  for (let index = from; index < to; index += 1) {
    const code = text.charCodeAt(index);
    if (code < DIGIT_0 || code > DIGIT_9) return NaN;
    digits = digits * 10 + code - DIGIT_0;
  }
  return digits;
}

function divideExactly(digits: bigint, divisor: bigint, value: number | string): bigint {
  if (digits % divisor !== 0n) throw new RangeError(`${value} has more than ${SCALE_PLACES} places`);
  return digits / divisor;
}

/** The decimal string of a scaled number, always with 12 places. */
export function formatScaled(scaled: bigint): string {
  const magnitude = scaled < 0n ? -scaled : scaled;
  const digits = magnitude.toString().padStart(SCALE_PLACES + 1, "0");
  const split = digits.length - SCALE_PLACES;
  return `${scaled < 0n ? "-" : ""}${digits.slice(0, split)}.${digits.slice(split)}`;
}

/** Rounds a price to 12 places, as `toScaled` needs. It moves by at most half a unit of the twelfth place. */
export function roundPrice(price: number): number {
  return Number(price.toFixed(SCALE_PLACES));
}
