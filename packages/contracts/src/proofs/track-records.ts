import * as z from "zod/mini";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { botMarkets, feedKinds, tradeSides } from "../lists.ts";
import { choiceFilter, listQuery, momentFilter, pageAnswer, symbolFilter } from "../paging.ts";

/** Per cent with two decimals, possibly negative. */
const percent = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

/** From this number of closed trades on, the own record replaces the sample. */
export const MIN_RECORD_TRADES = 30;

/** A bot's own record, from its closed trades on one kind of feed. */
export const trackRecord = z.object({
  botId: z.uuid(),
  botName: z.string(),
  market: z.enum(botMarkets),
  feed: z.enum(feedKinds),
  broker: z.enum(["paper", "live"]),
  /** Null before the bot's first price on this feed. */
  since: z.nullable(z.iso.datetime()),
  until: z.iso.datetime(),
  closedTrades: z.int(),
  /** True from 30 closed trades on. */
  isEnough: z.boolean(),
  /** NAV on this feed; starts at 1. */
  nav: decimal,
  returnPct: percent,
  /** The same with open trades at the prices at which they could be closed; null without an open trade. */
  openNav: z.nullable(decimal),
  openReturnPct: z.nullable(percent),
  /** The next two are null until the record is that old. */
  return30DaysPct: z.nullable(percent),
  return90DaysPct: z.nullable(percent),
  winRatePct: z.nullable(percent),
  /** Largest fall from a peak of the NAV after closed trades, including losses of open trades. */
  maxDrawdownPct: percent,
  /** Total return of winning trades divided by that of losing ones; null without a losing trade. */
  profitFactor: z.nullable(decimal),
  averageHoldingSeconds: z.nullable(z.int()),
  /** The same by the bars' own time; only for a replay. */
  averageHoldingBarSeconds: z.nullable(z.int()),
  /** Return of holding its symbols in equal parts over the same period, without dividends and costs. */
  buyAndHoldPct: z.nullable(percent),
  buyAndHold: z.array(z.object({ symbol: z.string(), startPrice: decimal, price: decimal, returnPct: percent })),
  /** NAV after closed trades, oldest first; evenly thinned out if there are many. `barTime` is the market time of a close. */
  series: z.array(z.object({ at: z.iso.datetime(), barTime: z.nullable(z.iso.datetime()), nav: decimal })),
  /** True if `series` has only the points after those of the query's `after`. */
  isSeriesRest: z.boolean(),
  /** Where the series ends, for `after` of the next call. */
  seriesCursor: z.string(),
  /** Trades of the same bot on other feeds; they do not count here. */
  otherFeeds: z.array(
    z.object({ feed: z.enum(feedKinds), closedTrades: z.int(), since: z.iso.datetime(), until: z.iso.datetime() }),
  ),
});
export type TrackRecord = z.infer<typeof trackRecord>;

const AFTER_MESSAGE = "after must be the seriesCursor of an earlier answer";

/** With `after`, the series has only what came since that answer, if this is known; otherwise it is whole. */
export const getTrackRecord = defineCall({
  method: "GET",
  path: "/api/bots/:id/track-record",
  summary: "Get a bot's track record",
  permission: "public",
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    after: z.optional(z.string(AFTER_MESSAGE).check(z.regex(/^\d{1,20}\.\d{1,10}$/, AFTER_MESSAGE))),
  }),
  answers: { 200: trackRecord },
});

/** A closed trade of a bot, without investors. */
export const botTrade = z.object({
  botId: z.uuid(),
  botName: z.string(),
  market: z.enum(botMarkets),
  symbol: z.string(),
  side: z.enum(tradeSides),
  /** Change of the bot's NAV in per cent, with four decimals: a scalper's trade moves it by less than 0.01 %. */
  returnPct: z.string().check(z.regex(/^-?\d+\.\d{4}$/)),
  /** Gain or loss of all investors in the bot together, before the profit split. */
  profit: amount,
  executedAt: z.iso.datetime(),
  barTime: z.nullable(z.iso.datetime()),
  feed: z.enum(feedKinds),
});
export type BotTrade = z.infer<typeof botTrade>;

/** Per cent of the bot's NAV before the trade, with four decimals. */
const costPercent = z.string().check(z.regex(/^-?\d+\.\d{4}$/));

/** The costs of a trade. The trade's return is after all of it. Financing below 0 was received. */
const tradeCosts = z.object({
  spread: costPercent,
  slippage: costPercent,
  commission: costPercent,
  financing: costPercent,
  total: costPercent,
});

/** A bot's closed trade with all its figures. */
export const closedTrade = z.extend(botTrade, {
  id: z.string(),
  entryPrice: decimal,
  exitPrice: decimal,
  openedAt: z.iso.datetime(),
  /** The bars' own times of opening and closing, which place the trade on a chart. */
  entryBarTime: z.iso.datetime(),
  exitBarTime: z.iso.datetime(),
  reason: z.enum(["stop", "target", "signal", "series-break"]),
  /** Share of the bot's money in the trade, from 0 to 1. */
  exposure: decimal,
  /** Per unit of the symbol; a buyer receives them, a short seller pays them. */
  dividends: decimal,
  /** The same for holding it overnight: above 0 paid, below 0 received. */
  financing: decimal,
  /** Null for a trade from before costs were recorded. */
  costs: z.nullable(tradeCosts),
  navBefore: decimal,
  navAfter: decimal,
});
export type ClosedTrade = z.infer<typeof closedTrade>;

/** Newest first. */
export const listBotTrades = defineCall({
  method: "GET",
  path: "/api/bots/:id/trades",
  summary: "List a bot's closed trades, paginated",
  permission: "public",
  params: z.object({ id: z.string() }),
  query: listQuery({
    symbol: symbolFilter,
    side: choiceFilter("side", tradeSides),
    from: momentFilter("from"),
    to: momentFilter("to"),
  }),
  answers: { 200: pageAnswer(closedTrade) },
});

const figures = z.object({
  /** Gain or loss of all investors together, before the profit split. */
  profit: amount,
  winRatePct: percent,
  /** Share of closed trades by market. */
  marketDistribution: z.array(z.object({ market: z.enum(botMarkets), pct: percent })),
});

/** The record of all bots together. */
export const publicTrackRecord = z.object({
  broker: z.enum(["paper", "live"]),
  feeds: z.array(z.enum(feedKinds)),
  since: z.nullable(z.iso.datetime()),
  until: z.iso.datetime(),
  closedTrades: z.int(),
  isEnough: z.boolean(),
  /** Investors with an open position. */
  activeInvestors: z.int(),
  /** Null below 30 closed trades. */
  figures: z.nullable(figures),
  /** Newest first. */
  recentTrades: z.array(botTrade),
});
export type PublicTrackRecord = z.infer<typeof publicTrackRecord>;

export const getPublicTrackRecord = defineCall({
  method: "GET",
  path: "/api/public/track-record",
  summary: "Get the combined track record of all bots",
  permission: "public",
  answers: { 200: publicTrackRecord },
});

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
      market: z.enum(botMarkets),
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
