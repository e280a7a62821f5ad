import * as z from "zod/mini";
import { amount, decimal, requestAmount } from "../amount.ts";
import { defineCall } from "../call.ts";
import { depositPayment } from "./deposit-payments.ts";
import { localAmount, rateHold } from "../ledger/local-amounts.ts";
import { depositCurrencies, depositNetworks, depositStatuses, MIN_DEPOSIT_CENTS } from "../lists.ts";
import { messages } from "../messages.ts";

export const deposit = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  amount,
  currency: z.string(),
  network: z.string(),
  walletAddress: z.string(),
  /** True for an address of a test network: real money must not be sent to it. */
  isTestAddress: z.boolean(),
  /** The amount to send in `currency`, computed at `rate` (US dollars per coin). */
  cryptoAmount: decimal,
  rate: decimal,
  /** The credited amount if it differs from the requested one. */
  receivedAmount: z.nullable(amount),
  transactionHash: z.nullable(z.string()),
  /** For money that arrived late or for a closed deposit: the deposit it was meant for. */
  lateFor: z.nullable(z.uuid()),
  status: z.enum(depositStatuses),
  /** In lists, and when there are any: payments to its address, the newest first. */
  payments: z.optional(z.array(depositPayment)),
  /** In lists, and where there was a rate: the requested amount in the investor's local currency at that time. */
  local: z.optional(localAmount),
  /** In lists: it waits because the rate of its currency has moved, or its amount was decided. */
  rateHold: z.optional(rateHold),
  /** In lists: the prompt on the investor's phone to pay by M-Pesa. */
  prompt: z.optional(
    z.object({
      phoneNumber: z.string(),
      status: z.enum(["requested", "sent", "unknown", "failed", "paid"]),
      reason: z.nullable(z.string()),
    }),
  ),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** When it was credited, cancelled or rejected; null while it is pending. */
  settledAt: z.nullable(z.iso.datetime()),
});
export type Deposit = z.infer<typeof deposit>;

export const listDeposits = defineCall({
  method: "GET",
  path: "/api/user/deposits",
  summary: "List the signed-in user's deposits",
  permission: "signed-in",
  answers: { 200: z.array(deposit) },
});

export const createDeposit = defineCall({
  method: "POST",
  path: "/api/user/deposits",
  summary: "Create a deposit and get its payment address",
  permission: "investor",
  movesMoney: true,
  body: z
    .strictObject({
      amount: requestAmount(messages.invalidDeposit, { cents: MIN_DEPOSIT_CENTS, message: messages.depositTooSmall }),
      currency: z.enum(depositCurrencies, "Please choose a cryptocurrency"),
      network: z.string("Please choose a network").check(z.maxLength(16, "Please choose a network")),
    })
    .check(
      z.refine(({ currency, network }) => depositNetworks[currency].some((each) => each === network), {
        error: "Please choose a network of this cryptocurrency",
        path: ["network"],
      }),
    ),
  answers: { 201: deposit },
  errors: ["PRICE_UNAVAILABLE"],
});

/** The practice money of the demo, in dollars. */
export const PRACTICE_AMOUNT = "1000.00";

/** Demo mode only, for an investor without a completed deposit: credits practice money at once. */
export const givePracticeMoney = defineCall({
  method: "POST",
  path: "/api/user/practice-money",
  summary: "Credit practice money, in demo mode, before the first deposit",
  permission: "investor",
  movesMoney: true,
  answers: { 201: deposit },
  errors: ["NOT_FOUND"],
});

export const cancelDeposit = defineCall({
  method: "POST",
  path: "/api/user/deposits/:id/cancel",
  summary: "Cancel a pending deposit",
  permission: "investor",
  movesMoney: true,
  params: z.object({ id: z.string() }),
  answers: { 200: deposit },
});
