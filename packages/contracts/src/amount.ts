import * as z from "zod/mini";

/** The largest amount that one request may name: what numeric(12,2) holds. */
export const MAX_AMOUNT = "9999999999.99";

const unsignedAmountPattern = /^(0|[1-9]\d{0,9})(\.\d{1,2})?$/;
const signedAmountPattern = /^-?(0|[1-9]\d{0,9})(\.\d{1,2})?$/;

function centsOf(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}

/**
 * An amount of US dollars in a request: a string or a number above 0 with at most two places, at most 9,999,999,999.99.
 * Anything else fails with `message`; nothing is ever rounded. Parses to a decimal string such as "100.5".
 * `minimum` is the least that is allowed, with its own message.
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
      if (minimum && centsOf(text) < minimum.cents) {
        context.issues.push({ code: "custom", message: minimum.message, input: value });
        return z.NEVER;
      }
      return text;
    }),
  );
}

/**
 * What a figure is set to in a request: as an amount, but 0 is allowed, and with `signed` a loss too. Parses to a decimal
 * string.
 */
export function targetAmount(name: string, options: { signed?: true } = {}) {
  const least = options.signed ? "" : " that is not negative";
  const message = `${name} must be an amount${least} with at most two places, such as 1250.00`;
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

const SHOWN_AMOUNT_MESSAGE = "Please give the amount as it is shown, such as 1250.00";

/** An amount in a request as an answer has it, exactly two places: what somebody had before their eyes. */
export const shownAmount = z
  .string(SHOWN_AMOUNT_MESSAGE)
  .check(z.maxLength(MAX_AMOUNT.length, SHOWN_AMOUNT_MESSAGE), z.regex(/^\d+\.\d{2}$/, SHOWN_AMOUNT_MESSAGE));

/** An amount in an answer: a decimal string with exactly two places, e.g. "1234.50" or "-3.20". */
export const amount = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

/** A price, rate or nav in an answer: a decimal string with as many places as it has. */
export const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/));
