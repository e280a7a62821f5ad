import * as z from "zod/mini";
import { amount } from "./amount.ts";
import { defineCall } from "./call.ts";

/** How many days of money flows can be asked for. */
export const moneyFlowDays = ["30", "90", "365"] as const;

/** What came and went in one day (UTC), and what there was at its end; of today, until now. Dollars. */
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
  /** At the end of the day: what the platform holds for all, by its own books. */
  held: amount,
  /** At the end of the day: what investors are owed, positions at the nav of that moment. */
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
      /** What owed and held are made of now. */
      now: z.object({
        held: amount,
        owed: amount,
        balances: amount,
        onHold: amount,
        runningProfit: amount,
        /** Positions at their exit value. */
        positions: amount,
        platformIncome: amount,
      }),
    }),
  },
});
