import * as z from "zod/mini";
import { amount, decimal } from "./amount.ts";
import { defineCall } from "./call.ts";
import { botId, exitPending, exitResult, transferBody } from "./investments.ts";

/** What one position contributes to an exit, and why that much arrives. */
export const exitLine = z.extend(exitResult, {
  botId: z.uuid(),
  botName: z.string(),
  /** The investor's part of a profit, in per cent, fixed when the position was opened. */
  userSharePct: z.int(),
  /** What a unit is redeemed at, costs of closing the open trade included. */
  exitNav: decimal,
  /** Gain that makes up an earlier loss, of which no share is taken. */
  lossMadeUp: amount,
  /** True where the whole position goes. */
  closes: z.boolean(),
  /** True where there is no fresh price: this part would wait, and its figures are of the last price known. */
  waits: z.boolean(),
});
export type ExitLine = z.infer<typeof exitLine>;

export const exitPreview = z.object({
  /** What arrives in the balance in all. */
  arrives: amount,
  toDepositFunds: amount,
  toProfitFunds: amount,
  /** Of which granted by adjustment: no share is taken. */
  fromAdjustments: amount,
  lines: z.array(exitLine),
});
export type ExitPreview = z.infer<typeof exitPreview>;

export const previewDeactivation = defineCall({
  method: "POST",
  path: "/api/user/bots/deactivate/preview",
  permission: "signed-in",
  body: z.strictObject({ botId }),
  answers: { 200: exitPreview },
});

export const previewInvestmentTransfer = defineCall({
  method: "POST",
  path: "/api/user/investment/transfer/preview",
  permission: "signed-in",
  body: transferBody,
  answers: { 200: exitPreview },
});

export const previewProfitTransfer = defineCall({
  method: "POST",
  path: "/api/user/profit/transfer/preview",
  permission: "signed-in",
  body: transferBody,
  answers: { 200: exitPreview },
});

export const cancelExit = defineCall({
  method: "POST",
  path: "/api/user/exits/:id/cancel",
  permission: "investor",
  params: z.object({ id: z.string() }),
  answers: { 200: exitPending },
});

/** What happened to a position without a click at that moment. */
export const notice = z.object({
  id: z.string(),
  kind: z.enum(["stop-loss", "take-profit", "exit-settled", "closed-by-operator", "winding-up"]),
  botId: z.uuid(),
  botName: z.string(),
  happenedAt: z.iso.datetime(),
  /** Nav at which the units were redeemed. */
  nav: decimal,
  /** Value before the split, what of it the investor got, and the platform's share. */
  value: amount,
  paid: amount,
  profitShare: amount,
  /** Gain (or loss, negative) on the investor's own money, before the split. */
  gain: amount,
  /** The same in a sentence. */
  message: z.string(),
});
export type Notice = z.infer<typeof notice>;

export const listNotices = defineCall({
  method: "GET",
  path: "/api/user/notices",
  permission: "signed-in",
  answers: { 200: z.array(notice) },
});
