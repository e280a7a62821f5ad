import * as z from "zod/mini";

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
