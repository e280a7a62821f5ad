import type { AdminWithdrawal } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { formatMoment, formatName, insertAuditEvent, type AuditActor } from "../../record/api.ts";
import { toAdminWithdrawals } from "./admin-withdrawal.ts";
import { insertConfirmation, listConfirmations, lockWithdrawal } from "./confirmation-store.ts";
import {
  refuseUnneededConfirmation,
  refuseIfChanged,
  listValidConfirmations,
  type ExpectedWithdrawal,
} from "./four-eyes.ts";
import { refuseEnded } from "./withdrawal-settlement.ts";
import { findWithdrawalWithOwner } from "./store.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

/**
 * The first of two administrators confirms the amount and destination of a large withdrawal. Moves no money; another
 * administrator completes it.
 * @throws AppError NOT_FOUND · FORBIDDEN own withdrawal · CONFLICT it has ended, needs no confirmation, is already confirmed,
 * or has changed since it was seen
 */
export function confirmWithdrawal(
  deps: Pick<WithdrawalDeps, "sql" | "now" | "fourEyesAbove" | "payouts">,
  input: { admin: AuditActor; withdrawalId: string; seen: ExpectedWithdrawal },
): Promise<AdminWithdrawal> {
  const { admin, withdrawalId, seen } = input;
  return deps.sql.begin(async (tx) => {
    await lockWithdrawal(tx, withdrawalId);
    const withdrawal = await findWithdrawalWithOwner(tx, withdrawalId);
    if (!withdrawal) throw new AppError("NOT_FOUND", "Withdrawal not found.");
    if (withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", "You cannot confirm your own withdrawal.");
    refuseEnded(withdrawal);
    refuseUnneededConfirmation(withdrawal, deps.fourEyesAbove);
    const [valid] = listValidConfirmations(withdrawal, await listConfirmations(tx, [withdrawalId]));
    if (valid) {
      const when = `${formatName(valid.confirmer)} confirmed this withdrawal at ${formatMoment(valid.confirmedAt)}`;
      throw new AppError("CONFLICT", `${when}; another administrator must complete it.`);
    }
    refuseIfChanged(withdrawal, seen);
    const { amount } = withdrawal;
    const { destination } = seen;
    const row = { withdrawalId, confirmedBy: admin.id, amount, destination };
    await insertConfirmation(tx, { ...row, confirmedAt: deps.now() });
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "withdrawal.confirm",
      subjectType: "withdrawal",
      subjectId: withdrawalId,
      before: { status: withdrawal.status },
      after: { status: withdrawal.status, amount, destination },
      address: admin.address,
    });
    const [confirmed] = await toAdminWithdrawals({ ...deps, sql: tx }, [withdrawal]);
    if (!confirmed) throw new Error("the confirmed withdrawal was not found");
    return confirmed;
  });
}
