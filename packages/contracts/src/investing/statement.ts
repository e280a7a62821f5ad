import * as z from "zod/mini";
import { amount } from "../amount.ts";
import { defineCall } from "../call.ts";
import { numberFilter } from "../paging.ts";

/** Kinds of ledger transactions that can appear in an investor's statement. */
export const statementKinds = [
  "deposit",
  "allocation",
  "deactivation",
  "stop-loss",
  "take-profit",
  "investment-transfer",
  "profit-transfer",
  "balance-interest",
  "withdrawal-hold",
  "withdrawal-paid",
  "withdrawal-returned",
  "withdrawal-reversed",
  "winding-up",
  "adjustment",
] as const;
export type StatementKind = (typeof statementKinds)[number];

/** Limit for one month's statement; `leftOut` is the number of further lines. */
export const MAX_STATEMENT_LINES = 5_000;
export const MAX_HISTORY_DAYS = 366;

const MONTH_MESSAGE = "month must be a current or past month, such as 2026-11";
const month = z.string().check(z.regex(/^\d{4}-\d{2}$/));
const monthQuery = z.strictObject({
  month: z.string(MONTH_MESSAGE).check(z.regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, MONTH_MESSAGE)),
});

/**
 * Figures of an investor's accounts: their values, or by how much each changed. `invested` is the own money in positions;
 * `balance` is `depositFunds + profitFunds`.
 */
export const statementFigures = z.object({
  balance: amount,
  depositFunds: amount,
  profitFunds: amount,
  /** Requested but not yet paid out. */
  onHold: amount,
  /** Profit granted by adjustments and not yet transferred. */
  runningProfit: amount,
  invested: amount,
});
export type StatementFigures = z.infer<typeof statementFigures>;

/** The effect of a transaction on one position. */
export const statementPart = z.object({
  botId: z.uuid(),
  botName: z.string(),
  /** Own money put in (positive) or taken out (negative). */
  ownMoney: amount,
  /** Value of the units bought (positive) or redeemed (negative) at that moment, before the profit split. */
  value: amount,
  /** The platform's share of a gain. */
  profitShare: amount,
  /** Interest on the bot's idle cash that was paid out. */
  interest: amount,
  /** The part of the gain paid that Treasury bills would have earned too; no profit share was taken on it. */
  belowBills: amount,
});

export const statementLine = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(statementKinds),
  /** The event in a sentence. */
  text: z.string(),
  /** Set if the line is about one bot; `parts` lists all of them. */
  botName: z.nullable(z.string()),
  /** The administrator's reason. */
  reason: z.nullable(z.string()),
  parts: z.array(statementPart),
  /** The platform's share of gains in this line, already deducted from the amounts. */
  profitShare: amount,
  /** By how much each figure changed. */
  amounts: statementFigures,
  /** Each figure afterwards. */
  balances: statementFigures,
});
export type StatementLine = z.infer<typeof statementLine>;

/** An investor's money movements in one month (UTC), oldest first. */
export const statement = z.object({
  month,
  from: z.iso.datetime(),
  /** The first moment after the month; in the future for the current month. */
  until: z.iso.datetime(),
  madeAt: z.iso.datetime(),
  name: z.string(),
  email: z.string(),
  /** True if all money is paper money. */
  isPaperMoney: z.boolean(),
  /** The operator of this installation; null in demo mode. */
  operator: z.nullable(z.object({ name: z.string(), regulator: z.string(), licence: z.string() })),
  opening: statementFigures,
  lines: z.array(statementLine),
  /** Number of lines beyond `MAX_STATEMENT_LINES`, which are not listed; `closing` includes them. */
  leftOut: z.int(),
  closing: statementFigures,
});
export type Statement = z.infer<typeof statement>;

export const getStatement = defineCall({
  method: "GET",
  path: "/api/user/statement",
  summary: "Get a monthly statement with running balances",
  permission: "signed-in",
  query: monthQuery,
  answers: { 200: statement },
});

export const getStatementCsv = defineCall({
  method: "GET",
  path: "/api/user/statement.csv",
  summary: "Download a monthly statement as CSV",
  permission: "signed-in",
  query: monthQuery,
  mediaType: "text/csv",
  answers: { 200: null },
  errors: ["RATE_LIMITED"],
});

export const getStatementPdf = defineCall({
  method: "GET",
  path: "/api/user/statement.pdf",
  summary: "Download a monthly statement as PDF",
  permission: "signed-in",
  query: monthQuery,
  mediaType: "application/pdf",
  answers: { 200: null },
  errors: ["RATE_LIMITED"],
});

/** Months with a statement: from the first movement until now, newest first. */
export const listStatementMonths = defineCall({
  method: "GET",
  path: "/api/user/statement/months",
  summary: "List the months with statements",
  permission: "signed-in",
  answers: { 200: z.array(z.object({ month, lines: z.int() })) },
});

/** An investor's figures at the end of a day (UTC). */
export const balancePoint = z.object({
  day: z.iso.date(),
  balance: amount,
  onHold: amount,
  runningProfit: amount,
  /** Own money in positions. */
  invested: amount,
  /** Value of those positions at the day's closing NAV, before any profit split and without open trades. */
  value: amount,
});
export type BalancePoint = z.infer<typeof balancePoint>;

export const getBalanceHistory = defineCall({
  method: "GET",
  path: "/api/user/balance-history",
  summary: "Get the signed-in user's balances at the end of each day",
  permission: "signed-in",
  query: z.strictObject({
    days: numberFilter("days", MAX_HISTORY_DAYS),
  }),
  answers: { 200: z.object({ points: z.array(balancePoint) }) },
});

const row = z.record(z.string(), z.unknown());

/** Everything stored about a person except the images of their documents; at most the newest 10,000 of each list. */
export const ownData = z.object({
  madeAt: z.iso.datetime(),
  profile: row,
  account: row,
  sessions: z.array(row),
  deposits: z.array(row),
  withdrawals: z.array(row),
  positions: z.array(row),
  positionEvents: z.array(row),
  ledger: z.array(row),
  exits: z.array(row),
  payoutAddresses: z.array(row),
  consents: z.array(row),
  /** When which mail was sent. What a mail said is not kept. */
  mails: z.array(row),
  /** The browsers with push messages: the push service of each, and since when. */
  pushDevices: z.array(row),
  verifications: z.array(row),
  recentTrades: z.array(row),
  audit: z.array(row),
});
export type OwnData = z.infer<typeof ownData>;

export const exportOwnData = defineCall({
  method: "GET",
  path: "/api/user/export",
  summary: "Export all data of the signed-in user",
  permission: "signed-in",
  answers: { 200: ownData },
  errors: ["RATE_LIMITED"],
});
