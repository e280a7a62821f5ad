import * as z from "zod/mini";
import { amount } from "../amount.ts";
import { defineCall } from "../call.ts";

/** Periods that can be requested, in days. */
export const moneyFlowDays = ["30", "90", "365"] as const;

/**
 * Money in and out on one day (UTC) and the totals at its end, in dollars. Today counts until now.
 *
 * held = held the day before + moneyIn − moneyOut + traded + interest
 * owed = owed the day before + moneyIn − moneyOut + traded + interest + adjusted − platformIncome − other
 */
export const moneyFlowDay = z.object({
  day: z.iso.date(),
  /** Deposits credited. */
  moneyIn: amount,
  /** Withdrawals paid out. */
  moneyOut: amount,
  /** Gains less losses of the bots' trades. */
  traded: amount,
  /** Interest on the bots' idle cash, with the part that the platform keeps, which is in `other` too. */
  interest: amount,
  /** Adjustments in favour of investors, less those against them. */
  adjusted: amount,
  /** The platform's share of profits. */
  platformIncome: amount,
  /** Other platform money: rounding remainders, less network fees and losses that the platform paid. */
  other: amount,
  /** At the end of the day: everything received less everything paid out, plus trading results. */
  held: amount,
  /** At the end of the day: balances, holds, granted profit, and positions at their NAV. */
  owed: amount,
});
export type MoneyFlowDay = z.infer<typeof moneyFlowDay>;

/** Oldest first, without gaps, from the first movement on. */
export const getMoneyFlows = defineCall({
  method: "GET",
  path: "/api/admin/money-flows",
  summary: "Get money in, money out and the closing balances of each day",
  permission: "admin",
  query: z.strictObject({
    days: z.optional(z.enum(moneyFlowDays, `days must be one of: ${moneyFlowDays.join(", ")}`)),
  }),
  answers: {
    200: z.object({
      at: z.iso.datetime(),
      days: z.array(moneyFlowDay),
      /**
       * The parts of `owed` and `held` now.
       *
       * owed = balances + onHold + runningProfit + positions
       * held = owed + platformIncome − adjusted + other + openTrades
       */
      now: z.object({
        held: amount,
        owed: amount,
        balances: amount,
        onHold: amount,
        runningProfit: amount,
        /** Positions at their exit value. */
        positions: amount,
        /** The next three are totals since the beginning; see `moneyFlowDay`. */
        platformIncome: amount,
        adjusted: amount,
        other: amount,
        /** Value of positions at NAV less their exit value: the loss in open trades so far; negative for a gain. */
        openTrades: amount,
      }),
    }),
  },
});
