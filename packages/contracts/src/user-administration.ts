import * as z from "zod/mini";
import { amount, targetAmount } from "./amount.ts";
import { accountFigures, currentUser } from "./auth.ts";
import { person } from "./back-office.ts";
import { defineCall } from "./call.ts";
import { exitKinds, packageTier } from "./investments.ts";
import { documentTypes, kycStatuses, markets, riskTolerances, withdrawalStatuses } from "./lists.ts";
import { messages } from "./messages.ts";
import { choiceFilter, listAnswer, listQuery, searchFilter } from "./paging.ts";

export const adminUser = z.extend(currentUser, {
  createdAt: z.iso.datetime(),
  lastLoginAt: z.nullable(z.iso.datetime()),
  /** Whether documents wait for a decision: `kycStatus` is pending of who has sent nothing, too. Of lists and details. */
  hasPendingVerification: z.optional(z.boolean()),
});
export type AdminUser = z.infer<typeof adminUser>;

/** An active position of a user, as administrators see it. */
export const adminPosition = z.object({
  botId: z.uuid(),
  name: z.string(),
  market: z.enum(markets),
  allocatedAmount: amount,
  value: amount,
  runningProfit: amount,
  lossCarried: amount,
  userSharePct: z.int(),
  /** False when a trade is open and no fresh price is at hand: `value` is then the last one known. */
  fresh: z.boolean(),
  activatedAt: z.iso.datetime(),
});
export type AdminPosition = z.infer<typeof adminPosition>;

export const adminUserDetail = z.object({
  user: adminUser,
  /** What they said of themselves when they signed up. */
  profile: z.object({
    birthday: z.nullable(z.iso.date()),
    preferredMarket: z.nullable(z.enum(markets)),
    riskTolerance: z.nullable(z.enum(riskTolerances)),
    marketingOptIn: z.boolean(),
  }),
  /** The package that their completed deposits make. */
  tier: z.pick(packageTier, { tier: true, tierName: true, maxBots: true }),
  positions: z.array(adminPosition),
  /** Exits of positions that wait for a price. */
  waitingExits: z.array(
    z.object({
      id: z.uuid(),
      botId: z.uuid(),
      name: z.string(),
      kind: z.enum(exitKinds),
      /** Own money to be taken out, or share of the gain; null for all of it. */
      amount: z.nullable(amount),
      requestedAt: z.iso.datetime(),
    }),
  ),
  /** What waits for somebody's decision: how many of each, */
  pending: z.object({ deposits: z.int(), withdrawals: z.int(), verifications: z.int() }),
  /** and which they are: there is one of each at most. */
  pendingItems: z.object({
    deposit: z.nullable(z.object({ id: z.uuid(), amount, createdAt: z.iso.datetime() })),
    withdrawal: z.nullable(
      z.object({ id: z.uuid(), amount, status: z.enum(withdrawalStatuses), createdAt: z.iso.datetime() }),
    ),
    verification: z.nullable(z.object({ id: z.uuid(), createdAt: z.iso.datetime() })),
  }),
  /** The latest documents that were submitted, whatever became of them. */
  verification: z.nullable(
    z.object({
      id: z.uuid(),
      documentType: z.enum(documentTypes),
      status: z.enum(kycStatuses),
      rejectionReason: z.nullable(z.string()),
      createdAt: z.iso.datetime(),
      reviewedAt: z.nullable(z.iso.datetime()),
      reviewedBy: z.nullable(person),
    }),
  ),
  /** Of who is deactivated: since when, why, and by whom. */
  deactivation: z.nullable(z.object({ at: z.iso.datetime(), reason: z.nullable(z.string()), by: z.nullable(person) })),
  /** Sessions that have not ended. */
  sessions: z.int(),
  /** Why they can't be deleted now, each in a sentence; empty where they can. */
  deletionObstacles: z.array(z.string()),
});
export type AdminUserDetail = z.infer<typeof adminUserDetail>;

/** A user who has been deactivated, and the bots that wait for a price to be closed. */
export const deactivatedUser = z.extend(adminUser, { waitingBotIds: z.array(z.uuid()) });
export type DeactivatedUser = z.infer<typeof deactivatedUser>;

const id = z.object({ id: z.string() });
const reason = z.optional(
  z.string("reason must be text").check(z.trim(), z.maxLength(500, "reason must be at most 500 characters")),
);

/** Running profit moves with every price: no list is sorted by it. */
export const userSorts = [
  "createdAt",
  "-createdAt",
  "name",
  "-name",
  "balance",
  "-balance",
  "totalInvested",
  "-totalInvested",
  "lastLoginAt",
  "-lastLoginAt",
] as const;

const userFilters = {
  search: searchFilter(),
  status: choiceFilter("status", ["active", "deactivated"]),
  kycStatus: choiceFilter("kycStatus", kycStatuses),
};

export const listUsers = defineCall({
  method: "GET",
  path: "/api/admin/users",
  permission: "admin",
  query: listQuery({ ...userFilters, sort: choiceFilter("sort", userSorts) }),
  answers: { 200: listAnswer(adminUser) },
});

/** All users that the filters leave, in the order asked for. */
export const exportUsers = defineCall({
  method: "GET",
  path: "/api/admin/users.csv",
  permission: "admin",
  query: z.strictObject({ ...userFilters, sort: choiceFilter("sort", userSorts) }),
  mediaType: "text/csv",
  answers: { 200: null },
});

export const getUser = defineCall({
  method: "GET",
  path: "/api/admin/users/:id",
  permission: "admin",
  params: id,
  answers: { 200: adminUserDetail },
});

const kycStatus = z.enum(kycStatuses, `kycStatus must be one of: ${kycStatuses.join(", ")}`);

/** `expected`: the status that the administrator had before their eyes, a 409 where it is another one now. */
export const setKycStatus = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/kyc",
  permission: "admin",
  right: "manage",
  params: id,
  body: z.strictObject({ kycStatus, expected: choiceFilter("expected", kycStatuses) }),
  answers: { 200: adminUser },
});

const figures = {
  balance: z.optional(targetAmount("balance")),
  totalInvested: z.optional(targetAmount("totalInvested")),
  /** Can be negative: it is the running profit that is shown, and positions may be at a loss. */
  totalProfit: z.optional(targetAmount("totalProfit", { signed: true })),
};

const adjustmentBody = z
  .strictObject({ ...figures, reason, expected: z.optional(z.strictObject(figures)) })
  .check(
    z.refine(
      ({ balance, totalInvested, totalProfit }) => (balance ?? totalInvested ?? totalProfit) !== undefined,
      messages.allFields,
    ),
  );

/** What an adjustment would do, decided as the adjustment itself is: nothing is posted. */
export const adjustmentPreview = z.object({
  before: accountFigures,
  after: accountFigures,
  /** The ledger lines that would be posted, both sides; they sum to zero. */
  lines: z.array(
    z.object({
      /** The account in words, such as "Deposit funds of the user" or "Platform: adjustments". */
      account: z.string(),
      /** What is added to it (or taken off, below 0), in dollars. */
      amount,
    }),
  ),
});
export type AdjustmentPreview = z.infer<typeof adjustmentPreview>;

export const previewAdjustment = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/balance/preview",
  permission: "admin",
  right: "money",
  params: id,
  body: adjustmentBody,
  answers: { 200: adjustmentPreview },
});

/** Sets figures of a user's account by ledger adjustments. `expected`: what they must be now, else 409. */
export const adjustAccount = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/balance",
  permission: "admin",
  right: "money",
  movesMoney: true,
  params: id,
  body: adjustmentBody,
  answers: { 200: adminUser },
});

export const deactivateUser = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/deactivate",
  permission: "admin",
  right: "manage",
  movesMoney: true,
  params: id,
  body: z.strictObject({ reason }),
  optionalBody: true,
  answers: { 200: deactivatedUser },
});

export const activateUser = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/activate",
  permission: "admin",
  right: "manage",
  params: id,
  answers: { 200: adminUser },
});

export const deleteUser = defineCall({
  method: "DELETE",
  path: "/api/admin/users/:id",
  permission: "admin",
  right: "manage",
  params: id,
  answers: { 204: null },
});

export const endUserSessions = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/sessions/end",
  permission: "admin",
  right: "manage",
  params: id,
  answers: { 204: null },
});
