import * as z from "zod/mini";

/** The largest amount in a request: numeric(12,2) holds no more. */
export const MAX_AMOUNT = "9999999999.99";

const unsignedAmountPattern = /^(0|[1-9]\d{0,9})(\.\d{1,2})?$/;
const signedAmountPattern = /^-?(0|[1-9]\d{0,9})(\.\d{1,2})?$/;

function toCents(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}

/**
 * An amount in US dollars in a request: a string or a number above 0 and at most 9,999,999,999.99, with at most two
 * decimals. Anything else fails with `message`; amounts are never rounded. Parses to a decimal string such as "100.5".
 */
export function requestAmount(message: string, minimum?: { cents: bigint; message: string }) {
  return z.pipe(
    z.union([z.string(), z.number()], message),
    z.transform((value, context) => {
      const text = String(value);
      if (!unsignedAmountPattern.test(text) || /^[0.]+$/.test(text)) {
        context.issues.push({ code: "custom", message, input: value });
        return z.NEVER;
      }
      if (minimum && toCents(text) < minimum.cents) {
        context.issues.push({ code: "custom", message: minimum.message, input: value });
        return z.NEVER;
      }
      return text;
    }),
  );
}

/**
 * The new value of a figure in a request: an amount that may be 0, and with `signed` also negative. Parses to a decimal
 * string.
 */
export function targetAmount(name: string, options: { signed?: true } = {}) {
  const limit = options.signed ? "" : " of 0 or more";
  const message = `${name} must be an amount${limit} with at most two decimals, such as 1250.00`;
  const pattern = options.signed ? signedAmountPattern : unsignedAmountPattern;
  return z.pipe(
    z.union([z.string(), z.number()], message),
    z.transform((value, context) => {
      const text = String(value);
      if (!pattern.test(text)) {
        context.issues.push({ code: "custom", message, input: value });
        return z.NEVER;
      }
      return text;
    }),
  );
}

const SHOWN_AMOUNT_MESSAGE = "Please give the amount as shown, such as 1250.00";

/** The amount that the caller saw: in the form of an answer, with exactly two decimals. */
export const shownAmount = z
  .string(SHOWN_AMOUNT_MESSAGE)
  .check(z.maxLength(MAX_AMOUNT.length, SHOWN_AMOUNT_MESSAGE), z.regex(/^\d+\.\d{2}$/, SHOWN_AMOUNT_MESSAGE));

/** An amount in an answer: a decimal string with exactly two decimals, such as "1234.50" or "-3.20". */
export const amount = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

/** A price, rate or NAV in an answer: a decimal string with any number of decimals. */
export const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/));

const percentPattern = /^(0|[1-9]\d{0,4})(\.\d{1,2})?$/;

/**
 * A percentage in a request: a string or a number with at most two decimals, from `min` to `max`. Anything else fails
 * with `message`; percentages are never rounded. Parses to a decimal string such as "12.5".
 */
export function requestPercent(min: number, max: number, message: string) {
  return z.pipe(
    z.union([z.string(), z.number()], message),
    z.transform((value, context) => {
      const text = String(value);
      if (percentPattern.test(text) && Number(text) >= min && Number(text) <= max) return text;
      context.issues.push({ code: "custom", message, input: value });
      return z.NEVER;
    }),
  );
}
