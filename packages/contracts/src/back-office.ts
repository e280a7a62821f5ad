import * as z from "zod/mini";
import { requestAmount } from "./amount.ts";
import { currentUser } from "./auth.ts";
import { defineCall } from "./call.ts";
import { deposit } from "./deposits.ts";
import { withdrawal } from "./withdrawals.ts";

const owner = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });

export const adminUser = z.extend(currentUser, {
  createdAt: z.iso.datetime(),
  lastLoginAt: z.nullable(z.iso.datetime()),
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminDeposit = z.extend(deposit, { user: owner });
export type AdminDeposit = z.infer<typeof adminDeposit>;

export const adminWithdrawal = z.extend(withdrawal, { user: owner });
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;

const id = z.object({ id: z.string() });
const hash = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)));

export const listUsers = defineCall({
  method: "GET",
  path: "/api/admin/users",
  permission: "admin",
  answers: { 200: z.array(adminUser) },
});

export const listAllDeposits = defineCall({
  method: "GET",
  path: "/api/admin/deposits",
  permission: "admin",
  answers: { 200: z.array(adminDeposit) },
});

export const listAllWithdrawals = defineCall({
  method: "GET",
  path: "/api/admin/withdrawals",
  permission: "admin",
  answers: { 200: z.array(adminWithdrawal) },
});

export const settleDeposit = defineCall({
  method: "POST",
  path: "/api/admin/deposits/:id/approve",
  permission: "admin",
  movesMoney: true,
  params: id,
  body: z.strictObject({
    status: z.enum(["completed", "failed"]),
    receivedAmount: z.optional(requestAmount("Please enter the amount that was received")),
    transactionHash: hash,
  }),
  answers: { 200: adminDeposit },
});

export const settleWithdrawal = defineCall({
  method: "POST",
  path: "/api/admin/withdrawals/:id/approve",
  permission: "admin",
  movesMoney: true,
  params: id,
  body: z.strictObject({
    status: z.enum(["completed", "rejected"]),
    transactionHash: hash,
    notes: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  }),
  answers: { 200: adminWithdrawal },
});
