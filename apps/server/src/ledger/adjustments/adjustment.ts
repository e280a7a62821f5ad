import { randomUUID } from "node:crypto";
import {
  ADJUSTMENT_DAYS,
  DAY_MS,
  formatAmount,
  type Adjustment,
  type AdjustmentStatus,
  type WaitingAdjustment,
} from "@wazi/contracts";
import { add, cents, formatCents, investorAccount, parseCents, type Cents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { Person } from "@wazi/contracts";
import type { ActingAdministrator } from "../../record/api.ts";
import { createOperationId, type Operation } from "../door/operation.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { readAdjustmentSums, type AdjustmentRow, type AdjustmentSums, type NamedAdjustmentRow } from "./store.ts";
import * as texts from "../../messages/ledger.ts";

/** The amount that one administrator may adjust alone in 24 hours. */
export interface AdjustmentLimits {
  perInvestor: Cents;
  /** For all investors together, so that many accounts do not help; null: no limit. */
  forAll: Cents | null;
}

const TIMES_FOR_ALL = 10n;

/** The limits of the settings. Without one for all, live mode has ten times that of an investor, and a demo has none. */
export function findAdjustmentLimits({
  mode,
  adjustmentLimit: perInvestor,
  adjustmentTotalLimit: total,
}: {
  mode: "demo" | "live";
  adjustmentLimit: Cents;
  adjustmentTotalLimit: Cents | undefined;
}): AdjustmentLimits {
  return { perInvestor, forAll: total ?? (mode === "live" ? cents(perInvestor * TIMES_FOR_ALL) : null) };
}

/** The amounts that administrators may still adjust alone for an investor, read for one decision. */
export interface AdjustmentControl extends AdjustmentSums {
  limits: AdjustmentLimits;
  userId: string;
  since: Date;
  adminId: string;
}

/** The limits count the amounts that were adjusted alone from this time on. */
export const findAdjustedSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

export async function readAdjustmentControl(
  sql: Queryable,
  { userId, adminId, now, limits }: { userId: string; adminId: string; now: Date; limits: AdjustmentLimits },
): Promise<AdjustmentControl> {
  const since = findAdjustedSince(now);
  return { limits, userId, since, adminId, ...(await readAdjustmentSums(sql, { adminId, userId, since })) };
}

/** True if one administrator may not adjust this amount alone, with what was adjusted alone in the 24 hours before. */
export function needsApproval({ adjustedBefore, adjustedByAdmin, limits }: AdjustmentControl, counted: Cents): boolean {
  if (counted <= 0n) return false;
  const isAboveForAll = limits.forAll !== null && add(parseCents(adjustedByAdmin), counted) > limits.forAll;
  return isAboveForAll || add(parseCents(adjustedBefore), counted) > limits.perInvestor;
}

/** An administrator's request for an adjustment. */
export interface AskedAdjustment extends Pick<
  AdjustmentRow,
  "kind" | "userId" | "depositId" | "transactionHash" | "reason"
> {
  user: Person;
  before: Record<string, string>;
  after: Record<string, string>;
  counted: Cents;
}

function toRow(asked: AskedAdjustment, admin: ActingAdministrator, now: Date): NamedAdjustmentRow {
  const { counted, ...rest } = asked;
  return {
    ...rest,
    id: randomUUID(),
    counted: formatCents(counted),
    status: "pending",
    askedBy: admin.id,
    asker: admin.person,
    askerRole: null,
    askedAt: now,
    expiresAt: new Date(now.getTime() + ADJUSTMENT_DAYS * DAY_MS),
    decidedBy: null,
    decider: null,
    decidedAt: null,
    note: null,
    version: "1",
  };
}

/** Adds the record of an adjustment that one administrator applies alone. The door refuses it if the sum has changed. */
export function recordAdjustedAlone(
  plain: Operation,
  control: AdjustmentControl,
  asked: AskedAdjustment,
  { admin, now }: { admin: ActingAdministrator; now: Date },
): Operation {
  if (asked.counted === 0n) return plain;
  const row: AdjustmentRow = { ...toRow(asked, admin, now), status: "applied", decidedAt: now };
  const { userId, since, adjustedBefore: amount, adminId, adjustedByAdmin } = control;
  const adjustedBy = [{ adminId, since, amount: adjustedByAdmin }];
  const operation = { ...plain, expects: { ...plain.expects, adjustedBy } };
  return {
    ...operation,
    expects: { ...operation.expects, adjustedAlone: [{ userId, since, amount }] },
    writes: { ...operation.writes, adjustments: [row] },
  };
}

const MISSING_REASON = texts.adjustmentReasonMissing;

/**
 * Builds the operation that asks another administrator to approve an adjustment. Moves no money.
 * @throws AppError VALIDATION the reason is missing
 */
export function requestApproval(
  control: AdjustmentControl,
  asked: AskedAdjustment,
  { admin, now }: { admin: ActingAdministrator; now: Date },
): { operation: Operation; answer: { status: 202; body: WaitingAdjustment } } {
  if (asked.reason === null || asked.reason === "") {
    throw new AppError("VALIDATION", MISSING_REASON, { fields: { reason: MISSING_REASON } });
  }
  const row = toRow(asked, admin, now);
  const { before, after, counted, reason } = row;
  const operation: Operation = {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [investorAccount(row.userId, "deposit_funds")] },
    expects: {},
    writes: {
      adjustments: [row],
      audit: [
        {
          actorId: admin.id,
          action: "adjustment.request",
          subjectType: "user",
          subjectId: row.userId,
          before,
          after: { ...after, counted, reason, adjustmentId: row.id },
          address: admin.address,
        },
      ],
    },
  };
  const body = { pendingAdjustment: toAdjustment(row, now), approvers: control.approvers, message: explain(control) };
  return { operation, answer: { status: 202, body } };
}

function explain({ limits, approvers }: AdjustmentControl): string {
  const { perInvestor, forAll } = limits;
  return texts.adjustmentNeedsApproval({
    perInvestor: formatAmount(formatCents(perInvestor)),
    hasTotal: forAll === null ? "no" : "yes",
    forAll: forAll === null ? "" : formatAmount(formatCents(forAll)),
    hasApprover: approvers === 0 ? "no" : "yes",
  });
}

export function statusAt({ status, expiresAt }: AdjustmentRow, now: Date): AdjustmentStatus {
  return status === "pending" && expiresAt <= now ? "expired" : status;
}

export function toAdjustment(row: NamedAdjustmentRow, now: Date): Adjustment {
  return {
    id: row.id,
    kind: row.kind,
    user: { ...row.user, id: row.userId },
    depositId: row.depositId,
    transactionHash: row.transactionHash,
    before: row.before,
    after: row.after,
    counted: row.counted,
    reason: row.reason,
    status: statusAt(row, now),
    askedBy: { ...row.asker, id: row.askedBy },
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy: row.decider && row.decidedBy ? { ...row.decider, id: row.decidedBy } : null,
    decidedAt: row.decidedBy ? (row.decidedAt?.toISOString() ?? null) : null,
    note: row.note,
  };
}
