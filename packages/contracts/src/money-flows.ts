import * as z from "zod/mini";
import { amount } from "./amount.ts";
import { defineCall } from "./call.ts";

/** How many days of money flows can be asked for. */
export const moneyFlowDays = ["30", "90", "365"] as const;

/**
 * What came and went in one day (UTC), and what there was at its end; of today, until now. Dollars.
 *
 * held = held the day before + moneyIn − moneyOut + traded
 * owed = owed the day before + moneyIn − moneyOut + traded + adjusted − platformIncome − other
 */
export const moneyFlowDay = z.object({
  day: z.iso.date(),
  /** Deposits credited. */
  moneyIn: amount,
  /** Withdrawals paid out. */
  moneyOut: amount,
  /** What traders' pools have gained or lost. */
  traded: amount,
  /** Given to investors by adjustments, less what was taken. */
  adjusted: amount,
  /** The platform's share of profits. */
  platformIncome: amount,
  /** What else is the platform's: cents left by rounding, less fees that it paid and losses that it bore. */
  other: amount,
  /** At the end of the day: all that ever came in, less what was paid out, with what trading has made of it. */
  held: amount,
  /** At the end of the day: balances, holds, granted profit, and positions at the nav of that moment. */
  owed: amount,
});
export type MoneyFlowDay = z.infer<typeof moneyFlowDay>;

/** Oldest first, without gaps; days before the first movement are left out. */
export const getMoneyFlows = defineCall({
  method: "GET",
  path: "/api/admin/money-flows",
  permission: "admin",
  query: z.strictObject({
    days: z.optional(z.enum(moneyFlowDays, `days must be one of: ${moneyFlowDays.join(", ")}`)),
  }),
  answers: {
    200: z.object({
      at: z.iso.datetime(),
      days: z.array(moneyFlowDay),
      /**
       * What owed and held are made of now.
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
        /** These three since the beginning; see the day's figures. */
        platformIncome: amount,
        adjusted: amount,
        other: amount,
        /** What positions are worth at nav, less their exit value: what open trades have lost so far; a gain is negative. */
        openTrades: amount,
      }),
    }),
  },
});
