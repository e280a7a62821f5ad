import * as z from "zod/mini";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { momentFilter, numberFilter } from "../paging.ts";

/** An investor's total worth at a moment, after the platform's share of any gain. */
export const worthPoint = z.object({
  at: z.iso.datetime(),
  worth: amount,
  /** Money added since `from`, less money taken out. The rest of a change in worth is gain or loss. */
  netAdded: amount,
});
export type WorthPoint = z.infer<typeof worthPoint>;

export const performance = z.object({
  /** The start of the period, at the earliest the sign-up. */
  from: z.iso.datetime(),
  /** Oldest first. The first is of `from`; what the investor has now follows after the last. */
  points: z.array(worthPoint),
  /** Deposits and adjustments in the period, and withdrawals and adjustments downwards, both above 0. */
  added: amount,
  taken: amount,
});
export type Performance = z.infer<typeof performance>;

/** The most points of an answer, and their number unless fewer are asked for. */
export const MAX_PERFORMANCE_POINTS = 120;

/**
 * An investor's total worth at evenly spaced moments from `from` (by default sign-up) until now. With `points` of 1 there is
 * only the one of `from`.
 */
export const getPerformance = defineCall({
  method: "GET",
  path: "/api/user/performance",
  summary: "What the user had in all at evenly spaced moments since a time",
  permission: "signed-in",
  query: z.strictObject({
    from: momentFilter("from"),
    points: numberFilter("points", MAX_PERFORMANCE_POINTS),
  }),
  answers: { 200: performance },
});

/** The redemption prices of each bot's unit over the last week, oldest first and evenly thinned out; empty before two marks. */
export const listSparklines = defineCall({
  method: "GET",
  path: "/api/bots/sparklines",
  summary: "What a unit of each bot could be redeemed for over the last week",
  permission: "public",
  answers: { 200: z.array(z.object({ botId: z.uuid(), marks: z.array(decimal) })) },
});
