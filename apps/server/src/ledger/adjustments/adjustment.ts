import { randomUUID } from "node:crypto";
import {
  ADJUSTMENT_DAYS,
  DAY_MS,
  formatAmount,
  type Adjustment,
  type AdjustmentStatus,
  type WaitingAdjustment,
} from "@wazi/contracts";
import { type Cents, formatCents, investorAccount, ZERO_CENTS } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { Person } from "@wazi/contracts";
import type { ActingAdministrator } from "../../record/api.ts";
import { createOperationId, type Operation } from "../door/operation.ts";
import type { AloneControl } from "../acts/acts-alone.ts";
import type { AdjustmentRow, NamedAdjustmentRow } from "./store.ts";
import * as texts from "../../messages/ledger.ts";

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

/** Adds the record of an adjustment that one administrator applies alone, for the list of adjustments. */
export function listAppliedAlone(
  operation: Operation,
  asked: AskedAdjustment,
  { admin, now }: { admin: ActingAdministrator; now: Date },
): Operation {
  if (asked.counted === 0n) return operation;
  const row: AdjustmentRow = { ...toRow(asked, admin, now), status: "applied", decidedAt: now };
  return { ...operation, writes: { ...operation.writes, adjustments: [row] } };
}

const MISSING_REASON = texts.adjustmentReasonMissing;

/**
 * Builds the operation that asks another administrator to approve an adjustment. Moves no money.
 * @throws AppError VALIDATION the reason is missing
 */
export function requestApproval(
  control: AloneControl,
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
  const body = {
    pendingAdjustment: toAdjustment(row, now),
    approvers: control.approvers,
    message: explainSecond(control),
  };
  return { operation, answer: { status: 202, body } };
}

/** @param control of an administrator who has a limit */
function explainSecond({ limit, approvers }: AloneControl): string {
  return texts.adjustmentNeedsApproval({
    limit: formatAmount(formatCents(limit ?? ZERO_CENTS)),
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
