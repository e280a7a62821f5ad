import * as z from "zod/mini";
import { amount, decimal, requestAmount } from "../amount.ts";
import { accountFigures } from "../people/accounts.ts";
import { defineCall } from "../call.ts";
import { botMarkets, candleIntervals, feedKinds, tradeSides } from "../lists.ts";
import { messages } from "../messages.ts";
import { evidenceVerdicts } from "./evidence.ts";
import { choiceFilter, listAnswer, listQuery, momentFilter, symbolFilter } from "../paging.ts";
import { requestPercent } from "../amount.ts";

/** A paused bot opens no trades and takes no new money. Investors keep their positions and can leave. */
const botStatus = z.enum(["trading", "paused", "halted", "winding-up"]);

export const bot = z.object({
  id: z.uuid(),
  name: z.string(),
  market: z.enum(botMarkets),
  /** Its place among the eight bots, from 0: a package unlocks the first `maxBots`. Null for a core portfolio, which needs no package. */
  place: z.nullable(z.int()),
  description: z.string(),
  strategy: z.string(),
  /** Per cent with two decimals; null without trades. */
  winRate: z.nullable(z.string().check(z.regex(/^\d+\.\d{2}$/))),
  totalTrades: z.int(),
  /**
   * The source of the two figures above: `own` from 30 trades on that the bot has closed itself, before that `backtest`, the
   * recorded evidence on real prices, which must be shown under the tag BACKTEST; `none` without either.
   */
  recordSource: z.enum(["own", "backtest", "none"]),
  /** Net asset value per unit. Starts at 1 and changes only when a trade closes. */
  nav: decimal,
  /** Trades that the bot has closed on `feed`. */
  closedTrades: z.int(),
  feed: z.enum(feedKinds),
  symbols: z.array(z.string()),
  status: botStatus,
  /** The verdict on its recorded evidence; "not-judged" without any. */
  verdict: z.enum(evidenceVerdicts),
  /**
   * True money goes only into bots with evidence. `closed`: it takes no new money; `warned`: the operator opened it, and every
   * activation must show and records that there is no evidence. Exits are always open.
   */
  newMoney: z.enum(["open", "warned", "closed"]),
  /**
   * The Treasury bills that its rule may hold are idle money, and earn what that earns here: nothing, a fixed rate that is made up
   * (`ratePct`, effective, per cent a year, less the operator's part), the recorded rate of each month, or a share of the interest that
   * has arrived by bank statements, whose rate is not known before. Null for a bot without bills.
   */
  billInterest: z.nullable(
    z.discriminatedUnion("source", [
      z.object({ source: z.literal("none") }),
      z.object({ source: z.literal("fixed"), ratePct: z.number() }),
      z.object({ source: z.literal("bills") }),
      z.object({ source: z.literal("statements") }),
    ]),
  ),
  /** The day (UTC) on which its live result fell below its curve: it takes no new money for good. Null for other bots. */
  retiredOn: z.nullable(z.iso.date()),
  /** True in live mode when no broker has all its instruments: it trades on paper, without anyone's money, and takes none. */
  isPaperOnly: z.boolean(),
  /** True when the recorded prices of all its symbols have ended: it has closed its trades and opens no more. */
  isResting: z.boolean(),
  /** The shortest bars on which it decides; its stops and targets are checked on every bar of the feed. A core portfolio decides once a month. */
  decisionInterval: z.enum([...candleIntervals, "1mo"]),
});
export type Bot = z.infer<typeof bot>;
export type BillInterest = NonNullable<Bot["billInterest"]>;

export const exitKinds = ["deactivation", "investment-transfer", "profit-transfer"] as const;

/** A waiting exit: the bot has an open trade and no fresh price. */
export const exitPending = z.object({
  id: z.uuid(),
  botId: z.uuid(),
  kind: z.enum(exitKinds),
  /** Own money (investment transfer) or share of the gain (profit transfer) to take out; null for everything. */
  amount: z.nullable(amount),
  requestedAt: z.iso.datetime(),
});
export type ExitPending = z.infer<typeof exitPending>;

/** Per cent of the investor's own money in a position, with two decimals. */
const percent = z.string().check(z.regex(/^\d+\.\d{2}$/));

export const userBot = z.object({
  botId: z.uuid(),
  name: z.string(),
  market: z.enum(botMarkets),
  botStatus,
  /** The investor's own money in the position. */
  allocatedAmount: amount,
  units: decimal,
  /** Current value of the units, before the profit split and after the cost of closing. */
  value: amount,
  /** Interest on idle cash and the investor's share of the trading gain, or the loss. */
  runningProfit: amount,
  /** The part of it that is interest on the bot's idle cash. No profit share is taken on it. */
  interest: amount,
  /** A loss that will be made up before any profit share is taken. */
  lossCarried: amount,
  /** The investor's share of a profit in per cent. */
  userSharePct: z.int(),
  /** The gain above which a profit share is taken: any, or what Treasury bills would have earned. */
  shareAbove: z.enum(["nothing", "bills"]),
  /** Wall-clock time of the price behind `value`. */
  valuedAt: z.iso.datetime(),
  /** False if a trade is open without a fresh price; `value` is then the last known one. */
  fresh: z.boolean(),
  activatedAt: z.iso.datetime(),
  /** The investor's own risk limits; null if not set. */
  stopLossPct: z.nullable(percent),
  takeProfitPct: z.nullable(percent),
  /** The NAVs at which the limits close the position; `exitNav` is the current redemption price of a unit. */
  stopLossNav: z.nullable(decimal),
  takeProfitNav: z.nullable(decimal),
  exitNav: decimal,
  exitPending: z.nullable(exitPending),
});
export type UserBot = z.infer<typeof userBot>;

export const packageTier = z.object({
  tier: z.enum(["none", "starter", "professional", "enterprise"]),
  tierName: z.string(),
  maxBots: z.int(),
  /** The money that counts for the plan: completed deposits, less what was withdrawn within 30 days. */
  totalDeposits: z.number(),
  nextTier: z.nullable(z.object({ name: z.string(), amount: z.number(), bots: z.int() })),
});
export type PackageTier = z.infer<typeof packageTier>;

export const trade = z.object({
  id: z.string(),
  botId: z.uuid(),
  botName: z.string(),
  symbol: z.string(),
  side: z.enum(tradeSides),
  /** The investor's money in the trade. */
  amount,
  price: decimal,
  exitPrice: decimal,
  /** The investor's part of the gain or loss, before the profit split. */
  profit: amount,
  status: z.literal("completed"),
  executedAt: z.iso.datetime(),
  barTime: z.nullable(z.iso.datetime()),
  feed: z.enum(feedKinds),
});
export type Trade = z.infer<typeof trade>;

/** Result of an exit, to the cent. */
export const exitResult = z.object({
  /** The investor's own money in the redeemed units. */
  ownMoney: amount,
  /** Value of the redeemed units before the profit split. */
  value: amount,
  /** Own money returned, less any loss. */
  returned: amount,
  /** The interest and the investor's share of the gain. */
  profitToUser: amount,
  /** The part of it that is interest. No profit share is taken on it. */
  interest: amount,
  /** The platform's share of the gain. */
  profitShare: amount,
  /** Loss realised by this exit. */
  loss: amount,
});
export type ExitResult = z.infer<typeof exitResult>;

export const listBots = defineCall({
  method: "GET",
  path: "/api/bots",
  summary: "List all bots",
  permission: "public",
  answers: { 200: z.array(bot) },
});

/** The core portfolios: open to everyone, also without a package. */
export const listPortfolios = defineCall({
  method: "GET",
  path: "/api/portfolios",
  summary: "List the core portfolios",
  permission: "public",
  answers: { 200: z.array(bot) },
});

export const listUserBots = defineCall({
  method: "GET",
  path: "/api/user/bots",
  summary: "List the signed-in user's positions",
  permission: "signed-in",
  answers: { 200: z.array(userBot) },
});

/** By a trade's profit before the split; a trade that broke even is neither. */
export const tradeOutcomes = ["won", "lost"] as const;

/** Without parameters: the newest 50. With any parameter: a page. */
export const listUserTrades = defineCall({
  method: "GET",
  path: "/api/user/trades",
  summary: "List the trades of the signed-in user's positions",
  permission: "signed-in",
  query: listQuery({
    botId: z.optional(z.uuid("botId must be the id of a bot")),
    symbol: symbolFilter,
    side: choiceFilter("side", tradeSides),
    outcome: choiceFilter("outcome", tradeOutcomes),
    from: momentFilter("from"),
    to: momentFilter("to"),
  }),
  answers: { 200: listAnswer(trade) },
});

export const getPackageTier = defineCall({
  method: "GET",
  path: "/api/user/package-tier",
  summary: "Get the signed-in user's package tier",
  permission: "signed-in",
  answers: { 200: packageTier },
});

export const botId = z.uuid("Please choose a bot");

export const activateBot = defineCall({
  method: "POST",
  path: "/api/user/bots/activate",
  summary: "Allocate money to a bot",
  permission: "investor",
  movesMoney: true,
  body: z.strictObject({
    allocatedAmount: requestAmount(messages.invalidAllocation),
    botId,
    stopLossPct: z.nullish(requestPercent(1, 95, messages.invalidStopLoss)),
    takeProfitPct: z.nullish(requestPercent(1, 1_000, messages.invalidTakeProfit)),
  }),
  answers: { 200: userBot },
  errors: [
    "NOT_FOUND",
    "INSUFFICIENT_FUNDS",
    "BOT_LOCKED",
    "BOT_UNAVAILABLE",
    "SUITABILITY_LIMIT",
    "SUITABILITY_DUE",
    "PRICE_UNAVAILABLE",
  ],
});

/** Adds money of the balance to an active position. Its stop-loss, take-profit and profit split stay. */
export const topUpBot = defineCall({
  method: "POST",
  path: "/api/user/bots/top-up",
  summary: "Add money to an active position",
  permission: "investor",
  movesMoney: true,
  body: z.strictObject({ amount: requestAmount(messages.invalidAllocation), botId }),
  answers: { 200: userBot },
  errors: [
    "NOT_FOUND",
    "INSUFFICIENT_FUNDS",
    "BOT_UNAVAILABLE",
    "SUITABILITY_LIMIT",
    "SUITABILITY_DUE",
    "PRICE_UNAVAILABLE",
  ],
});

/** Sets both levels of an active position; null removes one. */
export const setBotLevels = defineCall({
  method: "POST",
  path: "/api/user/bots/levels",
  summary: "Set the stop-loss and take-profit of an active position",
  permission: "investor",
  movesMoney: true,
  body: z.strictObject({
    botId,
    stopLossPct: z.nullable(requestPercent(1, 95, messages.invalidStopLoss)),
    takeProfitPct: z.nullable(requestPercent(1, 1_000, messages.invalidTakeProfit)),
  }),
  answers: { 200: userBot },
  errors: ["NOT_FOUND"],
});

export const deactivateBot = defineCall({
  method: "POST",
  path: "/api/user/bots/deactivate",
  summary: "Close a position",
  permission: "investor",
  movesMoney: true,
  body: z.strictObject({ botId }),
  answers: { 200: z.object({ botId: z.uuid(), exit: exitResult }), 202: z.object({ botId: z.uuid(), exitPending }) },
  errors: ["NOT_FOUND"],
});

export const transferBody = z.strictObject({ amount: requestAmount(messages.invalidAmount) });

export const transferResult = z.object({
  account: accountFigures,
  exit: exitResult,
  /** Bots whose positions were closed because less than 100.00 of own money was left. */
  closedBotIds: z.array(z.uuid()),
});

export type TransferResult = z.infer<typeof transferResult>;

/** Some positions were settled; the exits of the others wait for a price. */
export const waitingTransfer = z.extend(transferResult, { waiting: z.array(exitPending) });
export type WaitingTransfer = z.infer<typeof waitingTransfer>;

export const transferInvestment = defineCall({
  method: "POST",
  path: "/api/user/investment/transfer",
  summary: "Transfer invested money from the positions to the balance, in proportion",
  permission: "investor",
  movesMoney: true,
  body: transferBody,
  answers: { 200: transferResult, 202: waitingTransfer },
  errors: ["INSUFFICIENT_FUNDS"],
});

export const transferProfit = defineCall({
  method: "POST",
  path: "/api/user/profit/transfer",
  summary: "Transfer running profit to the balance",
  permission: "investor",
  movesMoney: true,
  body: transferBody,
  answers: { 200: transferResult, 202: waitingTransfer },
  errors: ["INSUFFICIENT_FUNDS"],
});
