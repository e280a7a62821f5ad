import { MAX_AMOUNT, MIN_WITHDRAWAL_CENTS } from "@wazi/contracts";
import { parseCents, type Cents } from "@wazi/domain";
import { optional, parseWholeNumber, Problem, required } from "../platform/settings/setting-entry.ts";

export function parseDollars(text: string): Cents | Problem {
  return /^\d{1,10}(\.\d{1,2})?$/.test(text) ? parseCents(text) : new Problem("is not an amount in dollars");
}

/** Below the smallest withdrawal, nobody could withdraw. */
function parseDailyLimit(text: string): Cents | Problem {
  const limit = parseDollars(text);
  if (limit instanceof Problem || limit >= BigInt(MIN_WITHDRAWAL_CENTS)) return limit;
  return new Problem("is less than the smallest withdrawal");
}

/** A week, so that no destination waits for ever. The table has the same limit. */
const MAX_ADDRESS_WAIT_HOURS = 168;

export const withdrawalEntries = {
  fourEyesAbove: optional({
    variable: "FOUR_EYES_ABOVE",
    meaning:
      "Withdrawals of one investor above this amount in 24 hours need two administrators: one confirms it, another completes it. Not set: one is enough. Live mode needs it.",
    allowed: `US dollars from 0 (every withdrawal) to ${MAX_AMOUNT}, with at most two decimal places, such as 5000 or 2500.50`,
    parse: parseDollars,
  }),
  adjustmentLimit: required({
    variable: "ADJUSTMENT_LIMIT",
    fallback: "1000",
    meaning:
      "What one administrator can adjust for one investor in 24 hours, credits above the requested deposit included. Above it another administrator must approve.",
    allowed: `US dollars from 0 (every adjustment) to ${MAX_AMOUNT}, with at most two decimal places`,
    parse: parseDollars,
  }),
  adjustmentTotalLimit: optional({
    variable: "ADJUSTMENT_TOTAL_LIMIT",
    meaning:
      "What one administrator can adjust for all investors together in 24 hours. Above it another administrator must approve. Not set: ten times ADJUSTMENT_LIMIT in live mode, and no limit in a demo, which has no real money.",
    allowed: `US dollars from 0 (every adjustment) to ${MAX_AMOUNT}, with at most two decimal places`,
    parse: parseDollars,
  }),
  withdrawalDailyLimit: optional({
    variable: "WITHDRAWAL_DAILY_LIMIT",
    meaning: "What an investor can request to withdraw in 24 hours. Not set: no limit.",
    allowed: `US dollars from 10 to ${MAX_AMOUNT}, with at most two decimal places`,
    parse: parseDailyLimit,
  }),
  addressWaitHours: required({
    variable: "ADDRESS_WAIT_HOURS",
    fallback: "0",
    meaning:
      "How long a new destination waits in the investor's address book before it can be used. 0: any destination can be used at once.",
    allowed: `a whole number of hours from 0 to ${MAX_ADDRESS_WAIT_HOURS}`,
    parse: parseWholeNumber(0, MAX_ADDRESS_WAIT_HOURS),
  }),
} as const;
