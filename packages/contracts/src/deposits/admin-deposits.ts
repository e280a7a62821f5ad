import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { requestAmount } from "../amount.ts";
import { defineCall } from "../call.ts";
import { depositCurrencies, depositStatuses } from "../lists.ts";
import { waitingAdjustment } from "../office/adjustments.ts";
import { choiceFilter, listAnswer, listQuery, momentFilter, searchFilter, userFilter } from "../paging.ts";
import { person } from "../person.ts";
import { deposit } from "./deposits.ts";

/** The person who ended a request. Null while it is open, and for one that its owner cancelled. */
export const settlement = { settledBy: z.nullable(person) };

export const adminDeposit = z.extend(deposit, { user: person, ...settlement });
export type AdminDeposit = z.infer<typeof adminDeposit>;

export const depositSorts = ["waiting", "createdAt", "-createdAt", "amount", "-amount", "user", "-user"] as const;

const id = z.object({ id: z.string() });
const HASH_MESSAGE = "transactionHash must be a text of 1 to 200 characters. Leave it out if there is none.";
/** A reference of the payment that a request was settled with. */
export const settledHash = z.optional(
  z.string(HASH_MESSAGE).check(z.trim(), z.minLength(1, HASH_MESSAGE), z.maxLength(200, HASH_MESSAGE)),
);
const reason = z.optional(
  z.string("reason must be text").check(z.trim(), z.maxLength(500, "reason must be at most 500 characters")),
);

const depositFilters = {
  status: choiceFilter("status", depositStatuses),
  currency: choiceFilter("currency", depositCurrencies),
  user: userFilter,
  /** Matches the owner's name and e-mail address, the wallet address, the transaction hash and the id. */
  search: searchFilter(),
  from: momentFilter("from"),
  to: momentFilter("to"),
};

export const listAllDeposits = defineCall({
  method: "GET",
  path: "/api/admin/deposits",
  summary: "List all deposits",
  permission: "admin",
  right: "people",
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

export const settleDeposit = defineCall({
  method: "POST",
  path: "/api/admin/deposits/:id/approve",
  summary: "Approve or reject a pending deposit",
  permission: "admin",
  ...acts.settleDeposit,
  movesMoney: true,
  params: id,
  body: z.strictObject({
    status: z.enum(["completed", "failed"]),
    receivedAmount: z.optional(requestAmount("Please enter the amount that was received")),
    transactionHash: settledHash,
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
  ...acts.creditLateDeposit,
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
