import * as z from "zod/mini";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { feedKinds, markets, candleIntervals } from "../lists.ts";
import { choiceFilter, momentFilter, numberFilter } from "../paging.ts";

export const marketPrice = z.object({
  market: z.enum(markets),
  symbol: z.string(),
  price: decimal,
  /** Change over 24 hours in per cent with two decimals. Hours are those of the bars' own time where they have one. */
  changePercent: decimal,
  feed: z.enum(feedKinds),
  /** Wall-clock time when this price arrived. */
  pricedAt: z.iso.datetime(),
  /** The bar's own time in a replay of the past, and in simulated markets that are ahead of the clock. */
  barTime: z.nullable(z.iso.datetime()),
});
export type MarketPrice = z.infer<typeof marketPrice>;

export const getMarketPrices = defineCall({
  method: "GET",
  path: "/api/market/prices",
  summary: "List the latest prices of all markets",
  permission: "public",
  answers: { 200: z.array(marketPrice) },
});

export const DEFAULT_CANDLES = 500;
export const MAX_CANDLES = 1_000;

/** A closed bar of mid prices. `time` is the bar's own opening time; in a replay it lies in the past, in simulated markets that run faster than the clock in the future. */
export const chartCandle = z.object({
  time: z.iso.datetime(),
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
});
export type ChartCandle = z.infer<typeof chartCandle>;

/**
 * Bars of one of a bot's symbols on this feed, oldest first, before `to` (by the bars' own time) or up to now. The default
 * `interval` is the shortest available. A replay returns the bars since its series last started.
 */
export const listBotCandles = defineCall({
  method: "GET",
  path: "/api/bots/:id/candles",
  summary: "Get candles of one of a bot's symbols",
  permission: "public",
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    symbol: z.string("Please choose a symbol").check(z.maxLength(40, "Please choose a symbol")),
    interval: choiceFilter("interval", candleIntervals),
    to: momentFilter("to"),
    limit: numberFilter("limit", MAX_CANDLES),
  }),
  answers: {
    200: z.object({
      botId: z.uuid(),
      symbol: z.string(),
      interval: z.enum(candleIntervals),
      feed: z.enum(feedKinds),
      candles: z.array(chartCandle),
    }),
  },
  errors: ["RATE_LIMITED"],
});

/** Facts about this installation that pages must show, and its support links. */
export const publicSettings = z.object({
  mode: z.enum(["demo", "live"]),
  /** The gain above which the platform takes its share of new positions: any, or what Treasury bills would have earned. */
  profitShareAbove: z.enum(["nothing", "bills"]),
  /** The law or licence under which investors can turn on interest on their balance; null where balances earn nothing. */
  balanceInterestLegalBasis: z.nullable(z.string()),
  feed: z.enum(feedKinds),
  /** How many times faster than the clock simulated prices move; 1 is real time. */
  simulatedSpeed: z.int(),
  broker: z.enum(["paper", "live"]),
  supportUrl: z.nullable(z.string()),
  whatsappUrl: z.nullable(z.string()),
  /** Per cent of accounts with a position, now or before, that are below what was put in; null for fewer than 30 accounts. */
  losingAccountsPct: z.nullable(z.number()),
  /** True if this answer came over TLS, as far as the server can tell. */
  isTls: z.boolean(),
  /** The paybill number for deposits by M-Pesa; null where there are none. */
  mpesaPaybill: z.nullable(z.string()),
  /** Payments on a chain that are worth less, in US dollars, are credited together with later ones of the same deposit. */
  depositDustBelow: amount,
  /** The operator of this installation; null in demo mode. */
  operator: z.nullable(
    z.object({
      name: z.string(),
      regulator: z.string(),
      licence: z.string(),
      /** English names, as in the sign-up form. */
      countriesServed: z.array(z.string()),
    }),
  ),
});
export type PublicSettings = z.infer<typeof publicSettings>;

export const getPublicSettings = defineCall({
  method: "GET",
  path: "/api/public/settings",
  summary: "Get the mode, the feeds and the support links of this installation",
  permission: "public",
  answers: { 200: publicSettings },
});
