import * as z from "zod/mini";
import { amount, requestAmount, shownAmount } from "./amount.ts";
import { defineCall } from "./call.ts";
import { deposit } from "./deposits.ts";
import { depositCurrencies, depositStatuses, withdrawalStatuses, withdrawalTypes } from "./lists.ts";
import { choiceFilter, listAnswer, listQuery, momentFilter, searchFilter, userFilter } from "./paging.ts";
import { withdrawal } from "./withdrawals.ts";

export const person = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });
export type Person = z.infer<typeof person>;

/** Who ended a request, and when; null while it is open, and where nobody's hand did (a window that was cancelled). */
export const settlement = {
  settledBy: z.nullable(person),
  settledAt: z.nullable(z.iso.datetime()),
};

export const adminDeposit = z.extend(deposit, { user: person, ...settlement });
export type AdminDeposit = z.infer<typeof adminDeposit>;

/** Of a destination in one line, with every letter of it written out by its number. */
const MAX_DESTINATION_LENGTH = 5_000;

/** An administrator's word that this amount may be paid to this destination, and nothing else. */
export const withdrawalConfirmation = z.object({
  confirmedBy: z.extend(person, { id: z.uuid() }),
  confirmedAt: z.iso.datetime(),
  amount,
  destination: z.string(),
});

export const adminWithdrawal = z.extend(withdrawal, {
  user: person,
  ...settlement,
  /** Where the money goes, in one line: what a confirmation is bound to. */
  destination: z.string(),
  /** True while it is open and above the amount from which two administrators are needed. */
  needsConfirmation: z.boolean(),
  confirmation: z.nullable(withdrawalConfirmation),
});
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;

export const depositSorts = ["waiting", "createdAt", "-createdAt", "amount", "-amount", "user", "-user"] as const;
export const withdrawalSorts = [...depositSorts] as const;

const id = z.object({ id: z.string() });
const HASH_MESSAGE = "transactionHash must be a text of 1 to 200 characters; leave it out where there is none";
const hash = z.optional(
  z.string(HASH_MESSAGE).check(z.trim(), z.minLength(1, HASH_MESSAGE), z.maxLength(200, HASH_MESSAGE)),
);
const NOTES_MESSAGE = "notes must be a text of at most 500 characters";

const depositFilters = {
  status: choiceFilter("status", depositStatuses),
  currency: choiceFilter("currency", depositCurrencies),
  user: userFilter,
  /** In the owner's name and e-mail, the address, the transaction hash and the id. */
  search: searchFilter(),
  from: momentFilter("from"),
  to: momentFilter("to"),
};

const withdrawalFilters = {
  status: choiceFilter("status", withdrawalStatuses),
  withdrawalType: choiceFilter("withdrawalType", withdrawalTypes),
  user: userFilter,
  /** In the owner's name and e-mail, the destination, the transaction hash and the id. */
  search: searchFilter(MAX_DESTINATION_LENGTH),
  from: momentFilter("from"),
  to: momentFilter("to"),
};

const waiting = z.object({
  count: z.int(),
  /** Since when the one that has waited longest waits; null where none does. */
  oldestAt: z.nullable(z.iso.datetime()),
});

/** How many users there are besides administrators, and what waits for a decision. */
export const backOfficeOverview = z.object({
  users: z.int(),
  deposits: waiting,
  withdrawals: waiting,
  verifications: waiting,
});
export type BackOfficeOverview = z.infer<typeof backOfficeOverview>;

export const getOverview = defineCall({
  method: "GET",
  path: "/api/admin/overview",
  permission: "admin",
  answers: { 200: backOfficeOverview },
});

export const listAllDeposits = defineCall({
  method: "GET",
  path: "/api/admin/deposits",
  permission: "admin",
  query: listQuery({ ...depositFilters, sort: choiceFilter("sort", depositSorts) }),
  answers: { 200: listAnswer(adminDeposit) },
});

/** All rows that the filters leave, in the order asked for. */
export const exportDeposits = defineCall({
  method: "GET",
  path: "/api/admin/deposits.csv",
  permission: "admin",
  query: z.strictObject({ ...depositFilters, sort: choiceFilter("sort", depositSorts) }),
  mediaType: "text/csv",
  answers: { 200: null },
});

export const listAllWithdrawals = defineCall({
  method: "GET",
  path: "/api/admin/withdrawals",
  permission: "admin",
  query: listQuery({ ...withdrawalFilters, sort: choiceFilter("sort", withdrawalSorts) }),
  answers: { 200: listAnswer(adminWithdrawal) },
});

export const exportWithdrawals = defineCall({
  method: "GET",
  path: "/api/admin/withdrawals.csv",
  permission: "admin",
  query: z.strictObject({ ...withdrawalFilters, sort: choiceFilter("sort", withdrawalSorts) }),
  mediaType: "text/csv",
  answers: { 200: null },
});

export const settleDeposit = defineCall({
  method: "POST",
  path: "/api/admin/deposits/:id/approve",
  permission: "admin",
  right: "money",
  movesMoney: true,
  params: id,
  body: z.strictObject({
    status: z.enum(["completed", "failed"]),
    receivedAmount: z.optional(requestAmount("Please enter the amount that was received")),
    transactionHash: hash,
  }),
  answers: { 200: adminDeposit },
});

const HASH_MISSING = "Please enter the transaction hash";

/** Money that came late, or for a closed deposit, becomes a completed deposit of its own, linked to that one. */
export const creditLateDeposit = defineCall({
  method: "POST",
  path: "/api/admin/deposits/:id/late-credit",
  permission: "admin",
  right: "money",
  movesMoney: true,
  params: id,
  body: z.strictObject({
    amount: requestAmount("Please enter the amount that was received"),
    transactionHash: z
      .string(HASH_MISSING)
      .check(z.trim(), z.minLength(1, HASH_MISSING), z.maxLength(200, "A transaction hash has at most 200 characters")),
  }),
  answers: { 201: adminDeposit },
});

export const settleWithdrawal = defineCall({
  method: "POST",
  path: "/api/admin/withdrawals/:id/approve",
  permission: "admin",
  right: "money",
  movesMoney: true,
  params: id,
  body: z.strictObject({
    status: z.enum(["completed", "rejected"]),
    transactionHash: hash,
    notes: z.optional(z.string(NOTES_MESSAGE).check(z.trim(), z.maxLength(500, NOTES_MESSAGE))),
    /** What the administrator had before their eyes: a 409 where it no longer holds. */
    expected: z.optional(
      z.strictObject({ amount: shownAmount, destination: z.string().check(z.maxLength(MAX_DESTINATION_LENGTH)) }),
    ),
  }),
  answers: { 200: adminWithdrawal },
});

/**
 * The first of two administrators, above FOUR_EYES_ABOVE: this amount may be paid to this destination. Another one
 * completes it then.
 */
export const confirmWithdrawal = defineCall({
  method: "POST",
  path: "/api/admin/withdrawals/:id/confirm",
  permission: "admin",
  right: "money",
  params: id,
  body: z.strictObject({
    amount: requestAmount("Please give the amount that you confirm"),
    destination: z
      .string("Please give the destination that you confirm")
      .check(z.minLength(1, "Please give the destination that you confirm"), z.maxLength(MAX_DESTINATION_LENGTH)),
  }),
  answers: { 200: adminWithdrawal },
});

/**
 * A pending one is given back; one that has ended is hidden from this list alone. One that is being paid can't be deleted.
 * `expected`: the status that the administrator had before their eyes, a 409 where it is another one now.
 */
export const deleteWithdrawal = defineCall({
  method: "DELETE",
  path: "/api/admin/withdrawals/:id",
  permission: "admin",
  right: "money",
  movesMoney: true,
  params: id,
  query: z.strictObject({ expected: choiceFilter("expected", withdrawalStatuses) }),
  answers: { 204: null },
});
