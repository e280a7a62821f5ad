import type { AnswerOf, reconcileNow as call } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../record/api.ts";
import { compareBooks, NoCheckpointError, saveReconciliation } from "../../ledger/api.ts";
import { isContended } from "../../platform/db/database-errors.ts";
import type { OperationsDeps } from "./operated-bots.ts";
import * as texts from "../../messages/office.ts";

/** Limit for all checks together; larger books need the command. */
const TIMEOUT_MS = 60_000;

/**
 * Compares the ledger since its latest checkpoint, and the payments over rails, now and stores the result like the hourly
 * comparison.
 * @throws AppError CONFLICT another one is running · BUSY it took too long, or the books are large and were never compared
 */
export async function reconcileBooks(
  { sql, now, furtherChecks }: Pick<OperationsDeps, "sql" | "now" | "furtherChecks">,
  admin: AuditActor,
): Promise<AnswerOf<typeof call>> {
  const comparison = await compareBooks(sql, { further: furtherChecks, totalMs: TIMEOUT_MS, now }).catch(toAppError);
  if (!comparison) throw new AppError("CONFLICT", texts.booksBeingCompared);
  const checkedAt = now();
  const { checks, since, differences: found } = comparison;
  const result = { checks, differences: found.length };
  await sql.begin(async (tx) => {
    await saveReconciliation(tx, { checkedAt, since, ...result });
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "books.reconcile",
      subjectType: "books",
      subjectId: "ledger",
      after: result,
      address: admin.address,
    });
  });
  return { checkedAt: checkedAt.toISOString(), ...result, since: since?.toISOString() ?? null, found };
}

function toAppError(error: unknown): never {
  if (error instanceof NoCheckpointError) throw new AppError("BUSY", error.message);
  if (!isContended(error)) throw error;
  throw new AppError("BUSY", texts.booksComparisonStopped);
}
