import { type AuditActor, insertAuditEvent } from "../../record/api.ts";
import { eraseUser, lockAccounts } from "../../people/api.ts";
import { requireManageableUser } from "./user-access.ts";
import { lockUserRow } from "./store.ts";
import type { AloneRule, Door } from "../../ledger/api.ts";
import type { ExportGate } from "../../platform/csv/export-gate.ts";
import type { Queryable, Sql } from "../../platform/db/pool.ts";

export interface BackOfficeDeps {
  sql: Sql;
  door: Door;
  /** Maximum age, by arrival, of a price to buy or redeem at. */
  maxPriceAgeMs: number;
  now: () => Date;
  /** The amount that one administrator can adjust alone for one investor in 24 hours. */
  aloneRule: AloneRule;
  /** True if a reason is required for every adjustment, as in live mode. */
  requiresReason: boolean;
  exports: ExportGate;
  /** Erases a user's identity documents in the given transaction. Can be repeated after a failure. */
  eraseFiles: (tx: Queryable, userId: string) => Promise<void>;
}

/**
 * Deletes a user without money: erases personal data and documents and ends sessions. The ledger and the records of deposits
 * and payouts stay under a placeholder name.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT they hold money or have pending requests
 */
export async function deleteUser(deps: BackOfficeDeps, input: { admin: AuditActor; userId: string }): Promise<void> {
  const { admin, userId } = input;
  await deps.sql.begin(async (tx) => {
    // The lock order of the ledger's door, accounts first, avoids deadlocks.
    await lockAccounts(tx, userId);
    const user = requireManageableUser(await lockUserRow(tx, userId), admin.id);
    await eraseUser(tx, userId, "administrator");
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "user.delete",
      subjectType: "user",
      subjectId: userId,
      before: { isActive: user.isActive, kycStatus: user.kycStatus },
      after: { deleted: true },
      address: admin.address,
    });
    // Last, so that a failure rolls everything back and the call can be repeated. On this connection, because deletions
    // that wait for each other's locks would otherwise use up the other connections.
    await deps.eraseFiles(tx, userId);
  });
}
