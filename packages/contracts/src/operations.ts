import * as z from "zod/mini";
import { amount, decimal } from "./amount.ts";
import { person } from "./back-office.ts";
import { defineCall } from "./call.ts";
import { feedKinds, markets, tradeSides } from "./lists.ts";

const moment = z.nullable(z.iso.datetime());

/** A bot as those who run the platform see it. */
export const operatedBot = z.object({
  id: z.uuid(),
  name: z.string(),
  market: z.enum(markets),
  feed: z.enum(feedKinds),
  status: z.enum(["trading", "paused", "halted", "winding-up"]),
  /** Who keeps it from opening trades, since when and why; null while it may. */
  paused: z.nullable(z.object({ at: z.iso.datetime(), by: z.nullable(person), reason: z.string() })),
  /** Why it was halted or is being wound up; null while it is not. */
  haltReason: z.nullable(z.string()),
  symbols: z.array(z.string()),
  openTrade: z.nullable(z.object({ symbol: z.string(), side: z.enum(tradeSides), openedAt: z.iso.datetime() })),
  /** When the newest candle of its symbols closed; of a replay, when it was played. */
  lastCandleAt: moment,
  lastTradeAt: moment,
  nav: decimal,
  investors: z.int(),
  /** What all units in it are worth together, at their exit value. */
  value: amount,
  /** These three since its first trade here, on whatever feeds; the return over all series of its units. */
  closedTrades: z.int(),
  winRatePct: z.nullable(z.string()),
  returnPct: z.string(),
});
export type OperatedBot = z.infer<typeof operatedBot>;

const difference = z.object({ check: z.string(), subject: z.string(), expected: z.string(), actual: z.string() });

/** One comparison of every figure kept with the ledger's entries. */
export const reconciliation = z.object({ checkedAt: z.iso.datetime(), checks: z.int(), differences: z.int() });

export const operations = z.object({
  at: z.iso.datetime(),
  /** The one trader that may trade; null where none ever took the lease. */
  lease: z.nullable(
    z.object({ holder: z.string(), token: z.string(), expiresAt: z.iso.datetime(), isAlive: z.boolean() }),
  ),
  bots: z.array(operatedBot),
  /** The latest first; at most 20. */
  reconciliations: z.array(reconciliation),
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
  /** Bad data, the latest first; at most 50. */
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
  /** What lies in a queue (deposits, withdrawals, verifications, exits, mail, orders), and since when the oldest does. */
  queues: z.array(z.object({ name: z.string(), count: z.int(), oldestAt: moment })),
  answers: z.object({
    last15Minutes: z.object({ answers: z.int(), serverErrors: z.int() }),
    last24Hours: z.object({ answers: z.int(), serverErrors: z.int() }),
  }),
});
export type Operations = z.infer<typeof operations>;

export const getOperations = defineCall({
  method: "GET",
  path: "/api/admin/operations",
  permission: "admin",
  answers: { 200: operations },
});

/** Compares every figure kept with the ledger's entries, now; a 409 while another such comparison runs. */
export const reconcileNow = defineCall({
  method: "POST",
  path: "/api/admin/reconciliations",
  permission: "admin",
  right: "manage",
  answers: { 201: z.extend(reconciliation, { found: z.array(difference) }) },
});

const id = z.object({ id: z.string() });
const REASON_MESSAGE = "Please say why, in at most 500 characters";

/** It opens no trades and takes no new money until it is resumed; an open trade runs to its end, and positions stay. */
export const pauseBot = defineCall({
  method: "POST",
  path: "/api/admin/bots/:id/pause",
  permission: "admin",
  right: "manage",
  params: id,
  body: z.strictObject({
    reason: z.string(REASON_MESSAGE).check(z.trim(), z.minLength(1, REASON_MESSAGE), z.maxLength(500, REASON_MESSAGE)),
  }),
  answers: { 200: operatedBot },
});

export const resumeBot = defineCall({
  method: "POST",
  path: "/api/admin/bots/:id/resume",
  permission: "admin",
  right: "manage",
  params: id,
  answers: { 200: operatedBot },
});
