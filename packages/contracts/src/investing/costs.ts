import * as z from "zod/mini";
import { amount, decimal, requestAmount } from "../amount.ts";
import { defineCall } from "../call.ts";
import { botMarkets, feedKinds } from "../lists.ts";
import { messages } from "../messages.ts";

/**
 * The costs of trading: the distance from the mid price to the price at which one can trade (`spread`), filling at a worse
 * price than that (`slippage`), the broker's fee (`commission`), and holding a position overnight (`financing`, which can be
 * below 0 when the bot receives it).
 */
export const costKinds = ["spread", "slippage", "commission", "financing"] as const;
export type CostKind = (typeof costKinds)[number];

/** Per cent of the value at each trade, summed over the trades; four decimals. */
const costPercent = z.string().check(z.regex(/^-?\d+\.\d{4}$/));

/** The period over which a bot's costs are measured, in days. */
export const COST_PERIOD_DAYS = 365;
/** The amount of `GET /api/bots/:id/costs` when the query has none. */
export const DEFAULT_COST_AMOUNT = "1000";

export const botCosts = z.object({
  botId: z.uuid(),
  botName: z.string(),
  market: z.enum(botMarkets),
  /**
   * `own`: the bot's closed trades on its present feed in the last 365 days, from 30 of them on. `backtest`: the recorded
   * evidence on real prices, as costs of one year; it must be shown under the tag BACKTEST. `none`: neither exists, and all
   * figures below are null.
   */
  source: z.enum(["own", "backtest", "none"]),
  /** The feed of its own trades; null for the others. */
  feed: z.nullable(z.enum(feedKinds)),
  /** The trades counted. Trades from before costs were recorded are not among them. */
  trades: z.int(),
  /** Own trades: from the opening of the first counted trade until now. A backtest: its first and last day. */
  from: z.nullable(z.iso.datetime()),
  to: z.nullable(z.iso.datetime()),
  /** The days that the figures are for. Own trades: from `from` to `to`, at most 365, not scaled up. A backtest: 365. */
  days: z.nullable(z.int()),
  /** The amount of the query, in dollars. */
  amount,
  totalPct: z.nullable(costPercent),
  /** The part of `amount` that the costs would have taken, had it been in the bot for these days. */
  total: z.nullable(amount),
  /** Null for a backtest whose record has only the total. */
  kinds: z.nullable(z.array(z.object({ kind: z.enum(costKinds), pct: costPercent, cash: amount }))),
  /** Gain or loss of `amount` in these days, after the costs and before the profit split; and the same plus `total`. */
  result: z.nullable(amount),
  resultWithoutCosts: z.nullable(amount),
});
export type BotCosts = z.infer<typeof botCosts>;

/** The amount that a bot's last year of costs would take from a given one. Answers 404 for an unknown bot. */
export const getBotCosts = defineCall({
  method: "GET",
  path: "/api/bots/:id/costs",
  summary: "Get what a bot's costs of the last year would have taken from an amount",
  permission: "public",
  params: z.object({ id: z.string() }),
  query: z.strictObject({ amount: z.optional(requestAmount(messages.invalidAmount)) }),
  answers: { 200: botCosts },
});

/** An investor's share of the costs of closed trades, and of their results. */
const costFigures = {
  /** The closed trades in which the investor held units. */
  trades: z.int(),
  /** Those of them that closed before costs were recorded: their costs are not counted. */
  tradesWithoutCosts: z.int(),
  kinds: z.array(z.object({ kind: z.enum(costKinds), cash: amount })),
  total: amount,
  /** The platform's share of profits, taken when money was paid out. It is not part of `total`. */
  profitShare: amount,
  /** Interest that the investor's part of idle cash has earned. It is not part of `result`. */
  interest: amount,
  /** Gain or loss in closed trades, after costs and before the profit split; and the same plus `total`. */
  result: amount,
  resultWithoutCosts: amount,
} as const;

export const userCosts = z.object({
  /** The first time that the investor held units; null if never. */
  since: z.nullable(z.iso.datetime()),
  until: z.iso.datetime(),
  /** Every bot in which the investor has ever held units, in the order of the catalogue. */
  bots: z.array(
    z.object({
      botId: z.uuid(),
      botName: z.string(),
      market: z.enum(botMarkets),
      isActive: z.boolean(),
      ...costFigures,
    }),
  ),
  /** All bots together. */
  ...costFigures,
});
export type UserCosts = z.infer<typeof userCosts>;

/** The investor's cumulative costs. Who joins or leaves during a trade is counted for the whole trade. */
export const getUserCosts = defineCall({
  method: "GET",
  path: "/api/user/costs",
  summary: "Get the investor's share of the costs of trading, with and without",
  permission: "signed-in",
  answers: { 200: userCosts },
});

/** A purchase of units with the investor's money. */
const positionEntry = z.object({
  at: z.iso.datetime(),
  amount,
  units: decimal,
  unitPrice: decimal,
  /** True if the bot had a trade open, so that the unit price had the spread of buying in it; otherwise joining cost nothing. */
  tradeOpen: z.boolean(),
  /** `amount` less what leaving at once would have paid. Null for purchases during a trade from before it was recorded. */
  cost: z.nullable(amount),
});
export type PositionEntry = z.infer<typeof positionEntry>;

/** The most purchases that are listed. */
export const MAX_ENTRIES = 100;

/** The last purchases of an active position, oldest first; none without one. */
export const listPositionEntries = defineCall({
  method: "GET",
  path: "/api/user/bots/:id/entries",
  summary: "List the purchases of units of the signed-in user's position",
  permission: "signed-in",
  params: z.object({ id: z.string() }),
  answers: { 200: z.array(positionEntry) },
});

/** The investor's share of a profit in each plan, in per cent. */
export const profitShares = ["70", "80", "90"] as const;

/** The amount that Wazi would take from a position that is worth `worth` and in which `putIn` was put. */
export const profitSharePreview = z.object({
  putIn: amount,
  worth: amount,
  /** Below 0 for a loss. */
  gain: amount,
  /** The part of the gain that makes up a carried loss. Wazi takes nothing from it. */
  lossMadeUp: amount,
  /** The part of the gain that Treasury bills would have earned too. Wazi takes nothing from it. */
  belowBills: amount,
  profitShare: amount,
  /** The amount paid out: `worth` less `profitShare`. */
  paidOut: amount,
});
export type ProfitSharePreview = z.infer<typeof profitSharePreview>;

/** Computes the profit share of an example, as for a real position. `carriedLoss` is that of earlier exits from the same bot, and `billGain` what Treasury bills would have earned where the share is taken above them. */
export const previewProfitShare = defineCall({
  method: "GET",
  path: "/api/public/profit-share",
  summary: "Compute the profit share of an example",
  permission: "public",
  query: z.strictObject({
    putIn: requestAmount(messages.invalidAmount),
    worth: requestAmount(messages.invalidAmount),
    carriedLoss: z.optional(requestAmount(messages.invalidAmount)),
    billGain: z.optional(requestAmount(messages.invalidAmount)),
    userSharePct: z.enum(profitShares, `userSharePct must be one of: ${profitShares.join(", ")}`),
  }),
  answers: { 200: profitSharePreview },
});
