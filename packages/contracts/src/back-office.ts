import * as z from "zod/mini";
import { requestAmount } from "./amount.ts";
import { defineCall } from "./call.ts";
import { deposit } from "./deposits.ts";
import { depositCurrencies, depositStatuses, withdrawalStatuses, withdrawalTypes } from "./lists.ts";
import { choiceFilter, listAnswer, listQuery, momentFilter, searchFilter } from "./paging.ts";
import { withdrawal } from "./withdrawals.ts";

export const owner = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });

export const adminDeposit = z.extend(deposit, { user: owner });
export type AdminDeposit = z.infer<typeof adminDeposit>;

export const adminWithdrawal = z.extend(withdrawal, { user: owner });
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;

const id = z.object({ id: z.string() });
const hash = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)));

export const listAllDeposits = defineCall({
  method: "GET",
  path: "/api/admin/deposits",
  permission: "admin",
  query: listQuery({
    status: choiceFilter("status", depositStatuses),
    currency: choiceFilter("currency", depositCurrencies),
    search: searchFilter,
    from: momentFilter("from"),
    to: momentFilter("to"),
  }),
  answers: { 200: listAnswer(adminDeposit) },
});

export const listAllWithdrawals = defineCall({
  method: "GET",
  path: "/api/admin/withdrawals",
  permission: "admin",
  query: listQuery({
    status: choiceFilter("status", withdrawalStatuses),
    withdrawalType: choiceFilter("withdrawalType", withdrawalTypes),
    search: searchFilter,
    from: momentFilter("from"),
    to: momentFilter("to"),
  }),
  answers: { 200: listAnswer(adminWithdrawal) },
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

const hashMissing = "Please enter the transaction hash";

/** Money that came late, or for a closed deposit, becomes a completed deposit of its own, linked to that one. */
export const creditLateDeposit = defineCall({
  method: "POST",
  path: "/api/admin/deposits/:id/late-credit",
  permission: "admin",
  movesMoney: true,
  params: id,
  body: z.strictObject({
    amount: requestAmount("Please enter the amount that was received"),
    transactionHash: z
      .string(hashMissing)
      .check(z.trim(), z.minLength(1, hashMissing), z.maxLength(200, "A transaction hash has at most 200 characters")),
  }),
  answers: { 201: adminDeposit },
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

/** A pending one is given back; one that has ended is hidden from this list alone. One that is being paid can't be deleted. */
export const deleteWithdrawal = defineCall({
  method: "DELETE",
  path: "/api/admin/withdrawals/:id",
  permission: "admin",
  movesMoney: true,
  params: id,
  answers: { 204: null },
});
