import type { Adjustment, AdminUser, WaitingAdjustment } from "@wazi/contracts";
import { add, computeAdjustedAmount, formatCents, parseCents, subtract } from "@wazi/domain";
import {
  listAppliedAlone,
  needsSecond,
  readAloneControl,
  recordAct,
  requestApproval,
  type AskedAdjustment,
  type NamedAdjustmentRow,
  type InvestorSnapshot,
  type Operation,
  type RequestKey,
} from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { type ActingAdministrator, type AuditActor, toPerson } from "../../record/api.ts";
import { toAccountFigures, buildInvestmentOperation } from "../../investing/api.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import { toAdminUser } from "../users/read-admin-users.ts";
import type { BackOfficeDeps } from "../users/delete-user.ts";
import {
  decideAccountAdjustment,
  readAdjustmentBasis,
  type AccountAdjustment,
  type AdjustmentBasis,
  type AdjustmentBody,
} from "./decide-account-adjustment.ts";
import * as texts from "../../messages/office.ts";

/** The figures that an administrator can set. */
const settableFigures = ["balance", "totalInvested", "totalProfit"] as const;

type Answer = { status: 200; body: AdminUser } | { status: 202; body: WaitingAdjustment };

/**
 * Sets the given figures of a user's account by one ledger adjustment with the administrator's id and reason. It appears in
 * the investor's statement and never counts as earned by trading. Above ADMIN_ALONE_DAILY_LIMIT, counted over what the
 * administrator did alone in 24 hours, it waits for another one.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT a figure has changed · INSUFFICIENT_FUNDS more than can be
 * taken away · BOT_UNAVAILABLE no bot accepts money · PRICE_UNAVAILABLE · VALIDATION the reason is missing
 */
export function adjustAccount(
  deps: BackOfficeDeps,
  input: { admin: ActingAdministrator; userId: string; body: AdjustmentBody; requestKey: RequestKey | null },
): Promise<Answer> {
  const { admin, userId, body } = input;
  const reason = body.reason ? body.reason : null;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: async () => {
      const now = deps.now();
      const read = await readAdjustmentBasis(deps, { userId, adminId: admin.id });
      const whose = { adminId: admin.id, investorId: read.user.id };
      const control = await readAloneControl(deps.sql, { ...whose, now, rule: deps.aloneRule });
      return { read, control, now };
    },
    decide: ({ read, control, now }): { operation: Operation; answer: Answer } => {
      const adjustment = decideAccountAdjustment(read, body);
      const asked = toAskedAdjustment(read, adjustment, body, reason);
      if (needsSecond("adjustAccount", control, asked.counted)) return requestApproval(control, asked, { admin, now });
      if (deps.requiresReason && reason === null) refuseMissingReason();
      const applied = buildAdjustment(read, adjustment, { actor: admin, reason });
      const operation = listAppliedAlone(applied, asked, { admin, now });
      const act = { act: "adjustAccount" as const, subjectId: read.user.id, amount: asked.counted, now };
      return {
        operation: recordAct(operation, control, act),
        answer: { status: 200, body: toAdminUser(read.user, adjustment.after) },
      };
    },
  });
}

/**
 * Decides the operation of an adjustment that another administrator approved: the balance and the total invested must be as
 * when it was asked for. The running profit changes with prices, so the approved change is applied to its current value.
 * @throws AppError as `adjustAccount`
 */
export async function applyApprovedAdjustment(
  deps: BackOfficeDeps,
  adjustment: NamedAdjustmentRow,
  approver: ActingAdministrator,
): Promise<Operation> {
  const { userId, before, after, reason } = adjustment;
  const read = await readAdjustmentBasis(deps, { userId, adminId: approver.id });
  const { totalProfit, ...unchanged } = before;
  const current = toAccountFigures(read.snapshot).totalProfit;
  const profit =
    totalProfit === undefined ? {} : { totalProfit: moveTarget(current, totalProfit, after["totalProfit"]) };
  const decided = decideAccountAdjustment(read, { ...after, ...profit, expected: unchanged });
  return buildAdjustment(read, decided, { actor: approver, reason });
}

function moveTarget(current: string, before: string, after = before): string {
  return formatCents(add(parseCents(current), subtract(parseCents(after), parseCents(before))));
}

function refuseMissingReason(): never {
  const message = texts.adjustmentReasonMissing;
  throw new AppError("VALIDATION", message, { fields: { reason: message } });
}

/** The figures that change, before and after, and what counts for the limit. */
function toAskedAdjustment(
  { user, snapshot }: AdjustmentBasis,
  { decision, after }: AccountAdjustment,
  body: AdjustmentBody,
  reason: string | null,
): AskedAdjustment {
  const [was, is] = [toAccountFigures(snapshot), toAccountFigures(after)];
  const given = settableFigures.filter((name) => body[name] !== undefined);
  const pick = (figures: typeof was): Adjustment["before"] =>
    Object.fromEntries(given.map((name) => [name, figures[name]]));
  return {
    kind: "account",
    userId: user.id,
    user: toPerson(user),
    depositId: null,
    transactionHash: null,
    before: pick(was),
    after: pick(is),
    counted: computeAdjustedAmount(decision),
    reason,
  };
}

function buildAdjustment(
  { user, snapshot }: AdjustmentBasis,
  { basis, decision, after }: AccountAdjustment,
  { actor, reason }: { actor: AuditActor; reason: string | null },
): Operation {
  const operation = buildInvestmentOperation({
    snapshot,
    basis,
    decision,
    kind: "adjustment",
    actorId: actor.id,
    reason,
  });
  return addAuditEvent(operation, actor, snapshot, toAdminUser(user, after), reason);
}

function addAuditEvent(
  operation: Operation,
  admin: AuditActor,
  snapshot: InvestorSnapshot,
  after: AdminUser,
  reason: string | null,
): Operation {
  const row = {
    actorId: admin.id,
    action: "user.adjust",
    subjectType: "user",
    subjectId: snapshot.userId,
    before: toAccountFigures(snapshot),
    after: { ...after.account, reason },
    address: admin.address,
  };
  return { ...operation, writes: { ...operation.writes, audit: [row] } };
}
