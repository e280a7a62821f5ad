import * as z from "zod/mini";
import { waitingAdjustment } from "./adjustments.ts";
import { amount, requestAmount, shownAmount } from "./amount.ts";
import { defineCall } from "./call.ts";
import { deposit } from "./deposits.ts";
import { depositCurrencies, depositStatuses, payoutRails, withdrawalStatuses, withdrawalTypes } from "./lists.ts";
import { choiceFilter, listAnswer, listQuery, momentFilter, searchFilter, userFilter } from "./paging.ts";
import { person } from "./person.ts";
import { withdrawal } from "./withdrawals.ts";

/** The person who ended a request. Null while it is open, and for one that its owner cancelled. */
export const settlement = { settledBy: z.nullable(person) };

export const adminDeposit = z.extend(deposit, { user: person, ...settlement });
export type AdminDeposit = z.infer<typeof adminDeposit>;

/** Enough for a destination whose characters are all written as escapes. */
const MAX_DESTINATION_LENGTH = 5_000;

/** An administrator's approval of exactly this amount to exactly this destination. */
export const withdrawalConfirmation = z.object({
  confirmedBy: z.extend(person, { id: z.uuid() }),
  confirmedAt: z.iso.datetime(),
  amount,
  destination: z.string(),
});

export const adminWithdrawal = z.extend(withdrawal, {
  user: person,
  ...settlement,
  /** The destination in one line. A confirmation is only valid for this text. */
  destination: z.string(),
  /** The rail that pays it when it is completed without a reference; null if it is paid by hand. */
  payoutRail: z.nullable(z.enum(payoutRails)),
  /** The account holder's name that the investor saw before the request; null if none was shown. */
  recipient: z.nullable(z.object({ holderName: z.string(), isOtherName: z.boolean() })),
  /** True while the withdrawal is open and needs two administrators. */
  needsConfirmation: z.boolean(),
  /** The amount that the investor asked for in the 24 hours up to this request, itself included; null once it has ended. */
  dayAmount: z.nullable(amount),
  confirmation: z.nullable(withdrawalConfirmation),
  /** The administrator who deleted it. It stays visible to the others. */
  hiddenBy: z.nullable(person),
  hiddenAt: z.nullable(z.iso.datetime()),
});
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;

export const depositSorts = ["waiting", "createdAt", "-createdAt", "amount", "-amount", "user", "-user"] as const;
export const withdrawalSorts = [...depositSorts] as const;

const id = z.object({ id: z.string() });
const HASH_MESSAGE = "transactionHash must be a text of 1 to 200 characters. Leave it out if there is none.";
const RELEASE_MESSAGE = "Please say why the withdrawal can be paid out before the hold ends";
const hash = z.optional(
  z.string(HASH_MESSAGE).check(z.trim(), z.minLength(1, HASH_MESSAGE), z.maxLength(200, HASH_MESSAGE)),
);
const reason = z.optional(
  z.string("reason must be text").check(z.trim(), z.maxLength(500, "reason must be at most 500 characters")),
);
const NOTES_MESSAGE = "notes must be a text of at most 500 characters";

const depositFilters = {
  status: choiceFilter("status", depositStatuses),
  currency: choiceFilter("currency", depositCurrencies),
  user: userFilter,
  /** Matches the owner's name and e-mail address, the wallet address, the transaction hash and the id. */
  search: searchFilter(),
  from: momentFilter("from"),
  to: momentFilter("to"),
};

const withdrawalFilters = {
  status: choiceFilter("status", withdrawalStatuses),
  withdrawalType: choiceFilter("withdrawalType", withdrawalTypes),
  /** `only`: those that an administrator deleted. Otherwise all except those that the caller deleted. */
  hidden: choiceFilter("hidden", ["only"]),
  user: userFilter,
  /** Matches the owner's name and e-mail address, the destination, the transaction hash and the id. */
  search: searchFilter(MAX_DESTINATION_LENGTH),
  from: momentFilter("from"),
  to: momentFilter("to"),
};

const queue = z.object({
  count: z.int(),
  /** When the oldest pending request was created; null when the queue is empty. */
  oldestAt: z.nullable(z.iso.datetime()),
});

/** The number of investors and the queues of pending requests. */
export const backOfficeOverview = z.object({
  users: z.int(),
  deposits: queue,
  withdrawals: queue,
  verifications: queue,
  /** Adjustments that wait for another administrator. */
  adjustments: queue,
});
export type BackOfficeOverview = z.infer<typeof backOfficeOverview>;

export const getOverview = defineCall({
  method: "GET",
  path: "/api/admin/overview",
  summary: "Count users and pending requests",
  permission: "admin",
  answers: { 200: backOfficeOverview },
});

export const listAllDeposits = defineCall({
  method: "GET",
  path: "/api/admin/deposits",
  summary: "List all deposits",
  permission: "admin",
  query: listQuery({ ...depositFilters, sort: choiceFilter("sort", depositSorts) }),
  answers: { 200: listAnswer(adminDeposit) },
});

/** All matching rows in the requested order. */
export const exportDeposits = defineCall({
  method: "GET",
  path: "/api/admin/deposits.csv",
  summary: "Export the deposits as CSV",
  permission: "admin",
  query: z.strictObject({ ...depositFilters, sort: choiceFilter("sort", depositSorts) }),
  mediaType: "text/csv",
  answers: { 200: null },
  errors: ["RATE_LIMITED"],
});

export const listAllWithdrawals = defineCall({
  method: "GET",
  path: "/api/admin/withdrawals",
  summary: "List all withdrawals",
  permission: "admin",
  query: listQuery({ ...withdrawalFilters, sort: choiceFilter("sort", withdrawalSorts) }),
  answers: { 200: listAnswer(adminWithdrawal) },
});

export const exportWithdrawals = defineCall({
  method: "GET",
  path: "/api/admin/withdrawals.csv",
  summary: "Export the withdrawals as CSV",
  permission: "admin",
  query: z.strictObject({ ...withdrawalFilters, sort: choiceFilter("sort", withdrawalSorts) }),
  mediaType: "text/csv",
  answers: { 200: null },
  errors: ["RATE_LIMITED"],
});

export const settleDeposit = defineCall({
  method: "POST",
  path: "/api/admin/deposits/:id/approve",
  summary: "Approve or reject a pending deposit",
  permission: "admin",
  right: "money",
  movesMoney: true,
  params: id,
  body: z.strictObject({
    status: z.enum(["completed", "failed"]),
    receivedAmount: z.optional(requestAmount("Please enter the amount that was received")),
    transactionHash: hash,
    /** Why more than the request is credited; required when another administrator must approve it. */
    reason,
  }),
  answers: { 200: adminDeposit, 202: waitingAdjustment },
});

const HASH_MISSING = "Please enter the transaction hash";

/** Credits money that arrived late or for a closed deposit, as a separate completed deposit that is linked to the first. */
export const creditLateDeposit = defineCall({
  method: "POST",
  path: "/api/admin/deposits/:id/late-credit",
  summary: "Credit money that arrived late for a closed deposit",
  permission: "admin",
  right: "money",
  movesMoney: true,
  params: id,
  body: z.strictObject({
    amount: requestAmount("Please enter the amount that was received"),
    transactionHash: z
      .string(HASH_MISSING)
      .check(z.trim(), z.minLength(1, HASH_MISSING), z.maxLength(200, "A transaction hash has at most 200 characters")),
    /** Why more than the request is credited; required when another administrator must approve it. */
    reason,
  }),
  answers: { 201: adminDeposit, 202: waitingAdjustment },
});

export const settleWithdrawal = defineCall({
  method: "POST",
  path: "/api/admin/withdrawals/:id/approve",
  summary: "Mark a withdrawal as paid or reject it",
  permission: "admin",
  right: "money",
  movesMoney: true,
  params: id,
  body: z.strictObject({
    status: z.enum(["completed", "rejected"]),
    transactionHash: hash,
    /** The payment's cost for the platform, for one that was paid by hand. */
    fee: z.optional(
      z
        .string("fee must be an amount in US dollars")
        .check(z.regex(/^\d{1,6}(\.\d{1,2})?$/, "fee must be an amount in US dollars")),
    ),
    /** The recipient's name differs from the investor's, and the administrator accepts it. */
    acceptsName: z.optional(z.boolean()),
    notes: z.optional(z.string(NOTES_MESSAGE).check(z.trim(), z.maxLength(500, NOTES_MESSAGE))),
    /** The values that the administrator saw; 409 if they have changed. */
    expected: z.optional(
      z.strictObject({ amount: shownAmount, destination: z.string().check(z.maxLength(MAX_DESTINATION_LENGTH)) }),
    ),
  }),
  answers: { 200: adminWithdrawal },
  errors: ["PRICE_UNAVAILABLE"],
});

/** The first of the two approvals needed above FOUR_EYES_ABOVE. Another administrator then completes the withdrawal. */
export const confirmWithdrawal = defineCall({
  method: "POST",
  path: "/api/admin/withdrawals/:id/confirm",
  summary: "Confirm a large withdrawal as the first of two administrators",
  permission: "admin",
  right: "money",
  params: id,
  body: z.strictObject({
    amount: requestAmount("Please give the amount to confirm"),
    destination: z
      .string("Please give the destination to confirm")
      .check(z.minLength(1, "Please give the destination to confirm"), z.maxLength(MAX_DESTINATION_LENGTH)),
  }),
  answers: { 200: adminWithdrawal },
  errors: ["CONFLICT"],
});

/** Ends the hold of the investor's withdrawals early. A later change of the account holds them again. */
export const releaseWithdrawal = defineCall({
  method: "POST",
  path: "/api/admin/withdrawals/:id/release",
  summary: "End the hold of an investor's withdrawals early, with a reason",
  permission: "admin",
  right: "money",
  params: id,
  body: z.strictObject({
    reason: z.string(RELEASE_MESSAGE).check(z.trim(), z.minLength(1, RELEASE_MESSAGE), z.maxLength(500, NOTES_MESSAGE)),
    /** The end of the hold that the administrator saw; 409 if it has changed. */
    endsAt: z.iso.datetime("Please give the end of the hold"),
  }),
  answers: { 200: adminWithdrawal },
  errors: ["CONFLICT"],
});

/**
 * A pending withdrawal is returned to the investor; a finished one is hidden from this administrator's list; one that
 * is being paid out cannot be deleted. `expected` is the status that the administrator saw; 409 if it has changed.
 */
export const deleteWithdrawal = defineCall({
  method: "DELETE",
  path: "/api/admin/withdrawals/:id",
  summary:
    "Return a pending withdrawal to the balance, or hide a finished one from your list; a 409 if the status differs from `expected`",
  permission: "admin",
  right: "money",
  movesMoney: true,
  params: id,
  query: z.strictObject({ expected: choiceFilter("expected", withdrawalStatuses) }),
  answers: { 204: null },
});
