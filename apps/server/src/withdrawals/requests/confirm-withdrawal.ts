import type { AdminWithdrawal } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { type AuditActor, formatMoment, formatName, insertAuditEvent } from "../../record/api.ts";
import { readAloneControl, requireSecond } from "../../ledger/api.ts";
import { toAdminWithdrawals } from "./admin-table.ts";
import {
  findWithdrawalWithOwner,
  insertConfirmation,
  listConfirmations,
  lockOwnerOf,
  lockWithdrawal,
  type WithdrawalRow,
} from "./store.ts";
import {
  type ExpectedWithdrawal,
  listValidConfirmations,
  recordEndOfHold,
  refuseIfChanged,
  refuseUnneededConfirmation,
} from "./confirmations.ts";
import { refuseIfEnded } from "./withdrawal-settlement.ts";
import type { WithdrawalDeps } from "./withdrawal-controls.ts";
import { insertHoldOverride, toWithdrawalHold } from "../../people/api.ts";
import * as texts from "../../messages/withdrawals.ts";

/**
 * The first of two administrators confirms the amount and destination of a large withdrawal. Moves no money; another
 * administrator completes it.
 * @throws AppError NOT_FOUND · FORBIDDEN own withdrawal, or not yet a second person · CONFLICT it has ended, needs no confirmation,
 * is already confirmed, or has changed since it was seen
 */
export function confirmWithdrawal(
  deps: Pick<WithdrawalDeps, "sql" | "now" | "aloneRule" | "payouts">,
  input: { admin: AuditActor; withdrawalId: string; seen: ExpectedWithdrawal },
): Promise<AdminWithdrawal> {
  const { admin, withdrawalId, seen } = input;
  return deps.sql.begin(async (tx) => {
    await lockWithdrawal(tx, withdrawalId);
    const withdrawal = await findWithdrawalWithOwner(tx, withdrawalId);
    if (!withdrawal) throw new AppError("NOT_FOUND", texts.withdrawalNotFound);
    if (withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", texts.confirmationOwn);
    refuseIfEnded(withdrawal);
    const control = await readAloneControl(tx, whoseControl(admin, withdrawal, deps));
    refuseUnneededConfirmation(control);
    const [valid] = listValidConfirmations(withdrawal, await listConfirmations(tx, [withdrawalId], admin.id));
    if (valid) {
      const given = { name: formatName(valid.confirmer), time: formatMoment(valid.confirmedAt) };
      throw new AppError("CONFLICT", texts.confirmationGiven(given));
    }
    await requireSecond(tx, { second: admin.id, first: null, now: deps.now() });
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
    const [confirmed] = await toAdminWithdrawals({ ...deps, sql: tx, control }, [withdrawal]);
    if (!confirmed) throw new Error("the confirmed withdrawal was not found");
    return confirmed;
  });
}

function whoseControl(
  { id: adminId }: AuditActor,
  { userId }: WithdrawalRow,
  deps: Pick<WithdrawalDeps, "now" | "aloneRule">,
) {
  return { adminId, investorId: userId, now: deps.now(), rule: deps.aloneRule };
}

/**
 * Ends the hold of an investor's withdrawals early, on an administrator's decision with a reason. It covers the changes of
 * the account so far; a later one holds withdrawals again.
 * @throws AppError NOT_FOUND · FORBIDDEN own withdrawal · CONFLICT it has ended, is not held, or the hold has changed since it
 * was seen
 */
export function releaseWithdrawal(
  deps: Pick<WithdrawalDeps, "sql" | "now" | "aloneRule" | "payouts">,
  input: { admin: AuditActor; withdrawalId: string; reason: string; endsAt: string },
): Promise<AdminWithdrawal> {
  const { admin, withdrawalId, reason } = input;
  return deps.sql.begin(async (tx) => {
    await lockOwnerOf(tx, withdrawalId);
    const withdrawal = await findWithdrawalWithOwner(tx, withdrawalId);
    if (!withdrawal) throw new AppError("NOT_FOUND", texts.withdrawalNotFound);
    if (withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", texts.releaseOwn);
    refuseIfEnded(withdrawal);
    const { userId, hold } = withdrawal;
    const shown = toWithdrawalHold(hold);
    if (!hold || !shown) throw new AppError("CONFLICT", texts.withdrawalNotHeld);
    if (Date.parse(shown.endsAt) !== Date.parse(input.endsAt)) {
      throw new AppError("CONFLICT", texts.holdChanged);
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
    const control = await recordEndOfHold(tx, "releaseWithdrawal", whoseControl(admin, withdrawal, deps));
    const [released] = await toAdminWithdrawals({ ...deps, sql: tx, control }, [{ ...withdrawal, hold: null }]);
    if (!released) throw new Error("the released withdrawal was not found");
    return released;
  });
}
