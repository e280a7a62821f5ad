import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { amount, decimal, requestAmount } from "../amount.ts";
import { defineCall } from "../call.ts";
import { localAmount, rateHold } from "../ledger/local-amounts.ts";
import { payoutRails, payoutStates, withdrawalStatuses } from "../lists.ts";
import { HOUR_MS } from "@wazi/domain/durations";
import { messages } from "../messages.ts";
import { withdrawalTypes } from "./withdrawal-kinds.ts";

/** Why withdrawals are held: a recent change of the account, or its owner's request to freeze it. */
export const withdrawalHoldReasons = [
  "password-changed",
  "password-reset",
  "factor-changed",
  "email-changed",
  "account-frozen",
] as const;

/** Until `endsAt` a withdrawal can be requested, but is not paid out. */
export const withdrawalHold = z.object({
  reasons: z.array(z.enum(withdrawalHoldReasons)),
  endsAt: z.iso.datetime(),
});
export type WithdrawalHold = z.infer<typeof withdrawalHold>;

/** A withdrawal is decided within this time of its request, or of the end of its last hold, whatever its amount. */
export const WITHDRAWAL_DECISION_MS = 48 * HOUR_MS;

/** The latest payment of a withdrawal over a rail. The platform pays every fee of it. */
export const withdrawalPayout = z.object({
  id: z.uuid(),
  rail: z.enum(payoutRails),
  state: z.enum(payoutStates),
  attempt: z.int(),
  /** The amount that the recipient gets: `localAmount` of `currency`, at `rate` units of it for one US dollar. */
  currency: z.string(),
  localAmount: decimal,
  rate: decimal,
  rateAt: z.iso.datetime(),
  /** The account holder's name as the provider gives it. */
  recipientName: z.nullable(z.string()),
  sentAt: z.nullable(z.iso.datetime()),
  /** The platform's cost in US dollars, and as the provider charged it; null while it is not known. */
  fee: z.nullable(amount),
  feeAmount: z.nullable(decimal),
  feeCurrency: z.nullable(z.string()),
});
export type WithdrawalPayout = z.infer<typeof withdrawalPayout>;

export const withdrawal = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  amount,
  withdrawalType: z.enum(withdrawalTypes),
  currency: z.nullable(z.string()),
  network: z.nullable(z.string()),
  destinationAddress: z.nullable(z.string()),
  country: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  transactionHash: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  status: z.enum(withdrawalStatuses),
  /** True if the investor cancelled it; its status is then `rejected`. */
  isCancelled: z.boolean(),
  /** Only while it is pending; null if it can be paid out now. */
  hold: z.nullable(withdrawalHold),
  /** The latest time of its decision; null once it is approved or has ended. */
  decideBy: z.nullable(z.iso.datetime()),
  /** In the investor's list, while two people must decide: above which amount they must, and whether there are two now. */
  twoPeople: z.optional(z.object({ above: amount, isPossible: z.boolean() })),
  /** Null before it is approved, and if it was paid by hand without a recorded fee. */
  payout: z.nullable(withdrawalPayout),
  /** In lists, and where there was a rate: the amount in the investor's local currency when it was requested. */
  local: z.optional(localAmount),
  /** In lists: it waits because the rate of its currency has moved, or its amount was decided. */
  rateHold: z.optional(rateHold),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** When it was paid, cancelled or rejected; null while it is open. */
  settledAt: z.nullable(z.iso.datetime()),
});
export type Withdrawal = z.infer<typeof withdrawal>;

const text = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(200))));

const destinationFields = {
  withdrawalType: z.enum(withdrawalTypes, "Please choose how you want to be paid"),
  currency: text,
  network: text,
  destinationAddress: text,
  country: text,
  bankName: text,
  accountName: text,
  phoneNumber: text,
};

export const listWithdrawals = defineCall({
  method: "GET",
  path: "/api/user/withdrawals",
  summary: "List the signed-in user's withdrawals",
  permission: "signed-in",
  answers: { 200: z.array(withdrawal) },
});

/** Also open to restricted users, so that everyone can always withdraw their own money. The destination is checked by `withdrawalDestination`. */
export const createWithdrawal = defineCall({
  method: "POST",
  path: "/api/user/withdrawals",
  summary: "Request a withdrawal; the amount is held at once",
  permission: "signed-in",
  stepUp: "with-factor",
  asksLast: true,
  movesMoney: true,
  body: z.strictObject({
    amount: requestAmount(messages.invalidWithdrawal),
    ...destinationFields,
  }),
  answers: { 201: withdrawal },
  errors: ["INSUFFICIENT_FUNDS", "WITHDRAWAL_LIMIT"],
});

/** Cancels one's own pending withdrawal. The money returns to the balance. */
export const cancelWithdrawal = defineCall({
  method: "POST",
  path: "/api/user/withdrawals/:id/cancel",
  summary: "Cancel a pending withdrawal; the money returns to the balance",
  permission: "signed-in",
  movesMoney: true,
  params: z.object({ id: z.string() }),
  answers: { 200: withdrawal },
});

/** Also open to restricted users. A confirmation by administrators covers the amount that was cancelled, and not the new one. */
export const replaceWithdrawal = defineCall({
  method: "POST",
  path: "/api/user/withdrawals/:id/replace",
  summary: "Replace a waiting withdrawal by a smaller one to the same destination, in the same place of the queue",
  permission: "signed-in",
  stepUp: "with-factor",
  asksLast: true,
  movesMoney: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({ amount: requestAmount(messages.invalidWithdrawal) }),
  answers: { 201: withdrawal },
});

/** The holder of an account, as a payment provider gives the name. */
export const recipientCheck = z.object({
  /** Null where the provider tells no name, or did not answer, and where withdrawals are paid by hand. */
  holderName: z.nullable(z.string()),
  /** True if it is not the investor's own name. */
  isOtherName: z.boolean(),
});
export type RecipientCheck = z.infer<typeof recipientCheck>;

/** Asks the payment provider for the account holder's name before a withdrawal is requested. Moves no money. A 409: there is no such account. */
export const checkRecipient = defineCall({
  method: "POST",
  path: "/api/user/withdrawals/recipient",
  summary: "Get the account holder's name of a destination from its payment provider",
  permission: "signed-in",
  body: z.strictObject(destinationFields),
  answers: { 200: recipientCheck },
  errors: ["CONFLICT", "RATE_LIMITED"],
});

/** The limits and delays of the user's next withdrawal. */
export const withdrawalTerms = z.object({
  hold: z.nullable(withdrawalHold),
  /** Null without a daily limit. */
  dailyLimit: z.nullable(
    z.object({
      limit: amount,
      /** The amount that can still be requested now. */
      left: amount,
      /** When all of the limit is free again; null if it is. */
      fullAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** How long a new destination waits in the address book; 0 if any destination can be used at once. */
  addressWaitHours: z.int(),
});
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>;

export const getWithdrawalTerms = defineCall({
  method: "GET",
  path: "/api/user/withdrawals/terms",
  summary: "Get what limits or delays the signed-in user's next withdrawal",
  permission: "signed-in",
  answers: { 200: withdrawalTerms },
});

/** A destination in the address book. */
export const payoutAddress = z.object({
  id: z.uuid(),
  withdrawalType: z.enum(withdrawalTypes),
  currency: z.nullable(z.string()),
  network: z.nullable(z.string()),
  destinationAddress: z.nullable(z.string()),
  country: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  /** The destination in one line. */
  destination: z.string(),
  addedAt: z.iso.datetime(),
  usableFrom: z.iso.datetime(),
});
export type PayoutAddress = z.infer<typeof payoutAddress>;

/** The address book, newest first, at most 20. */
export const listPayoutAddresses = defineCall({
  method: "GET",
  path: "/api/user/payout-addresses",
  summary: "List the signed-in user's saved payout destinations",
  permission: "signed-in",
  answers: { 200: z.array(payoutAddress) },
});

export const addPayoutAddress = defineCall({
  method: "POST",
  path: "/api/user/payout-addresses",
  summary: "Save a payout destination in the address book",
  permission: "signed-in",
  stepUp: "with-factor",
  body: z.strictObject(destinationFields),
  answers: { 201: payoutAddress },
  errors: ["CONFLICT"],
});

export const removePayoutAddress = defineCall({
  method: "DELETE",
  path: "/api/user/payout-addresses/:id",
  summary: "Remove a saved payout destination",
  permission: "signed-in",
  params: z.object({ id: z.string() }),
  answers: { 204: null },
});

export const systemSettings = z.object({
  gasFeeAddress: z.string(),
  gasFeeAmount: z.string(),
});
export type SystemSettings = z.infer<typeof systemSettings>;

export const getSystemSettings = defineCall({
  method: "GET",
  path: "/api/system/settings",
  summary: "Get the gas wallet and the amount reserved per payout",
  permission: "signed-in",
  answers: { 200: systemSettings },
});

const MAX_ADDRESS_LENGTH = 200;
const MAX_FEE_LENGTH = 100;
const tooLong = (most: number): string => `Please enter at most ${most} characters`;
const filled = (most: number) =>
  z.string(messages.allFields).check(z.trim(), z.minLength(1, messages.allFields), z.maxLength(most, tooLong(most)));
const seen = (most: number) => z.string().check(z.maxLength(most, tooLong(most)));

/** `expected` holds the settings that the administrator saw; 409 if they have changed. */
export const changeSystemSettings = defineCall({
  method: "POST",
  path: "/api/admin/settings",
  summary: "Set the gas wallet and the amount reserved per payout; a 409 if they differ from `expected`",
  permission: "admin",
  ...acts.changeSystemSettings,
  body: z.strictObject({
    gasFeeAddress: filled(MAX_ADDRESS_LENGTH),
    gasFeeAmount: filled(MAX_FEE_LENGTH),
    expected: z.optional(
      z.strictObject({ gasFeeAddress: seen(MAX_ADDRESS_LENGTH), gasFeeAmount: seen(MAX_FEE_LENGTH) }),
    ),
  }),
  answers: { 200: systemSettings },
  errors: ["CONFLICT"],
});
