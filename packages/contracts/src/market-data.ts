import * as z from "zod/mini";
import { decimal } from "./amount.ts";
import { defineCall } from "./call.ts";
import { feedKinds, markets } from "./lists.ts";

export const marketPrice = z.object({
  market: z.enum(markets),
  symbol: z.string(),
  price: decimal,
  /** Against the price of 24 hours before (replay: of the bars' own time), in per cent, two places. */
  changePercent: decimal,
  feed: z.enum(feedKinds),
  /** Wall-clock time at which this price arrived. */
  pricedAt: z.iso.datetime(),
  /** The bar's own time, where the price is one of the past that is being replayed. */
  barTime: z.nullable(z.iso.datetime()),
});
export type MarketPrice = z.infer<typeof marketPrice>;

export const getMarketPrices = defineCall({
  method: "GET",
  path: "/api/market/prices",
  permission: "public",
  answers: { 200: z.array(marketPrice) },
});

/** What a page must say about this installation: which mode and which feed, and the links that are set. */
export const publicSettings = z.object({
  mode: z.enum(["demo", "live"]),
  feed: z.enum(feedKinds),
  broker: z.enum(["paper", "live"]),
  supportUrl: z.nullable(z.string()),
  whatsappUrl: z.nullable(z.string()),
  /** Share, in per cent, of accounts that ever held a position and are below what they put in; null below 30 of them. */
  losingAccountsPct: z.nullable(z.number()),
});
export type PublicSettings = z.infer<typeof publicSettings>;

export const getPublicSettings = defineCall({
  method: "GET",
  path: "/api/public/settings",
  permission: "public",
  answers: { 200: publicSettings },
});
