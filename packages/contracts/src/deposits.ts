import * as z from "zod/mini";
import { amount, decimal, requestAmount } from "./amount.ts";
import { defineCall } from "./call.ts";
import { depositCurrencies, depositNetworks, depositStatuses, MIN_DEPOSIT_CENTS } from "./lists.ts";
import { messages } from "./messages.ts";

export const deposit = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  amount,
  currency: z.string(),
  network: z.string(),
  walletAddress: z.string(),
  /** True while the address belongs to a test network: no real money may be sent to it. */
  isTestAddress: z.boolean(),
  /** What to send, in `currency`, reckoned at `rate` (US dollars for one). */
  cryptoAmount: decimal,
  rate: decimal,
  /** What was credited where that differs from what was asked for. */
  receivedAmount: z.nullable(amount),
  transactionHash: z.nullable(z.string()),
  /** Of money that came late or for a closed deposit: the deposit that it was meant for. */
  lateFor: z.nullable(z.uuid()),
  status: z.enum(depositStatuses),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Deposit = z.infer<typeof deposit>;

export const listDeposits = defineCall({
  method: "GET",
  path: "/api/user/deposits",
  permission: "signed-in",
  answers: { 200: z.array(deposit) },
});

export const createDeposit = defineCall({
  method: "POST",
  path: "/api/user/deposits",
  permission: "investor",
  movesMoney: true,
  body: z
    .strictObject({
      amount: requestAmount(messages.invalidDeposit, { cents: MIN_DEPOSIT_CENTS, message: messages.minimumDeposit }),
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
});

export const cancelDeposit = defineCall({
  method: "POST",
  path: "/api/user/deposits/:id/cancel",
  permission: "investor",
  movesMoney: true,
  params: z.object({ id: z.string() }),
  answers: { 200: deposit },
});
