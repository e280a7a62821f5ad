import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { amount, decimal } from "../amount.ts";
import { person } from "../person.ts";
import { defineCall } from "../call.ts";
import { botMarkets, feedKinds, tradeSides } from "../lists.ts";

const moment = z.nullable(z.iso.datetime());

/** A bot as administrators see it. */
export const operatedBot = z.object({
  id: z.uuid(),
  name: z.string(),
  market: z.enum(botMarkets),
  feed: z.enum(feedKinds),
  status: z.enum(["trading", "paused", "halted", "winding-up"]),
  /** Null while the bot is not paused. */
  paused: z.nullable(z.object({ at: z.iso.datetime(), by: z.nullable(person), reason: z.string() })),
  /** Why the bot was halted or is being wound up; null otherwise. */
  haltReason: z.nullable(z.string()),
  symbols: z.array(z.string()),
  openTrade: z.nullable(z.object({ symbol: z.string(), side: z.enum(tradeSides), openedAt: z.iso.datetime() })),
  /** When the newest candle of its symbols closed; for a replay, when it was played. */
  lastCandleAt: moment,
  lastTradeAt: moment,
  nav: decimal,
  investors: z.int(),
  /** Exit value of all units. */
  value: amount,
  /** The next three cover all feeds since the first trade; the return spans all series of units. */
  closedTrades: z.int(),
  winRatePct: z.nullable(z.string()),
  returnPct: z.string(),
});
export type OperatedBot = z.infer<typeof operatedBot>;

const difference = z.object({ check: z.string(), subject: z.string(), expected: z.string(), actual: z.string() });

/** One comparison of stored figures with the ledger's entries. */
export const reconciliation = z.object({
  checkedAt: z.iso.datetime(),
  checks: z.int(),
  differences: z.int(),
  /** The checkpoint from which on entries were compared; null when all were. */
  since: moment,
});

/** A mail that could not be delivered. What it says is not shown. */
export const failedMail = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  recipient: z.string(),
  template: z.string(),
  attempts: z.int(),
  reason: z.string(),
  queuedAt: z.iso.datetime(),
  failedAt: z.iso.datetime(),
  /** False for a mail whose link has ended. */
  canBeSentAgain: z.boolean(),
});
export type FailedMail = z.infer<typeof failedMail>;

export const operations = z.object({
  at: z.iso.datetime(),
  /** The one process that may trade; null if none ever took the lease. */
  lease: z.nullable(
    z.object({ holder: z.string(), token: z.string(), expiresAt: z.iso.datetime(), isAlive: z.boolean() }),
  ),
  /** When the clock reaches the last price, if it was set back: until then no bot trades. Null otherwise. */
  tradingWaitsUntil: moment,
  bots: z.array(operatedBot),
  /** Latest first, at most 20. */
  reconciliations: z.array(reconciliation),
  /** The latest comparison of all entries; null before the first. */
  completeReconciliation: z.nullable(reconciliation),
  feeds: z.array(
    z.object({
      feed: z.enum(feedKinds),
      symbols: z.int(),
      newestPriceAt: z.iso.datetime(),
      /** The symbol whose price is oldest. */
      oldestPriceAt: z.iso.datetime(),
      oldestSymbol: z.string(),
    }),
  ),
  /** Problems with feed data, latest first, at most 50. */
  feedTroubles: z.array(
    z.object({
      feed: z.string(),
      symbol: z.nullable(z.string()),
      kind: z.string(),
      message: z.string(),
      count: z.int(),
      firstAt: z.iso.datetime(),
      lastAt: z.iso.datetime(),
    }),
  ),
  /** Entries of the last 7 days that a limit refused or reduced, latest first, at most 20. */
  entryRefusals: z.array(
    z.object({
      id: z.string(),
      botName: z.string(),
      symbol: z.string(),
      reason: z.enum(["daily-loss", "market-exposure"]),
      /** Fractions of the bot's unit price; "0.0000" was allowed where the entry was refused. */
      asked: decimal,
      allowed: decimal,
      at: z.iso.datetime(),
    }),
  ),
  /** Queues of deposits, withdrawals, verifications, exits, mail and orders, with the time of the oldest item. */
  queues: z.array(z.object({ name: z.string(), count: z.int(), oldestAt: moment })),
  mail: z.object({
    /** Where mails go: a mail server, or a folder. */
    transport: z.string(),
    /** Mails that were given up in the last 90 days. */
    failedCount: z.int(),
    /** The latest of them, at most 50. */
    failed: z.array(failedMail),
  }),
  answers: z.object({
    last15Minutes: z.object({ answers: z.int(), serverErrors: z.int() }),
    last24Hours: z.object({ answers: z.int(), serverErrors: z.int() }),
  }),
});
export type Operations = z.infer<typeof operations>;

export const getOperations = defineCall({
  method: "GET",
  path: "/api/admin/operations",
  summary: "Get the current state of the trader, bots, books, feeds, queues and errors",
  permission: "admin",
  answers: { 200: operations },
});

/**
 * Compares the ledger's entries since the latest checkpoint, and the totals of all stored figures, now; 409 while another
 * comparison runs.
 */
export const reconcileNow = defineCall({
  method: "POST",
  path: "/api/admin/reconciliations",
  summary: "Compare all stored figures with the ledger entries now",
  permission: "admin",
  ...acts.reconcileNow,
  answers: { 201: z.extend(reconciliation, { found: z.array(difference) }) },
  errors: ["CONFLICT"],
});

const id = z.object({ id: z.string() });
const REASON_MESSAGE = "Please give a reason of at most 500 characters";

/** A paused bot opens no trades and takes no new money. An open trade runs to its end, and positions stay. */
export const pauseBot = defineCall({
  method: "POST",
  path: "/api/admin/bots/:id/pause",
  summary:
    "Pause a bot: it opens no trades and accepts no new money; investors keep their positions and can close them",
  permission: "admin",
  ...acts.pauseBot,
  params: id,
  body: z.strictObject({
    reason: z.string(REASON_MESSAGE).check(z.trim(), z.minLength(1, REASON_MESSAGE), z.maxLength(500, REASON_MESSAGE)),
  }),
  answers: { 200: operatedBot },
  errors: ["CONFLICT"],
});

export const resumeBot = defineCall({
  method: "POST",
  path: "/api/admin/bots/:id/resume",
  summary: "Resume a paused bot",
  permission: "admin",
  ...acts.resumeBot,
  params: id,
  answers: { 200: operatedBot },
  errors: ["CONFLICT"],
});

/** Tries a mail again that was given up, from the beginning; 409 when its link has ended or it is on its way. */
export const resendMail = defineCall({
  method: "POST",
  path: "/api/admin/mails/:id/resend",
  summary: "Try a mail again that could not be delivered",
  permission: "admin",
  ...acts.resendMail,
  params: id,
  answers: { 204: null },
  errors: ["CONFLICT"],
});
