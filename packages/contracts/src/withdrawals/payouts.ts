import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { adminRateHold } from "../ledger/local-amounts.ts";
import { localCurrencies, paymentNetworks, payoutRails } from "../lists.ts";
import { person } from "../person.ts";
import { sharedTrace } from "../people/administrators.ts";
import { withdrawalPayout } from "./withdrawals.ts";

const moment = z.nullable(z.iso.datetime());
const queue = z.object({ count: z.int(), oldestAt: moment });

/** A payment of a withdrawal over a rail, as administrators see it. */
export const adminPayout = z.extend(withdrawalPayout, {
  withdrawalId: z.uuid(),
  user: person,
  /** US dollars. */
  amount,
  /** Ours: the provider knows the payment by it. */
  reference: z.string(),
  providerId: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  /** How often it was handed to the provider, always under the same reference. */
  sends: z.int(),
  reason: z.nullable(z.string()),
  waitsFor: z.nullable(z.enum(["stopped", "daily-limit", "hold", "rate"])),
  approvedAt: z.iso.datetime(),
  /** When the worker looks at it next. */
  nextAt: z.iso.datetime(),
  endedAt: moment,
});
export type AdminPayout = z.infer<typeof adminPayout>;

export const payoutReview = z.object({
  id: z.string(),
  payoutId: z.nullable(z.uuid()),
  /** The withdrawal of the payout, where it is known. */
  withdrawalId: z.nullable(z.uuid()),
  rail: z.string(),
  kind: z.string(),
  summary: z.string(),
  foundAt: z.iso.datetime(),
});

export const railStop = z.object({ at: z.iso.datetime(), by: person, reason: z.string() });

export const payoutRailHealth = z.object({
  rail: z.enum(payoutRails),
  /** Null while payouts are sent. */
  stopped: z.nullable(railStop),
  /** Approved and not sent yet. */
  waiting: queue,
  /** Sent, and no result yet. */
  sent: queue,
  unknown: queue,
  /** In the last 24 hours, in US dollars. */
  sentAmount: amount,
  dailyLimit: z.nullable(amount),
  failed24h: z.int(),
  lastConfirmedAt: moment,
});
export type PayoutRailHealth = z.infer<typeof payoutRailHealth>;

/** How reading deposits from a network goes. */
export const depositRailHealth = z.object({
  network: z.enum(paymentNetworks),
  /** `failing`: the last round failed. `down`: no round has worked for five minutes. `unread`: no round has ended yet. */
  state: z.enum(["working", "failing", "down", "unread"]),
  lastSuccessAt: moment,
  lastError: z.nullable(z.object({ at: z.iso.datetime(), text: z.string() })),
  /** The latest block of the node, and the last one that was read. Null for M-Pesa. */
  tip: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** When the last new block was read; for M-Pesa, when missed payments were last asked for. */
  lastReadAt: moment,
  /** The last call-back of M-Pesa. */
  lastReportAt: moment,
});
export type DepositRailHealth = z.infer<typeof depositRailHealth>;

export const localRate = z.object({
  currency: z.enum(localCurrencies),
  /** Units of it for one US dollar. */
  rate: decimal,
  source: z.string(),
  setAt: z.iso.datetime(),
  /** Null when it is in force. */
  takesEffectAt: moment,
});
export type LocalRate = z.infer<typeof localRate>;

/** A rate that waits for another administrator. It ends undecided after 24 hours. */
export const localRateProposal = z.object({
  id: z.string(),
  currency: z.enum(localCurrencies),
  rate: decimal,
  source: z.string(),
  askedBy: z.extend(person, { id: z.uuid() }),
  askedAt: z.iso.datetime(),
});
export type LocalRateProposal = z.infer<typeof localRateProposal>;

/** A local rate may differ by this many per cent from its anchor, the last one that was not set alone. */
export const FREE_RATE_CHANGE_PCT = 3;
/** A rate that differs more takes effect after this number of minutes. */
export const RATE_WAIT_MINUTES = 60;

export const payoutOverview = z.object({
  mode: z.enum(["manual", "automatic"]),
  rails: z.array(payoutRailHealth),
  /** The networks that deposits are read from. */
  depositRails: z.array(depositRailHealth),
  /** In flight first, of these unknown results first and then the oldest; then the latest that ended. At most 100. */
  payouts: z.array(adminPayout),
  /** Reports that no rule decides, oldest first, at most 50. */
  reviews: z.array(payoutReview),
  /** By rail and month (UTC, YYYY-MM), latest month first, at most 100. */
  fees: z.array(
    z.object({
      rail: z.enum(payoutRails),
      month: z.string(),
      payouts: z.int(),
      paid: amount,
      fees: amount,
      /** Payments whose fee is not known yet. */
      withoutFee: z.int(),
    }),
  ),
  /** Charges that were booked from statements, by account and month of the lines (YYYY-MM), latest month first, at most 100. */
  charges: z.array(z.object({ account: z.string(), month: z.string(), lines: z.int(), amount: decimal })),
  /** By currency: the rate in force, and then those that take effect later. */
  rates: z.array(localRate),
  rateProposals: z.array(localRateProposal),
  /** For the administrators whose rates wait. */
  shared: z.array(sharedTrace),
  /** Deposits and payouts whose rate has moved, the next to end first, at most 50. */
  rateHolds: z.array(adminRateHold),
});
export type PayoutOverview = z.infer<typeof payoutOverview>;

export const getPayouts = defineCall({
  method: "GET",
  path: "/api/admin/payouts",
  summary: "Get the payout rails, payments in flight, entries for review, fees and rates",
  permission: "admin",
  answers: { 200: payoutOverview },
});

const rail = z.object({ rail: z.enum(payoutRails) });
const requiredText = (message: string, most = 500) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(most, message));
const REASON_MESSAGE = "Please give a reason of at most 500 characters";

/** Stops a rail: nothing more is sent over it. Payments that were sent go on to their end. */
export const stopRail = defineCall({
  method: "POST",
  path: "/api/admin/payout-rails/:rail/stop",
  summary: "Stop sending payouts over a rail",
  permission: "admin",
  ...acts.stopRail,
  params: rail,
  body: z.strictObject({ reason: requiredText(REASON_MESSAGE) }),
  answers: { 200: payoutRailHealth },
  errors: ["CONFLICT"],
});

export const resumeRail = defineCall({
  method: "POST",
  path: "/api/admin/payout-rails/:rail/resume",
  summary: "Send payouts over a stopped rail again",
  permission: "admin",
  ...acts.resumeRail,
  params: rail,
  answers: { 200: payoutRailHealth },
  errors: ["CONFLICT"],
});

const RECEIPT_MESSAGE = "Please enter the provider's receipt or reference";

/** Decides a payment whose result is unknown, after a look at the provider's own records. */
export const resolvePayout = defineCall({
  method: "POST",
  path: "/api/admin/payouts/:id/resolve",
  summary: "Decide a payment whose result is unknown",
  permission: "admin",
  ...acts.resolvePayout,
  movesMoney: true,
  params: z.object({ id: z.string() }),
  body: z.discriminatedUnion("outcome", [
    z.strictObject({
      outcome: z.literal("paid"),
      receipt: requiredText(RECEIPT_MESSAGE, 200),
      reason: requiredText(REASON_MESSAGE),
    }),
    z.strictObject({ outcome: z.literal("not-paid"), reason: requiredText(REASON_MESSAGE) }),
  ]),
  answers: { 200: adminPayout },
});

/** Closes an entry for review with what was decided. Moves no money. */
export const decidePayoutReview = defineCall({
  method: "POST",
  path: "/api/admin/payout-reviews/:review/decide",
  summary: "Close an entry for review with a decision",
  permission: "admin",
  ...acts.decidePayoutReview,
  params: z.object({ review: z.string().check(z.regex(/^\d{1,18}$/)) }),
  body: z.strictObject({ decision: requiredText("Please say what was decided, in at most 500 characters") }),
  answers: { 204: null },
});

const RATE_MESSAGE = "Please enter the units of this currency for one US dollar, such as 129.25";

/**
 * Sets the rate of a local currency. It counts for 24 hours. One that differs from its anchor by more than 3 per cent takes effect an
 * hour after another administrator has agreed; the first one needs another administrator in live mode alone. In a demo with one
 * administrator it takes effect after an hour.
 */
export const setLocalRate = defineCall({
  method: "POST",
  path: "/api/admin/local-rates",
  summary: "Set the rate of a local currency for 24 hours",
  permission: "admin",
  ...acts.setLocalRate,
  body: z.strictObject({
    currency: z.enum(localCurrencies),
    rate: z.string(RATE_MESSAGE).check(z.regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,8})?$/, RATE_MESSAGE)),
    source: requiredText("Please say where the rate comes from", 200),
  }),
  answers: { 201: localRate, 202: z.object({ proposal: localRateProposal, message: z.string() }) },
});

/** Agrees to a rate that another administrator asked for, or declines it. Who asked can only decline. */
export const decideLocalRate = defineCall({
  method: "POST",
  path: "/api/admin/local-rate-proposals/:proposal/decide",
  summary: "Agree to a local rate that another administrator asked for, or decline it",
  permission: "admin",
  ...acts.decideLocalRate,
  params: z.object({ proposal: z.string().check(z.regex(/^\d{1,18}$/)) }),
  body: z.strictObject({ decision: z.enum(["confirm", "decline"], "decision must be confirm or decline") }),
  answers: { 204: null },
});

/** The answer that Daraja expects to a call-back. */
const received = z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") });
const secret = z.object({ secret: z.string() });
const MAX_BODY_BYTES = 65_536;

/**
 * Call-backs of payment providers. Daraja's are unsigned: a secret in the path, a list of addresses, and the comparison of id,
 * amount and state stand in for a signature. The other ones are signed, and only say when to ask for the status.
 */
export const receiveB2cResult = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/b2c-result",
  summary: "Receive the result of an M-Pesa payout",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  params: secret,
  answers: { 200: received },
});

export const receiveB2cTimeout = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/b2c-timeout",
  summary: "Receive that an M-Pesa payout waited too long",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  params: secret,
  answers: { 200: received },
});

export const receiveStatusResult = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/status-result",
  summary: "Receive the status of an M-Pesa payout",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  params: secret,
  answers: { 200: received },
});

export const receiveStatusTimeout = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/status-timeout",
  summary: "Receive that a status question waited too long",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  params: secret,
  answers: { 200: received },
});

export const receivePaystackEvent = defineCall({
  method: "POST",
  path: "/api/callbacks/paystack",
  summary: "Receive an event of Paystack",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  answers: { 204: null },
  errors: ["NOT_FOUND"],
});

export const receiveFlutterwaveEvent = defineCall({
  method: "POST",
  path: "/api/callbacks/flutterwave",
  summary: "Receive an event of Flutterwave",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  answers: { 204: null },
  errors: ["NOT_FOUND"],
});
