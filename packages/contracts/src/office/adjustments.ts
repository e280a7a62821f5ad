import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { amount } from "../amount.ts";
import { person } from "../person.ts";
import { defineCall } from "../call.ts";
import { choiceFilter, userFilter } from "../paging.ts";
import { sharedTrace } from "../people/administrators.ts";

/** A change of an account's figures, the credit of a deposit, or late money. */
export const adjustmentKinds = ["account", "deposit", "late-deposit"] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

export const adjustmentStatuses = ["pending", "applied", "rejected", "withdrawn", "expired"] as const;
export type AdjustmentStatus = (typeof adjustmentStatuses)[number];

/** A pending adjustment expires after this number of days. */
export const ADJUSTMENT_DAYS = 3;
/** A credit may exceed the requested deposit by this many per cent without being listed as an adjustment. */
export const FREE_EXCESS_PCT = 1;

/** Figures by name. Account: balance, totalInvested, totalProfit. Deposits: requested, credited (by this and earlier credits). */
const figures = z.record(z.string(), amount);
const personWithId = z.extend(person, { id: z.uuid() });

export const adjustment = z.object({
  id: z.uuid(),
  kind: z.enum(adjustmentKinds),
  user: personWithId,
  /** The deposit that is credited; null for an account. */
  depositId: z.nullable(z.uuid()),
  transactionHash: z.nullable(z.string()),
  /** The figures that change, when it was asked for. An approval is for exactly this change. */
  before: figures,
  after: figures,
  /** The amount that counts for ADMIN_ALONE_DAILY_LIMIT: of a credit all of it, of an account all amounts given or taken, added up. */
  counted: amount,
  reason: z.nullable(z.string()),
  status: z.enum(adjustmentStatuses),
  askedBy: personWithId,
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Null while it is pending, and for one that one administrator could apply alone. */
  decidedBy: z.nullable(personWithId),
  decidedAt: z.nullable(z.iso.datetime()),
  note: z.nullable(z.string()),
});
export type Adjustment = z.infer<typeof adjustment>;

/** The answer when another administrator must approve. No money was moved. */
export const waitingAdjustment = z.object({
  pendingAdjustment: adjustment,
  /** The number of administrators who may approve it. With none, a second administrator has to be appointed first. */
  approvers: z.int(),
  message: z.string(),
});
export type WaitingAdjustment = z.infer<typeof waitingAdjustment>;

/** Pending ones first, then the newest; at most 200. */
export const listAdjustments = defineCall({
  method: "GET",
  path: "/api/admin/adjustments",
  summary: "List adjustments and the credits above the requested deposits",
  permission: "admin",
  query: z.strictObject({ status: choiceFilter("status", adjustmentStatuses), user: userFilter }),
  answers: {
    200: z.object({
      items: z.array(adjustment),
      /** The amount that one administrator can move alone in 24 hours. */
      limit: amount,
      /** False in a demo with one administrator, who has no limit. */
      isLimited: z.boolean(),
      /** The number of other administrators who may approve what the caller asks for. */
      approvers: z.int(),
      /** For the administrators whose adjustments are pending. */
      shared: z.array(sharedTrace),
    }),
  },
});

const id = z.object({ id: z.string() });
const NOTE_MESSAGE = "Please say why you reject it";

/** Applies a pending adjustment that another administrator asked for. */
export const approveAdjustment = defineCall({
  method: "POST",
  path: "/api/admin/adjustments/:id/approve",
  summary: "Apply an adjustment that another administrator asked for",
  permission: "admin",
  ...acts.approveAdjustment,
  movesMoney: true,
  params: id,
  answers: { 200: adjustment },
});

export const rejectAdjustment = defineCall({
  method: "POST",
  path: "/api/admin/adjustments/:id/reject",
  summary: "Reject an adjustment that another administrator asked for",
  permission: "admin",
  ...acts.rejectAdjustment,
  movesMoney: true,
  params: id,
  body: z.strictObject({
    note: z
      .string(NOTE_MESSAGE)
      .check(z.trim(), z.minLength(1, NOTE_MESSAGE), z.maxLength(500, "note must be at most 500 characters")),
  }),
  answers: { 200: adjustment },
});

/** For the administrator who asked. */
export const withdrawAdjustment = defineCall({
  method: "POST",
  path: "/api/admin/adjustments/:id/withdraw",
  summary: "Withdraw an adjustment that you asked for",
  permission: "admin",
  ...acts.withdrawAdjustment,
  movesMoney: true,
  params: id,
  answers: { 200: adjustment },
});
