import type { AnswerOf, reconcileNow as call } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../core/audit/store.ts";
import { saveReconciliation } from "../../core/reconciliation/result-store.ts";
import { checkNames, findDifferencesAlone } from "../../core/reconciliation/store.ts";
import { isContended } from "../../db/database-errors.ts";
import type { OperationsDeps } from "./operations-deps.ts";

/** Limit for all checks together; larger books need the command. */
const TIMEOUT_MS = 60_000;

/**
 * Compares every stored figure with the ledger entries, and the payments over rails, now and stores the result like the hourly comparison.
 * @throws AppError CONFLICT another one is running · BUSY it took too long
 */
export async function reconcileBooks(
  { sql, now, furtherChecks }: Pick<OperationsDeps, "sql" | "now" | "furtherChecks">,
  admin: AuditActor,
): Promise<AnswerOf<typeof call>> {
  const found = await findDifferencesAlone(sql, TIMEOUT_MS, furtherChecks).catch((error: unknown) => {
    if (!isContended(error)) throw error;
    throw new AppError(
      "BUSY",
      "Comparing the books took too long and was stopped. Run npm run reconcile on the server instead.",
    );
  });
  if (!found) throw new AppError("CONFLICT", "The books are already being compared. Please wait for the result.");
  const checkedAt = now();
  const result = { checks: checkNames.length + furtherChecks.names.length, differences: found.length };
  await sql.begin(async (tx) => {
    await saveReconciliation(tx, { checkedAt, ...result });
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "books.reconcile",
      subjectType: "books",
      subjectId: "ledger",
      after: result,
      address: admin.address,
    });
  });
  return { checkedAt: checkedAt.toISOString(), ...result, found };
}
