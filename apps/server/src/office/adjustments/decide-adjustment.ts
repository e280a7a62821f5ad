import { type Adjustment, type AdjustmentKind, roleAllows } from "@wazi/contracts";
import { investorAccount } from "@wazi/domain";
import {
  type AloneRule,
  createOperationId,
  type Door,
  expectSecond,
  findAdjustment,
  type NamedAdjustmentRow,
  type Operation,
  type RequestKey,
  requireSecond,
  statusAt,
  toAdjustment,
  raiseVersion,
} from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { type ActingAdministrator, formatActorAndTime, formatMoment, formatName } from "../../record/api.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import * as texts from "../../messages/office.ts";

/**
 * Decides the operation of an approved adjustment, on the current data.
 * @throws AppError CONFLICT when what was asked for no longer fits the data
 */
type ApplyAdjustment = (adjustment: NamedAdjustmentRow, approver: ActingAdministrator) => Promise<Operation>;

export interface AdjustmentDeps {
  sql: Sql;
  door: Door;
  now: () => Date;
  rule: AloneRule;
  apply: Readonly<Record<AdjustmentKind, ApplyAdjustment>>;
}

type Decision = { kind: "approve"; note: null } | { kind: "reject"; note: string } | { kind: "withdraw"; note: null };

const statusAfter = { approve: "applied", reject: "rejected", withdraw: "withdrawn" } as const;

/**
 * Decides a pending adjustment. Another administrator approves or rejects it; the one who asked can only withdraw it. An
 * approval applies exactly what was asked for, or nothing.
 * @throws AppError NOT_FOUND · FORBIDDEN own request, own account, another's request to withdraw, or not yet a second person · CONFLICT decided or
 * expired, the asker may no longer adjust, or the figures have changed
 */
export function decideAdjustment(
  deps: AdjustmentDeps,
  input: { admin: ActingAdministrator; adjustmentId: string; decision: Decision; requestKey: RequestKey | null },
): Promise<{ status: 200; body: Adjustment }> {
  const { admin, decision } = input;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: async () => {
      const now = deps.now();
      const row = await findAdjustment(deps.sql, input.adjustmentId);
      if (!row) throw new AppError("NOT_FOUND", texts.adjustmentNotFound);
      refuseDecided(row, now);
      refuseWrongPerson(row, admin, decision.kind);
      if (decision.kind === "approve") await requireSecond(deps.sql, { second: admin.id, first: row.askedBy, now });
      const applied = decision.kind === "approve" ? await deps.apply[row.kind](row, admin) : null;
      return { row, applied, now };
    },
    decide: ({ row, applied, now }) => {
      const decided = { decidedBy: admin.id, decider: admin.person, decidedAt: now, note: decision.note };
      const version = raiseVersion(row.version);
      const after: NamedAdjustmentRow = { ...row, ...decided, status: statusAfter[decision.kind], version };
      const operation = addDecision(applied ?? buildEmptyOperation(row), { before: row, after, admin, decision });
      return { operation, answer: { status: 200, body: toAdjustment(after, now) } };
    },
  });
}

function refuseDecided(row: NamedAdjustmentRow, now: Date): void {
  const status = statusAt(row, now);
  switch (status) {
    case "pending":
      return;
    case "expired":
      throw new AppError("CONFLICT", texts.adjustmentExpired({ time: formatMoment(row.expiresAt) }));
    case "applied":
    case "rejected":
    case "withdrawn": {
      const actor = formatActorAndTime({ person: row.decider ?? row.asker, at: row.decidedAt });
      throw new AppError("CONFLICT", texts.adjustmentDecided({ status, ...actor }));
    }
  }
}

function refuseWrongPerson(row: NamedAdjustmentRow, admin: ActingAdministrator, kind: Decision["kind"]): void {
  if (row.userId === admin.id) throw new AppError("FORBIDDEN", texts.adjustmentOwn);
  const isAsker = row.askedBy === admin.id;
  if (kind === "withdraw") {
    if (isAsker) return;
    throw new AppError("FORBIDDEN", texts.adjustmentOfAnother);
  }
  if (isAsker) {
    throw new AppError("FORBIDDEN", texts.adjustmentNeedsAnother({ kind }));
  }
  if (kind === "approve" && (row.askerRole === null || !roleAllows(row.askerRole, "money"))) {
    const asker = formatName(row.asker);
    throw new AppError("CONFLICT", texts.adjustmentAskerWithoutRight({ asker }));
  }
}

/** The decision alone, without money. */
function buildEmptyOperation({ userId }: NamedAdjustmentRow): Operation {
  return {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
    expects: {},
  };
}

function addDecision(
  operation: Operation,
  input: { before: NamedAdjustmentRow; after: NamedAdjustmentRow; admin: ActingAdministrator; decision: Decision },
): Operation {
  const { before, after, admin, decision } = input;
  const { id, userId, askedBy, counted, reason, note, decidedAt: at } = after;
  const isApproved = decision.kind === "approve" && at !== null;
  const administrators = isApproved ? expectSecond({ second: admin.id, first: askedBy, at }, askedBy) : {};
  return {
    ...operation,
    expects: {
      ...operation.expects,
      ...administrators,
      rows: [...(operation.expects.rows ?? []), { table: "adjustments", id, version: before.version }],
    },
    writes: {
      ...operation.writes,
      adjustments: [after],
      audit: [
        ...(operation.writes?.audit ?? []),
        {
          actorId: admin.id,
          action: `adjustment.${decision.kind}`,
          subjectType: "user",
          subjectId: userId,
          before: after.before,
          after: { ...after.after, counted, reason, note, askedBy, adjustmentId: id },
          address: admin.address,
        },
      ],
    },
  };
}
