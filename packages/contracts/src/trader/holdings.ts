import * as z from "zod/mini";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { feedKinds, tradeSides } from "../lists.ts";

/** Per cent with two decimals; below 0 for a loss or a short. */
const percent = z.string().check(z.regex(/^-?\d+\.\d{2}$/));
/** "2026-10". */
const month = z.string().check(z.regex(/^\d{4}-\d{2}$/));

/** The trades of a bot in one symbol and direction. */
const holding = z.object({
  symbol: z.string(),
  side: z.enum(tradeSides),
  /** The value of closing it, as a part of the bot's worth. With `cashPct` they add up to 100.00. */
  weightPct: percent,
  /** The mid price now; null before the first. */
  price: z.nullable(decimal),
  /** The gain or loss since it was bought, after all costs of buying and selling, in per cent of what was paid. */
  gainPct: percent,
  /** Set by the bot when it entered; null without one. */
  stopPrice: z.nullable(decimal),
  targetPrice: z.nullable(decimal),
});
export type BotHolding = z.infer<typeof holding>;

/**
 * A figure of a symbol that a rule read: `trend` is what it earned more than Treasury bills, `change` how its price moved, `average` how
 * far its value is above its mean, `swing` how much it moved in a year.
 */
export const ruleFigures = ["trend", "change", "average", "swing"] as const;

const decision = z.object({
  /** The month for which it decided last, and the last month whose prices it used. */
  month,
  until: month,
  /** True when the rate of Treasury bills of one of these months is missing: it decided nothing, and keeps what it holds. */
  isRateMissing: z.boolean(),
  parts: z.array(
    z.object({
      symbol: z.string(),
      /** The weight that it decided, below 0 short; null with too few months of prices, or without a rate of bills. */
      targetPct: z.nullable(percent),
      figures: z.array(z.object({ kind: z.enum(ruleFigures), pct: percent, months: z.int() })),
    }),
  ),
});
export type BotDecision = z.infer<typeof decision>;

const fill = z.object({
  symbol: z.string(),
  kind: z.enum(["bought", "sold", "sold-short", "bought-back"]),
  /** The part of the bot's worth that was traded. */
  partPct: percent,
  price: decimal,
  /** Spread, slippage and commission for each $1,000 in the bot, rounded up; of a close for entry and exit together. Null when not recorded. */
  costPerThousand: z.nullable(amount),
});
export type BotFill = z.infer<typeof fill>;

const weights = z.object({
  /** The market's time. */
  at: z.iso.datetime(),
  cashPct: percent,
  parts: z.array(z.object({ symbol: z.string(), side: z.enum(tradeSides), weightPct: percent })),
});
export type BotWeights = z.infer<typeof weights>;

export const botHoldings = z.object({
  botId: z.uuid(),
  feed: z.enum(feedKinds),
  /** False when one of the prices is too old to trade on: weights are then of the last known prices. */
  fresh: z.boolean(),
  /** Wall-clock time of the oldest price; null without a trade. */
  pricedAt: z.nullable(z.iso.datetime()),
  /** The unit price with all trades closed now. */
  nav: decimal,
  holdings: z.array(holding),
  /** Money in no trade. */
  cashPct: percent,
  /** The last decision of a bot that decides once a month; null for others, and before the first. */
  decision: z.nullable(decision),
  /** True when orders wait for the next price. */
  ordersWait: z.boolean(),
  /** When it decides next; null for a bot that does not trade. `at` is by the market's time, `wallAt` by the clock; null in a replay. */
  next: z.nullable(z.object({ at: z.iso.datetime(), wallAt: z.nullable(z.iso.datetime()), isMarketTime: z.boolean() })),
  /** The trades of the last decision that changed something; null before the first. */
  lastChange: z.nullable(z.object({ at: z.iso.datetime(), fills: z.array(fill) })),
  interest: z.object({
    /** False when money in no trade earns nothing here. */
    pays: z.boolean(),
    /** The rise of the unit price by interest over the last `days` market days of the record; null before the first. */
    earned: z.nullable(z.object({ pct: percent, perThousand: amount, days: z.int(), until: z.iso.date() })),
  }),
  /** The weights after each of the last changes, oldest first, at the prices of its trades. */
  history: z.array(weights),
});
export type BotHoldings = z.infer<typeof botHoldings>;

/** The most decisions of `history`. */
export const MAX_WEIGHTS = 60;
/** The most market days that `interest` covers. */
export const INTEREST_DAYS = 365;

export const getBotHoldings = defineCall({
  method: "GET",
  path: "/api/bots/:id/holdings",
  summary: "Get what a bot holds, why, and when it decides next",
  permission: "public",
  params: z.object({ id: z.string() }),
  answers: { 200: botHoldings },
});
