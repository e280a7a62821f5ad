import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { feedKinds } from "./lists.ts";

/** Cases below which a processing time says too little to be shown. */
export const MIN_PROCESSING_CASES = 20;

/** Per cent with three places, rounded down: 100.000 only where nothing is missing. */
const sharePct = z.string().check(z.regex(/^\d{1,3}\.\d{3}$/));

/** How long answers of the API took, by all processes. A figure is the upper bound of the step that it falls in. */
const answerTimes = z.object({
  answers: z.int(),
  /** Of them, those with a status of 500 or above. */
  serverErrors: z.int(),
  /** Half of the answers came within so many milliseconds; null without answers. */
  p50Ms: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
  p99Ms: z.nullable(z.number()),
});

/** From being asked for to being done, of the newest cases. */
const processingTime = z.object({ cases: z.int(), medianSeconds: z.int(), p90Seconds: z.int() });
export type ProcessingTime = z.infer<typeof processingTime>;

/** What the platform has measured of itself. */
export const publicStatus = z.object({
  at: z.iso.datetime(),
  uptime: z.object({
    /** The first minute that was measured; null before there is one. */
    since: z.nullable(z.iso.datetime()),
    /** Share of minutes in which the platform served. */
    sinceStartPct: z.nullable(sharePct),
    /** Null while the measuring is younger. */
    last24HoursPct: z.nullable(sharePct),
    last30DaysPct: z.nullable(sharePct),
    last90DaysPct: z.nullable(sharePct),
    /** The latest thirty days (UTC) at most, oldest first: minutes that were measured, and those served. */
    days: z.array(z.object({ day: z.iso.date(), minutes: z.int(), servedMinutes: z.int() })),
  }),
  answers: z.object({ last15Minutes: answerTimes, last24Hours: answerTimes }),
  feeds: z.array(z.object({ feed: z.enum(feedKinds), symbols: z.int(), newestPriceAt: z.iso.datetime() })),
  /** What bad data the last 24 hours brought, by feed (or the machine's clock) and kind, with the number of symbols. */
  feedTroubles: z.array(z.object({ feed: z.string(), kind: z.string(), symbols: z.int() })),
  /** The latest comparison of every figure kept with the ledger's entries. */
  reconciliation: z.nullable(z.object({ checkedAt: z.iso.datetime(), checks: z.int(), differences: z.int() })),
  /** Null below 20 cases. */
  processing: z.object({
    deposit: z.nullable(processingTime),
    withdrawal: z.nullable(processingTime),
    verification: z.nullable(processingTime),
  }),
});
export type PublicStatus = z.infer<typeof publicStatus>;

export const getPublicStatus = defineCall({
  method: "GET",
  path: "/api/public/status",
  permission: "public",
  answers: { 200: publicStatus },
});
