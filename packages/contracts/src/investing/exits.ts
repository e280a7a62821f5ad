import * as z from "zod/mini";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { botId, exitPending, exitResult, transferBody } from "./investments.ts";

/** The part of one position in an exit, and the figures behind it. */
export const exitLine = z.extend(exitResult, {
  botId: z.uuid(),
  botName: z.string(),
  /** The investor's share of a profit in per cent, fixed when the position was opened. */
  userSharePct: z.int(),
  /** Redemption price per unit, after the cost of closing the open trade. */
  exitNav: decimal,
  /** The part of the gain that makes up an earlier loss; no profit share is taken on it. */
  lossMadeUp: amount,
  /** The part of the gain that Treasury bills would have earned too; no profit share is taken on it. */
  belowBills: amount,
  /** True if the whole position is closed. */
  closes: z.boolean(),
  /** True if this part would wait for a fresh price; its figures then use the last known price. */
  waits: z.boolean(),
});
export type ExitLine = z.infer<typeof exitLine>;

export const exitPreview = z.object({
  /** Total that arrives in the balance. */
  arrives: amount,
  toDepositFunds: amount,
  toProfitFunds: amount,
  /** The part granted by adjustments; no profit share is taken on it. */
  fromAdjustments: amount,
  lines: z.array(exitLine),
});
export type ExitPreview = z.infer<typeof exitPreview>;

export const previewDeactivation = defineCall({
  method: "POST",
  path: "/api/user/bots/deactivate/preview",
  summary: "Preview what closing a position would pay",
  permission: "signed-in",
  body: z.strictObject({ botId }),
  answers: { 200: exitPreview },
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const previewInvestmentTransfer = defineCall({
  method: "POST",
  path: "/api/user/investment/transfer/preview",
  summary: "Preview what an investment transfer would pay",
  permission: "signed-in",
  body: transferBody,
  answers: { 200: exitPreview },
  errors: ["INSUFFICIENT_FUNDS"],
});

export const previewProfitTransfer = defineCall({
  method: "POST",
  path: "/api/user/profit/transfer/preview",
  summary: "Preview what a profit transfer would pay",
  permission: "signed-in",
  body: transferBody,
  answers: { 200: exitPreview },
  errors: ["INSUFFICIENT_FUNDS"],
});

export const cancelExit = defineCall({
  method: "POST",
  path: "/api/user/exits/:id/cancel",
  summary: "Cancel a waiting exit",
  permission: "investor",
  params: z.object({ id: z.string() }),
  answers: { 200: exitPending },
  errors: ["CONFLICT"],
});

/** An event of a position that its investor did not trigger at that moment. */
export const notice = z.object({
  id: z.string(),
  kind: z.enum(["stop-loss", "take-profit", "exit-settled", "closed-by-operator", "winding-up"]),
  botId: z.uuid(),
  botName: z.string(),
  happenedAt: z.iso.datetime(),
  /** NAV at which the units were redeemed. */
  nav: decimal,
  /** `value` is before the profit split, `paid` is what the investor received. */
  value: amount,
  paid: amount,
  profitShare: amount,
  /** Gain on the investor's own money before the split; negative for a loss. */
  gain: amount,
  /** The event as a sentence. */
  message: z.string(),
});
export type Notice = z.infer<typeof notice>;

export const listNotices = defineCall({
  method: "GET",
  path: "/api/user/notices",
  summary: "List positions closed by a stop-loss, a take-profit or a waiting exit",
  permission: "signed-in",
  answers: { 200: z.array(notice) },
});
