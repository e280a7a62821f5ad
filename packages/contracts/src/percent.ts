import * as z from "zod/mini";

const percentPattern = /^(0|[1-9]\d{0,4})(\.\d{1,2})?$/;

/**
 * A per cent figure in a request: a string or a number with at most two places, from `least` to `most`. Anything else
 * fails with `message`; nothing is ever rounded. Parses to a decimal string such as "12.5".
 */
export function requestPercent(least: number, most: number, message: string) {
  return z.pipe(
    z.union([z.string(), z.number()], message),
    z.transform((value, context) => {
      const text = String(value);
      if (percentPattern.test(text) && Number(text) >= least && Number(text) <= most) return text;
      context.issues.push({ code: "custom", message, input: value });
      return z.NEVER;
    }),
  );
}
