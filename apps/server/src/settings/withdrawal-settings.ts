import { MAX_AMOUNT } from "@wazi/contracts";
import { parseCents, type Cents } from "@wazi/domain";
import { optional, Problem } from "./setting-entry.ts";

function dollars(text: string): Cents | Problem {
  return /^\d{1,10}(\.\d{1,2})?$/.test(text) ? parseCents(text) : new Problem("is not such an amount");
}

/** How withdrawals are paid out. */
export const withdrawalEntries = {
  fourEyesAbove: optional({
    variable: "FOUR_EYES_ABOVE",
    meaning:
      "A withdrawal of more than this needs two administrators: one confirms it, another one completes it. Not set: one is enough.",
    allowed: `US dollars from 0 (every withdrawal) to ${MAX_AMOUNT}, with at most two places, such as 5000 or 2500.50`,
    parse: dollars,
  }),
} as const;
