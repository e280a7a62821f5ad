import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../record/api.ts";
import { findOwners } from "../chains/store.ts";
import { handleMpesaEvents, savePayment } from "./handle-events.ts";
import type { MpesaDepositDeps } from "./open-mpesa-deposits.ts";
import { readReference } from "./mpesa-reference.ts";
import { decideEvent, lockUnmatched } from "./store.ts";
import * as texts from "../../messages/deposits.ts";

/**
 * An administrator's decision on a report that no rule matches: it belongs to an account number, or it is closed. The payment is
 * known by its receipt, so a report that was matched twice is one payment.
 * @throws AppError NOT_FOUND unknown or decided · VALIDATION unknown account number · FORBIDDEN one's own account
 */
export async function decideReport(
  deps: MpesaDepositDeps,
  input: { actor: AuditActor; reportId: string; accountNumber?: string | undefined; note: string },
): Promise<void> {
  const { actor, reportId, accountNumber, note } = input;
  await deps.sql.begin(async (tx) => {
    const report = await lockUnmatched(tx, reportId);
    if (!report) throw new AppError("NOT_FOUND", texts.reportDecided);
    if (accountNumber) {
      const reference = readReference(accountNumber) ?? "";
      const owner = (await findOwners(tx, "MPESA", [reference])).get(reference);
      if (owner === undefined) refuseAccount();
      if (owner === actor.id) throw new AppError("FORBIDDEN", texts.paymentOwn);
      const { transactionId, amount } = report;
      if (transactionId === null || amount === null) throw new AppError("CONFLICT", texts.reportIncomplete);
      await savePayment({ sql: deps.sql, findRate: deps.findRate }, report, reference, transactionId, amount);
    }
    await decideEvent(tx, reportId, actor.id);
    await insertAuditEvent(tx, {
      actorId: actor.id,
      action: "mpesa-report.decide",
      subjectType: "mpesa-report",
      subjectId: reportId,
      before: { problem: report.problem },
      after: { accountNumber: accountNumber ?? null, receipt: report.transactionId, amount: report.amount, note },
      address: actor.address,
    });
  });
  await handleMpesaEvents(deps);
}

function refuseAccount(): never {
  const message = texts.accountNumberUnknown;
  throw new AppError("VALIDATION", message, { fields: { accountNumber: message } });
}
