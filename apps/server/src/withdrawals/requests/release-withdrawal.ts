import type { AdminWithdrawal } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../record/api.ts";
import { insertHoldOverride, toWithdrawalHold } from "../../people/api.ts";
import { toAdminWithdrawals } from "./admin-withdrawal.ts";
import { lockWithdrawal } from "./confirmation-store.ts";
import { findWithdrawalWithOwner } from "./store.ts";
import { refuseEnded } from "./withdrawal-settlement.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

/**
 * Ends the hold of an investor's withdrawals early, on an administrator's decision with a reason. It covers the changes of
 * the account so far; a later one holds withdrawals again.
 * @throws AppError NOT_FOUND · FORBIDDEN own withdrawal · CONFLICT it has ended, is not held, or the hold has changed since it
 * was seen
 */
export function releaseWithdrawal(
  deps: Pick<WithdrawalDeps, "sql" | "now" | "fourEyesAbove" | "payouts">,
  input: { admin: AuditActor; withdrawalId: string; reason: string; endsAt: string },
): Promise<AdminWithdrawal> {
  const { admin, withdrawalId, reason } = input;
  return deps.sql.begin(async (tx) => {
    await lockWithdrawal(tx, withdrawalId);
    const withdrawal = await findWithdrawalWithOwner(tx, withdrawalId);
    if (!withdrawal) throw new AppError("NOT_FOUND", "Withdrawal not found.");
    if (withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", "You cannot release your own withdrawal.");
    refuseEnded(withdrawal);
    const { userId, hold } = withdrawal;
    const shown = toWithdrawalHold(hold);
    if (!hold || !shown) throw new AppError("CONFLICT", "This withdrawal is not held. It can be completed.");
    if (Date.parse(shown.endsAt) !== Date.parse(input.endsAt)) {
      throw new AppError("CONFLICT", "The hold has changed since you saw it. Please check again.");
    }
    await insertHoldOverride(tx, {
      userId,
      lastEventId: hold.lastEventId,
      overriddenBy: admin.id,
      reason,
      overriddenAt: deps.now(),
    });
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "withdrawal.release",
      subjectType: "withdrawal",
      subjectId: withdrawalId,
      before: { ...shown },
      after: { reason },
      address: admin.address,
    });
    const [released] = await toAdminWithdrawals({ ...deps, sql: tx }, [{ ...withdrawal, hold: null }]);
    if (!released) throw new Error("the released withdrawal was not found");
    return released;
  });
}
