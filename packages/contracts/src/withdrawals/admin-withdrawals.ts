import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { amount, requestAmount, shownAmount } from "../amount.ts";
import { defineCall } from "../call.ts";
import { depositSorts, settledHash, settlement } from "../deposits/admin-deposits.ts";
import { payoutRails, withdrawalStatuses } from "../lists.ts";
import { choiceFilter, listAnswer, listQuery, momentFilter, searchFilter, userFilter } from "../paging.ts";
import { person } from "../person.ts";
import { sharedTrace } from "../people/administrators.ts";
import { withdrawalTypes } from "./withdrawal-kinds.ts";
import { withdrawal } from "./withdrawals.ts";

/** Enough for a destination whose characters are all written as escapes. */
const MAX_DESTINATION_LENGTH = 5_000;

/** An administrator's approval of exactly this amount to exactly this destination. */
export const withdrawalConfirmation = z.object({
  confirmedBy: z.extend(person, { id: z.uuid() }),
  confirmedAt: z.iso.datetime(),
  amount,
  destination: z.string(),
  /** For the one who confirmed, while it is pending. */
  shared: z.array(sharedTrace),
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
  /** True while it is open and paying it would take the caller above what one administrator may do alone. */
  needsConfirmation: z.boolean(),
  /** The amount that the investor asked for in the 24 hours up to this request, itself included; null once it has ended. */
  dayAmount: z.nullable(amount),
  confirmation: z.nullable(withdrawalConfirmation),
  /** True if completing it would hold it, because the rate of its currency has moved: nothing must be paid yet. */
  isRateMoved: z.boolean(),
  /** The administrator who deleted it. It stays visible to the others. */
  hiddenBy: z.nullable(person),
  hiddenAt: z.nullable(z.iso.datetime()),
});
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;

export const withdrawalSorts = [...depositSorts] as const;

const id = z.object({ id: z.string() });
const RELEASE_MESSAGE = "Please say why the withdrawal can be paid out before the hold ends";
const NOTES_MESSAGE = "notes must be a text of at most 500 characters";

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

export const listAllWithdrawals = defineCall({
  method: "GET",
  path: "/api/admin/withdrawals",
  summary: "List all withdrawals",
  permission: "admin",
  right: "people",
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

export const settleWithdrawal = defineCall({
  method: "POST",
  path: "/api/admin/withdrawals/:id/approve",
  summary: "Mark a withdrawal as paid or reject it",
  permission: "admin",
  ...acts.settleWithdrawal,
  movesMoney: true,
  params: id,
  body: z.strictObject({
    status: z.enum(["completed", "rejected"]),
    transactionHash: settledHash,
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

/** The first of the two approvals needed above ADMIN_ALONE_DAILY_LIMIT. Another administrator then completes the withdrawal. */
export const confirmWithdrawal = defineCall({
  method: "POST",
  path: "/api/admin/withdrawals/:id/confirm",
  summary: "Confirm a large withdrawal as the first of two administrators",
  permission: "admin",
  ...acts.confirmWithdrawal,
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
  ...acts.releaseWithdrawal,
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
  ...acts.deleteWithdrawal,
  movesMoney: true,
  params: id,
  query: z.strictObject({ expected: choiceFilter("expected", withdrawalStatuses) }),
  answers: { 204: null },
});
