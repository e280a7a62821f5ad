import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { feedKinds, markets } from "./lists.ts";

/** Common days that a correlation of two bots needs. */
export const MIN_CORRELATION_DAYS = 30;

/** Why two bots have no correlation. */
export const correlationReasons = ["too-few-days", "no-change", "different-feeds", "replay"] as const;

/** Correlations of the daily changes of the bots' unit prices, from the bots' own closed trades. */
export const botCorrelations = z.object({
  at: z.iso.datetime(),
  minDays: z.int(),
  bots: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      market: z.enum(markets),
      feed: z.enum(feedKinds),
      /** The day of its first closed trade on this feed, by the bars' own time; null without one. */
      since: z.nullable(z.iso.date()),
    }),
  ),
  /** Each pair once. */
  pairs: z.array(
    z.object({
      botId: z.uuid(),
      otherBotId: z.uuid(),
      /** From -1.00 to 1.00; null with a reason when it cannot be computed. */
      correlation: z.nullable(z.string().check(z.regex(/^-?[01]\.\d{2}$/))),
      /** Days that both bots have. */
      days: z.int(),
      reason: z.nullable(z.enum(correlationReasons)),
    }),
  ),
});
export type BotCorrelations = z.infer<typeof botCorrelations>;

export const getBotCorrelations = defineCall({
  method: "GET",
  path: "/api/public/bot-correlations",
  summary: "Get the correlations of the bots' daily returns",
  permission: "public",
  answers: { 200: botCorrelations },
});
