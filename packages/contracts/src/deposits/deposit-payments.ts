import * as z from "zod/mini";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { person } from "../person.ts";

/**
 * `seen`: its confirmations are being counted. `dropped`: no longer on the network. `dust`: worth less than a cent. `review`: an
 * administrator decides. `dismissed`: an administrator decided not to credit it.
 */
export const paymentStatuses = ["seen", "dropped", "credited", "dust", "review", "dismissed"] as const;

export const paymentReviewReasons = [
  "manual",
  "unknown-token",
  "wrong-currency",
  "closed-account",
  "approved-without-hash",
  "too-large",
  "vanished",
] as const;

/** A payment to a deposit's address, as a chain or a payment provider shows it. */
export const depositPayment = z.object({
  id: z.uuid(),
  transactionHash: z.string(),
  /** Null for a token that is not a deposit currency; `token` names its contract. */
  currency: z.nullable(z.string()),
  token: z.nullable(z.string()),
  /** In `currency`; for an unknown token in its smallest unit. */
  coins: decimal,
  status: z.enum(paymentStatuses),
  /** Inside or outside the deposit's 15 minutes. */
  timing: z.enum(["on_time", "late"]),
  /** All payments of the deposit so far compared with the request; null without a request in the same currency. */
  amountState: z.nullable(z.enum(["under", "exact", "over"])),
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  seenAt: z.iso.datetime(),
  creditedAmount: z.nullable(amount),
  /** US dollars per coin at which it was credited. */
  rate: z.nullable(decimal),
});
export type DepositPayment = z.infer<typeof depositPayment>;

/** A payment that waits for an administrator. */
export const reviewPayment = z.extend(depositPayment, {
  network: z.string(),
  walletAddress: z.string(),
  userId: z.uuid(),
  user: person,
  depositId: z.nullable(z.uuid()),
  reviewReason: z.enum(paymentReviewReasons),
  /** The amount that would be credited now; null where it cannot be credited. */
  estimate: z.nullable(amount),
});
export type ReviewPayment = z.infer<typeof reviewPayment>;

/** A report of M-Pesa that belongs to no investor, or does not fit what was asked for. */
export const unmatchedReport = z.object({
  id: z.string(),
  receipt: z.nullable(z.string()),
  /** Kenyan shillings. */
  amount: z.nullable(decimal),
  /** The account number that was typed. */
  reference: z.nullable(z.string()),
  problem: z.string(),
  receivedAt: z.iso.datetime(),
});
export type UnmatchedReport = z.infer<typeof unmatchedReport>;

/** The oldest first, at most 100 of each. */
export const listReviewPayments = defineCall({
  method: "GET",
  path: "/api/admin/deposit-payments",
  summary: "List the payments that wait for a decision, and the reports of M-Pesa without a deposit",
  permission: "admin",
  answers: { 200: z.object({ items: z.array(reviewPayment), total: z.int(), unmatched: z.array(unmatchedReport) }) },
});

/** Credits a payment at its rate, or leaves it uncredited with a reason. */
export const decidePayment = defineCall({
  method: "POST",
  path: "/api/admin/deposit-payments/:id/decide",
  summary: "Credit a payment that no rule decides, or dismiss it with a reason",
  permission: "admin",
  right: "money",
  stepUp: "with-factor",
  movesMoney: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    decision: z.enum(["credit", "dismiss"], "decision must be credit or dismiss"),
    /** Required to dismiss. */
    note: z.optional(z.string().check(z.trim(), z.maxLength(500, "A note has at most 500 characters"))),
  }),
  answers: { 200: depositPayment },
  errors: ["PRICE_UNAVAILABLE"],
});

/** Gives a report of M-Pesa to the investor with an account number, or closes it with a reason. */
export const decideMpesaReport = defineCall({
  method: "POST",
  path: "/api/admin/mpesa-reports/:report/decide",
  summary: "Give a report of M-Pesa to the investor with an account number, or close it with a reason",
  permission: "admin",
  right: "money",
  stepUp: "with-factor",
  params: z.object({ report: z.string() }),
  body: z.strictObject({
    /** Left out to close it without a credit. */
    accountNumber: z.optional(z.string().check(z.trim(), z.maxLength(20, "An account number has 8 characters"))),
    note: z
      .string("Please write the reason")
      .check(
        z.trim(),
        z.minLength(1, "Please write the reason"),
        z.maxLength(500, "A note has at most 500 characters"),
      ),
  }),
  answers: { 204: null },
  errors: ["CONFLICT"],
});
