import * as z from "zod/mini";
import { amount, requestAmount } from "./amount.ts";
import { defineCall } from "./call.ts";
import { withdrawalStatuses, withdrawalTypes } from "./lists.ts";
import { messages } from "./messages.ts";

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
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Withdrawal = z.infer<typeof withdrawal>;

const text = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(200))));

export const listWithdrawals = defineCall({
  method: "GET",
  path: "/api/user/withdrawals",
  permission: "signed-in",
  answers: { 200: z.array(withdrawal) },
});

/** Also open to restricted users, so that everyone can always withdraw their own money. The destination is checked by `withdrawalDestination`. */
export const createWithdrawal = defineCall({
  method: "POST",
  path: "/api/user/withdrawals",
  permission: "signed-in",
  movesMoney: true,
  body: z.strictObject({
    amount: requestAmount(messages.invalidWithdrawal),
    withdrawalType: z.enum(withdrawalTypes, "Please choose how you want to be paid"),
    currency: text,
    network: text,
    destinationAddress: text,
    country: text,
    bankName: text,
    accountName: text,
    phoneNumber: text,
  }),
  answers: { 201: withdrawal },
});

export const systemSettings = z.object({
  gasFeeAddress: z.string(),
  gasFeeAmount: z.string(),
});
export type SystemSettings = z.infer<typeof systemSettings>;

export const getSystemSettings = defineCall({
  method: "GET",
  path: "/api/system/settings",
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
  permission: "admin",
  right: "manage",
  body: z.strictObject({
    gasFeeAddress: filled(MAX_ADDRESS_LENGTH),
    gasFeeAmount: filled(MAX_FEE_LENGTH),
    expected: z.optional(
      z.strictObject({ gasFeeAddress: seen(MAX_ADDRESS_LENGTH), gasFeeAmount: seen(MAX_FEE_LENGTH) }),
    ),
  }),
  answers: { 200: systemSettings },
});
