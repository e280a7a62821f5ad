import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { waitingAdjustment } from "./adjustments.ts";
import { amount, targetAmount } from "../amount.ts";
import { accountFreeze } from "../people/account-recovery.ts";
import { accountFigures, currentUser } from "../people/accounts.ts";
import { person } from "../person.ts";
import { defineCall } from "../call.ts";
import { exitKinds, packageTier } from "../investing/investments.ts";
import { botMarkets, documentTypes, kycStatuses, markets, riskTolerances, withdrawalStatuses } from "../lists.ts";
import { messages } from "../messages.ts";
import { choiceFilter, listAnswer, listQuery, searchFilter } from "../paging.ts";

export const adminUser = z.extend(currentUser, {
  createdAt: z.iso.datetime(),
  lastLoginAt: z.nullable(z.iso.datetime()),
  /** Needed because `kycStatus` is also pending when no documents were sent. Only in lists and details. */
  hasPendingVerification: z.optional(z.boolean()),
});
export type AdminUser = z.infer<typeof adminUser>;

/** A user's active position as administrators see it. */
export const adminPosition = z.object({
  botId: z.uuid(),
  name: z.string(),
  market: z.enum(botMarkets),
  allocatedAmount: amount,
  value: amount,
  runningProfit: amount,
  /** The part of it that is interest on the bot's idle cash. */
  interest: amount,
  lossCarried: amount,
  userSharePct: z.int(),
  /** The gain above which a profit share is taken: any, or what Treasury bills would have earned. */
  shareAbove: z.enum(["nothing", "bills"]),
  /** False if a trade is open without a fresh price; `value` is then the last known one. */
  fresh: z.boolean(),
  activatedAt: z.iso.datetime(),
});
export type AdminPosition = z.infer<typeof adminPosition>;

export const adminUserDetail = z.object({
  user: adminUser,
  /** Only while its owner's freeze lets no one sign in. */
  frozenAt: z.optional(z.iso.datetime()),
  /** The freeze that holds payouts. Its administrator is null for the owner's. */
  freeze: z.nullable(z.extend(accountFreeze, { by: z.nullable(person) })),
  /** Answers given at sign-up. */
  profile: z.object({
    birthday: z.nullable(z.iso.date()),
    preferredMarket: z.nullable(z.enum(markets)),
    riskTolerance: z.nullable(z.enum(riskTolerances)),
    marketingOptIn: z.boolean(),
  }),
  hasSecondFactor: z.boolean(),
  /** The package tier reached by completed deposits. */
  tier: z.pick(packageTier, { tier: true, tierName: true, maxBots: true }),
  positions: z.array(adminPosition),
  /** Exits that wait for a price. */
  waitingExits: z.array(
    z.object({
      id: z.uuid(),
      botId: z.uuid(),
      name: z.string(),
      kind: z.enum(exitKinds),
      /** Own money or share of the gain to take out; null for everything. */
      amount: z.nullable(amount),
      requestedAt: z.iso.datetime(),
    }),
  ),
  /** Number of pending requests. */
  pending: z.object({ deposits: z.int(), withdrawals: z.int(), verifications: z.int() }),
  /** The pending requests; there is at most one of each kind. */
  pendingItems: z.object({
    deposit: z.nullable(z.object({ id: z.uuid(), amount, createdAt: z.iso.datetime() })),
    withdrawal: z.nullable(
      z.object({ id: z.uuid(), amount, status: z.enum(withdrawalStatuses), createdAt: z.iso.datetime() }),
    ),
    verification: z.nullable(z.object({ id: z.uuid(), createdAt: z.iso.datetime() })),
  }),
  /** The latest documents, whatever their status. */
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
  /** Null for an active user. */
  deactivation: z.nullable(z.object({ at: z.iso.datetime(), reason: z.nullable(z.string()), by: z.nullable(person) })),
  /** Number of open sessions. */
  sessions: z.int(),
  /** Reasons why the user cannot be deleted now, each a sentence; empty if deletion is possible. */
  deletionObstacles: z.array(z.string()),
});
export type AdminUserDetail = z.infer<typeof adminUserDetail>;

/** The deactivated user, and the bots whose positions wait for a price to be closed. */
export const deactivatedUser = z.extend(adminUser, { waitingBotIds: z.array(z.uuid()) });
export type DeactivatedUser = z.infer<typeof deactivatedUser>;

const id = z.object({ id: z.string() });
const reason = z.optional(
  z.string("reason must be text").check(z.trim(), z.maxLength(500, "reason must be at most 500 characters")),
);

/** Running profit changes with every price, so lists cannot be sorted by it. */
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
  summary: "List all investors with their balances",
  permission: "admin",
  right: "people",
  query: listQuery({ ...userFilters, sort: choiceFilter("sort", userSorts) }),
  answers: { 200: listAnswer(adminUser) },
});

/** All matching users in the requested order. */
export const exportUsers = defineCall({
  method: "GET",
  path: "/api/admin/users.csv",
  summary: "Export the investors as CSV",
  permission: "admin",
  query: z.strictObject({ ...userFilters, sort: choiceFilter("sort", userSorts) }),
  mediaType: "text/csv",
  answers: { 200: null },
  errors: ["RATE_LIMITED"],
});

export const getUser = defineCall({
  method: "GET",
  path: "/api/admin/users/:id",
  summary: "Get an investor's profile, positions, pending requests and the reasons that prevent deletion",
  permission: "admin",
  right: "people",
  params: id,
  answers: { 200: adminUserDetail },
});

const kycStatus = z.enum(kycStatuses, `kycStatus must be one of: ${kycStatuses.join(", ")}`);

/** `expected` is the status that the administrator saw; 409 if it has changed. */
export const setKycStatus = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/kyc",
  summary: "Set an investor's KYC status; a 409 if it differs from `expected`",
  permission: "admin",
  ...acts.setKycStatus,
  params: id,
  body: z.strictObject({ kycStatus, expected: choiceFilter("expected", kycStatuses) }),
  answers: { 200: adminUser },
  errors: ["CONFLICT"],
});

const figures = {
  balance: z.optional(targetAmount("balance")),
  totalInvested: z.optional(targetAmount("totalInvested")),
  /** May be negative: the displayed running profit includes losses of positions. */
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

/** The effect of an adjustment, computed by the same code; no money is moved. */
export const adjustmentPreview = z.object({
  before: accountFigures,
  after: accountFigures,
  /** The ledger entries that would be posted; they sum to zero. */
  lines: z.array(
    z.object({
      /** Name of the account, such as "Deposit funds of the user" or "Platform: adjustments". */
      account: z.string(),
      /** Change in dollars; negative if money is taken out. */
      amount,
    }),
  ),
  /** The amount that counts for the limit of one administrator. */
  counted: amount,
  /** The amount that all acts of the caller without a second administrator could move in the last 24 hours. */
  adjustedBefore: amount,
  limit: amount,
  /** True if another administrator must approve it. */
  needsApproval: z.boolean(),
  /** The number of administrators who may approve it. */
  approvers: z.int(),
});
export type AdjustmentPreview = z.infer<typeof adjustmentPreview>;

export const previewAdjustment = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/balance/preview",
  summary: "Preview an adjustment",
  permission: "admin",
  ...acts.previewAdjustment,
  params: id,
  body: adjustmentBody,
  answers: { 200: adjustmentPreview },
  errors: ["CONFLICT", "INSUFFICIENT_FUNDS", "BOT_UNAVAILABLE", "PRICE_UNAVAILABLE"],
});

/** Sets figures of a user's account by ledger adjustments. `expected` holds the figures that the caller saw; 409 if one has changed. */
export const adjustAccount = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/balance",
  summary: "Adjust an investor's balances with ledger adjustments",
  permission: "admin",
  ...acts.adjustAccount,
  movesMoney: true,
  params: id,
  body: adjustmentBody,
  answers: { 200: adminUser, 202: waitingAdjustment },
  errors: ["INSUFFICIENT_FUNDS", "BOT_UNAVAILABLE", "PRICE_UNAVAILABLE"],
});

export const deactivateUser = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/deactivate",
  summary: "Close an investor's positions and restrict the account to viewing and withdrawing",
  permission: "admin",
  ...acts.deactivateUser,
  movesMoney: true,
  params: id,
  body: z.strictObject({ reason }),
  optionalBody: true,
  answers: { 200: deactivatedUser },
});

/**
 * Holds payouts for 72 hours, ends sessions and cancels resets. The owner reads the reason. For longer than that, or again within 30
 * days, it takes an administrator with full access who did not freeze the account last: 14 days at a time.
 */
export const freezeUser = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/freeze",
  summary: "Freeze an account for 72 hours, or as another administrator for 14 days more",
  permission: "admin",
  ...acts.freezeUser,
  params: id,
  body: z.strictObject({
    reason: z
      .string(messages.freezeReasonMissing)
      .check(
        z.trim(),
        z.minLength(1, messages.freezeReasonMissing),
        z.maxLength(500, "reason must be at most 500 characters"),
      ),
  }),
  answers: { 200: accountFreeze },
  errors: ["CONFLICT"],
});

/** Ends a freeze; 409 when they are not frozen. */
export const unfreezeUser = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/unfreeze",
  summary: "End the freeze of an account",
  permission: "admin",
  ...acts.unfreezeUser,
  params: id,
  answers: { 204: null },
  errors: ["CONFLICT"],
});

export const activateUser = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/activate",
  summary: "Reactivate a deactivated user",
  permission: "admin",
  ...acts.activateUser,
  params: id,
  answers: { 200: adminUser },
  errors: ["CONFLICT"],
});

export const deleteUser = defineCall({
  method: "DELETE",
  path: "/api/admin/users/:id",
  summary: "Delete a user without money and without pending requests",
  permission: "admin",
  ...acts.deleteUser,
  params: id,
  answers: { 204: null },
  errors: ["CONFLICT"],
});

export const endUserSessions = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/sessions/end",
  summary: "End all of an investor's sessions",
  permission: "admin",
  ...acts.endUserSessions,
  params: id,
  answers: { 204: null },
});
