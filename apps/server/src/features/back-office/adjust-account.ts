import type { AdminUser } from "@wazi/contracts";
import type { AuditActor } from "../../core/audit/store.ts";
import { toAccountFigures } from "../../core/investors/account-figures.ts";
import { buildInvestmentOperation } from "../../core/investors/investment-operation.ts";
import type { InvestorSnapshot } from "../../core/investors/store.ts";
import type { Operation } from "../../core/ledger/operation.ts";
import { runAdministratorOperation } from "../../core/ledger/run-administrator-operation.ts";
import type { RequestKey } from "../../core/idempotency/request-key.ts";
import { toAdminUser } from "./read-admin-users.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { decideAccountAdjustment, readAdjustmentBasis, type AdjustmentBody } from "./decide-account-adjustment.ts";

/**
 * Sets the given figures of a user's account by one ledger adjustment with the administrator's id and reason. It appears in
 * the investor's statement and never counts as earned by trading.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT a figure has changed · INSUFFICIENT_FUNDS more than can be
 * taken away · BOT_UNAVAILABLE no bot accepts money · PRICE_UNAVAILABLE
 */
export function adjustAccount(
  deps: BackOfficeDeps,
  input: { admin: AuditActor; userId: string; body: AdjustmentBody; requestKey: RequestKey | null },
): Promise<{ status: 200; body: AdminUser }> {
  const { admin, userId, body } = input;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: () => readAdjustmentBasis(deps, { userId, adminId: admin.id }),
    decide: (read) => {
      const { user, snapshot } = read;
      const { basis, decision, after: snapshotAfter } = decideAccountAdjustment(read, body);
      const after = toAdminUser(user, snapshotAfter);
      const reason = body.reason ? body.reason : null;
      const operation = buildInvestmentOperation({
        snapshot,
        basis,
        decision,
        kind: "adjustment",
        actorId: admin.id,
        reason,
      });
      return {
        operation: addAuditEvent(operation, admin, snapshot, after, reason),
        answer: { status: 200, body: after },
      };
    },
  });
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
