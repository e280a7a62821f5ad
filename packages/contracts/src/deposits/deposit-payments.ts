import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { listQuery } from "../paging.ts";
import { person } from "../person.ts";

/**
 * `seen`: its confirmations are being counted, or its rate is not decided yet. `dropped`: no longer on the network. `dust`: too small
 * to be credited alone; it counts with later payments. `review`: an administrator decides. `dismissed`: an administrator decided not to
 * credit it.
 */
export const paymentStatuses = ["seen", "dropped", "credited", "dust", "review", "dismissed"] as const;

/**
 * Why a payment has its rate. `fixed`: a dollar coin. `locked`: the deposit's own rate. The others have the rate of their first
 * confirmation: `amount`: payments in the window differ from the request by more than 2 %. `late`: first seen outside the window.
 * `replaced`: it left the mempool before a block. `slow`: its first block came more than 2 hours after the window. `currency`: another one.
 */
export const paymentRateReasons = ["fixed", "locked", "amount", "late", "replaced", "slow", "currency"] as const;
export type PaymentRateReason = (typeof paymentRateReasons)[number];

export const paymentReviewReasons = [
  "manual",
  "wrong-currency",
  "closed-account",
  "approved-without-hash",
  "too-large",
  "vanished",
  "rate",
] as const;

/** A payment to a deposit's address, as a chain or a payment provider shows it. */
export const depositPayment = z.object({
  id: z.uuid(),
  transactionHash: z.string(),
  /** Null for a token that an earlier version read; `token` names its contract. */
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
  /** The time of its first block; null while it waits, and where it was not recorded. */
  confirmedAt: z.nullable(z.iso.datetime()),
  creditedAmount: z.nullable(amount),
  /** US dollars per coin at which it was credited, or counts with later payments. */
  rate: z.nullable(decimal),
  /** Null while it is not decided, and for M-Pesa. */
  rateReason: z.nullable(z.enum(paymentRateReasons)),
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
  /** The address that sent it; null where the chain names none. */
  sender: z.nullable(z.string()),
  /** All payments of this sender that wait; of this investor, where the chain names no sender. */
  fromSender: z.int(),
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

/** So many payments of one sender are in the queue; the others are listed by `sameAs`, so that a flood hides nobody else's. */
export const REVIEWS_PER_SENDER = 5;

/** The oldest first, and of each sender the first five; with `sameAs`, all of the sender of that payment. */
export const listReviewPayments = defineCall({
  method: "GET",
  path: "/api/admin/deposit-payments",
  summary: "List the payments that wait for a decision, and the reports of M-Pesa without a deposit",
  permission: "admin",
  query: listQuery({ sameAs: z.optional(z.uuid("sameAs must be the id of a payment")) }),
  answers: {
    200: z.object({
      items: z.array(reviewPayment),
      /** All payments that wait, on every page. */
      total: z.int(),
      nextCursor: z.nullable(z.string()),
      /** At most 100. */
      unmatched: z.array(unmatchedReport),
    }),
  },
});

/** Credits a payment at its rate, or leaves it uncredited with a reason. */
export const decidePayment = defineCall({
  method: "POST",
  path: "/api/admin/deposit-payments/:id/decide",
  summary: "Credit a payment that no rule decides, or dismiss it with a reason",
  permission: "admin",
  ...acts.decidePayment,
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
  ...acts.decideMpesaReport,
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
