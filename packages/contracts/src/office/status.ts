import * as z from "zod/mini";
import { amount } from "../amount.ts";
import { defineCall } from "../call.ts";
import { botMarkets, feedKinds } from "../lists.ts";

/** Processing times are only shown from this number of cases on. */
export const MIN_PROCESSING_CASES = 20;

/** Per cent with three decimals, rounded down: 100.000 means that no minute is missing. */
const sharePct = z.string().check(z.regex(/^\d{1,3}\.\d{3}$/));

/** API response times of all processes. Each figure is the upper bound of its histogram step. */
const answerTimes = z.object({
  answers: z.int(),
  /** Answers with a status of 500 or above. */
  serverErrors: z.int(),
  /** Percentiles are null without answers. */
  p50Ms: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
  p99Ms: z.nullable(z.number()),
});

/** Time from request to decision, over the newest cases. Withdrawals and verifications that still wait count with the time that they have waited. */
const processingTime = z.object({ cases: z.int(), waiting: z.int(), medianSeconds: z.int(), p90Seconds: z.int() });
export type ProcessingTime = z.infer<typeof processingTime>;

/** Per cent with two decimals. */
const percent = z.string().check(z.regex(/^\d+\.\d{2}$/));

/** The limits that the trader keeps to before it opens a trade, and their use now. */
const entryLimits = z.object({
  /** The loss of a day of all bots together, of the money that they held before it, from which on no trade is opened. */
  maxDailyLossPct: percent,
  /** The loss of the current day so far, open trades included; "0.00" for a gain, and without money in the bots. */
  dailyLossPct: percent,
  /** Since when no bot opens a trade on a feed, until its next day (UTC); open trades keep their stops. */
  entryStops: z.array(
    z.object({ feed: z.enum(feedKinds), day: z.iso.date(), since: z.iso.datetime(), lossPct: percent }),
  ),
  maxMarketExposurePct: percent,
  /** The open trades of each market with bots, of all money in the bots. */
  markets: z.array(z.object({ market: z.enum(botMarkets), exposurePct: percent })),
  /** Entries of the last 24 hours that a limit refused or reduced. */
  refusedEntries: z.int(),
  reducedEntries: z.int(),
});
export type EntryLimitStatus = z.infer<typeof entryLimits>;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/**
 * A simulated feed whose prices cannot be foretold. `commitment` is the SHA-256 of the seed's 64 hexadecimal characters, recorded
 * before the first price. The seed is published when the feed has ended; null until then.
 */
const simulatedFeed = z.object({
  startedAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  commitment: sha256,
  seed: z.nullable(sha256),
});

/** Kinds of acts of administrators that are counted in public. */
export const administratorActs = [
  "adjustment",
  "late-credit",
  "deactivation",
  "freeze",
  "freeze-longer",
  "fee-change",
  "bot-pause",
  "setting-change",
  "export",
  "view",
] as const;
export type AdministratorAct = (typeof administratorActs)[number];

/** Measurements of this platform. */
export const publicStatus = z.object({
  at: z.iso.datetime(),
  uptime: z.object({
    /** The first measured minute; null before it. */
    since: z.nullable(z.iso.datetime()),
    /** Share of minutes in which the platform was up. */
    sinceStartPct: z.nullable(sharePct),
    /** The next three are null until measuring has run that long. */
    last24HoursPct: z.nullable(sharePct),
    last30DaysPct: z.nullable(sharePct),
    last90DaysPct: z.nullable(sharePct),
    /** At most the last thirty days (UTC), oldest first. */
    days: z.array(z.object({ day: z.iso.date(), minutes: z.int(), servedMinutes: z.int() })),
  }),
  answers: z.object({ last15Minutes: answerTimes, last24Hours: answerTimes }),
  feeds: z.array(z.object({ feed: z.enum(feedKinds), symbols: z.int(), newestPriceAt: z.iso.datetime() })),
  /** At most the newest five, newest first. Empty when prices are not simulated, or come from a fixed seed (MARKET_SEED). */
  simulatedFeeds: z.array(simulatedFeed),
  /** Problems with feed data (or the machine's clock) in the last 24 hours, by feed and kind. */
  feedTroubles: z.array(z.object({ feed: z.string(), kind: z.string(), symbols: z.int() })),
  /** The source of prices by name, such as "Twelve Data", and whether prices are simulated, replayed or live. */
  priceProviders: z.array(z.object({ feed: z.enum(feedKinds), provider: z.string() })),
  /** The latest comparison of all stored figures with the ledger's entries. */
  reconciliation: z.nullable(
    z.object({
      checkedAt: z.iso.datetime(),
      checks: z.int(),
      /** Those of the last comparison of all entries included, until the next one. */
      differences: z.int(),
      /** The checkpoint from which on entries were compared; null when all were. */
      since: z.nullable(z.iso.datetime()),
      /** When all entries were last compared; null before the first time. */
      allComparedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** The money that the platform holds and owes its investors, at closed trades (docs/reference/chart-of-accounts.md). */
  coverage: z.object({
    held: amount,
    owed: amount,
    /** held − owed; negative if the platform holds less than it owes. */
    difference: amount,
    isCovered: z.boolean(),
  }),
  /** Adjustments by administrators since the first of this month (UTC). */
  adjustments: z.object({ since: z.iso.datetime(), count: z.int(), given: amount, taken: amount }),
  /** The administrators' actions since the first of this month (UTC), from the audit log. Each investor sees the acts about them. */
  administratorActs: z.array(z.object({ act: z.enum(administratorActs), count: z.int() })),
  /** When the oldest unpaid withdrawal was requested; null if there is none. */
  oldestUnpaidWithdrawalAt: z.nullable(z.iso.datetime()),
  limits: entryLimits,
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
  summary: "Get measured uptime, response times, feeds and the last reconciliation",
  permission: "public",
  answers: { 200: publicStatus },
});
