import { MAX_AMOUNT } from "@wazi/contracts";
import { parseCents, type Cents } from "@wazi/domain";
import { optional, Problem } from "./setting-entry.ts";

function parseDollars(text: string): Cents | Problem {
  return /^\d{1,10}(\.\d{1,2})?$/.test(text) ? parseCents(text) : new Problem("is not an amount in dollars");
}

export const withdrawalEntries = {
  fourEyesAbove: optional({
    variable: "FOUR_EYES_ABOVE",
    meaning:
      "A withdrawal above this amount needs two administrators: one confirms it, another completes it. Not set: one is enough.",
    allowed: `US dollars from 0 (every withdrawal) to ${MAX_AMOUNT}, with at most two decimal places, such as 5000 or 2500.50`,
    parse: parseDollars,
  }),
} as const;
