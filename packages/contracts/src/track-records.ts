import * as z from "zod/mini";
import { amount, decimal } from "./amount.ts";
import { defineCall } from "./call.ts";
import { feedKinds, markets, tradeSides } from "./lists.ts";
import { choiceFilter, listQuery, momentFilter, pageAnswer, symbolFilter } from "./paging.ts";

/** Per cent with two places, possibly negative. */
const percent = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

/** Closed trades below which a record says too little to be shown in place of a sample. */
export const MIN_RECORD_TRADES = 30;

/** A bot's own record, from its closed trades on one kind of feed and nothing else. */
export const trackRecord = z.object({
  botId: z.uuid(),
  botName: z.string(),
  market: z.enum(markets),
  /** The feed and broker that it was made on. */
  feed: z.enum(feedKinds),
  broker: z.enum(["paper", "live"]),
  /** The period; null before the bot's first price on this feed. */
  since: z.nullable(z.iso.datetime()),
  until: z.iso.datetime(),
  closedTrades: z.int(),
  /** True from 30 closed trades on. */
  isEnough: z.boolean(),
  /** Nav on this feed, 1 at its start. */
  nav: decimal,
  returnPct: percent,
  /** Null while the record is younger. */
  return30DaysPct: z.nullable(percent),
  return90DaysPct: z.nullable(percent),
  winRatePct: z.nullable(percent),
  /** Deepest fall from a peak of closed nav, losses of open trades included. */
  maxDrawdownPct: percent,
  /** Sum of the returns of winning trades over that of losing ones; null without a losing one. */
  profitFactor: z.nullable(decimal),
  averageHoldingSeconds: z.nullable(z.int()),
  /** The same by the bars' own time, where the feed replays the past. */
  averageHoldingBarSeconds: z.nullable(z.int()),
  /** What its symbols did in the same period, held in equal parts; prices alone, without dividends and costs. */
  buyAndHoldPct: z.nullable(percent),
  buyAndHold: z.array(z.object({ symbol: z.string(), startPrice: decimal, price: decimal, returnPct: percent })),
  /** Nav after closed trades, oldest first; thinned out evenly where there are many. */
  series: z.array(z.object({ at: z.iso.datetime(), nav: decimal })),
  /** Trades of the same bot on other feeds, which count nothing here. */
  otherFeeds: z.array(
    z.object({ feed: z.enum(feedKinds), closedTrades: z.int(), since: z.iso.datetime(), until: z.iso.datetime() }),
  ),
});
export type TrackRecord = z.infer<typeof trackRecord>;

export const getTrackRecord = defineCall({
  method: "GET",
  path: "/api/bots/:id/track-record",
  permission: "public",
  params: z.object({ id: z.string() }),
  answers: { 200: trackRecord },
});

/** A trade that one of the bots has closed; no investor is named. */
export const botTrade = z.object({
  botId: z.uuid(),
  botName: z.string(),
  market: z.enum(markets),
  symbol: z.string(),
  side: z.enum(tradeSides),
  /** What it did to the bot's nav, in per cent, four places: a scalper's trade moves it by less than a hundredth. */
  returnPct: z.string().check(z.regex(/^-?\d+\.\d{4}$/)),
  /** What it gained or lost for all investors in the bot together, before the split. */
  profit: amount,
  executedAt: z.iso.datetime(),
  barTime: z.nullable(z.iso.datetime()),
  feed: z.enum(feedKinds),
});
export type BotTrade = z.infer<typeof botTrade>;

/** A bot's closed trade with what it was made of. */
export const closedTrade = z.extend(botTrade, {
  id: z.string(),
  entryPrice: decimal,
  exitPrice: decimal,
  openedAt: z.iso.datetime(),
  /** The bars' own times at which it was opened and closed: where it stands on a chart. */
  entryBarTime: z.iso.datetime(),
  exitBarTime: z.iso.datetime(),
  /** Why it was closed. */
  reason: z.enum(["stop", "target", "signal", "series-break"]),
  /** Share of the bot's money that stood in it, from 0 to 1. */
  exposure: decimal,
  /** Per unit of the symbol: received by a buyer, paid by a seller. */
  dividends: decimal,
  navBefore: decimal,
  navAfter: decimal,
});
export type ClosedTrade = z.infer<typeof closedTrade>;

/** A bot's closed trades, newest first, page by page. */
export const listBotTrades = defineCall({
  method: "GET",
  path: "/api/bots/:id/trades",
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
  /** What the bots' trades gained or lost for all investors together, before the split. */
  profit: amount,
  winRatePct: percent,
  /** Investors who hold a position now. */
  activeInvestors: z.int(),
  /** The three best by return on their feed; losses stand here too where there is nothing better. */
  topBots: z.array(
    z.object({
      botId: z.uuid(),
      name: z.string(),
      market: z.enum(markets),
      returnPct: percent,
      closedTrades: z.int(),
      feed: z.enum(feedKinds),
      since: z.iso.datetime(),
    }),
  ),
  /** Share of closed trades by market. */
  marketDistribution: z.array(z.object({ market: z.enum(markets), pct: percent })),
});

/** What the platform's bots have done here, all of them together. */
export const publicTrackRecord = z.object({
  broker: z.enum(["paper", "live"]),
  feeds: z.array(z.enum(feedKinds)),
  since: z.nullable(z.iso.datetime()),
  until: z.iso.datetime(),
  closedTrades: z.int(),
  isEnough: z.boolean(),
  /** Null below 30 closed trades. */
  figures: z.nullable(figures),
  /** The newest closed trades. */
  recentTrades: z.array(botTrade),
});
export type PublicTrackRecord = z.infer<typeof publicTrackRecord>;

export const getPublicTrackRecord = defineCall({
  method: "GET",
  path: "/api/public/track-record",
  permission: "public",
  answers: { 200: publicTrackRecord },
});
