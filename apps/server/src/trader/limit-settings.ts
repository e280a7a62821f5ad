import { parseDecimal } from "@wazi/domain";
import { Problem, required } from "../platform/settings/setting-entry.ts";

const PERCENT_PLACES = 2;
const HIGHEST = 10_000n;

/** Per cent with at most two decimal places, in hundredths of a per cent. */
function parsePercent(text: string): bigint | Problem {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return new Problem("is not a percentage");
  const value = parseDecimal(text, PERCENT_PLACES);
  return value >= 1n && value <= HIGHEST ? value : new Problem("is not between 0.01 and 100");
}

const ALLOWED = "per cent from 0.01 to 100, with at most two decimal places, such as 5 or 2.5";

export const limitEntries = {
  maxDailyLossPct: required({
    variable: "MAX_DAILY_LOSS_PCT",
    fallback: "5",
    meaning:
      "When all bots together have lost this part of their money in a day (UTC), no bot opens a trade until the next day.",
    allowed: ALLOWED,
    parse: parsePercent,
  }),
  maxMarketExposurePct: required({
    variable: "MAX_MARKET_EXPOSURE_PCT",
    fallback: "50",
    meaning:
      "The most that the open trades of one market may be worth, as a part of all money in the bots. An entry beyond it is reduced or refused.",
    allowed: ALLOWED,
    parse: parsePercent,
  }),
} as const;
