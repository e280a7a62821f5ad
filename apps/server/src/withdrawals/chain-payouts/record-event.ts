import { insertAuditEvent, type AuditActor } from "../../record/api.ts";
import type { Sql, Tx } from "../../platform/db/pool.ts";

/** Records what was done with a batch. @param by the administrator; null for the signer service */
export function recordEvent(
  tx: Tx | Sql,
  by: AuditActor | null,
  action: string,
  batchId: string,
  after: object,
): Promise<void> {
  const actor = { actorId: by?.id ?? null, address: by?.address ?? null };
  return insertAuditEvent(tx, { ...actor, action, subjectType: "rail", subjectId: batchId, after });
}
