import { MINUTE_MS } from "@wazi/contracts";
import { insertAuditEventUnlessRecent, type AuditActor } from "../../record/api.ts";
import type { Sql } from "../../platform/db/pool.ts";

/** The screen reads a person's page again and again. Views within this time are one audit event. */
const VIEW_WINDOW_MS = 10 * MINUTE_MS;

/** Records that an administrator read a person's page or movements, as views of documents are recorded. */
export async function recordUserView(
  sql: Sql,
  view: { admin: AuditActor; userId: string; action: "user.view" | "user.view-movements" },
): Promise<void> {
  const { admin, userId, action } = view;
  const event = { actorId: admin.id, action, subjectType: "user", subjectId: userId, address: admin.address };
  await insertAuditEventUnlessRecent(sql, { ...event, before: null, after: null }, VIEW_WINDOW_MS);
}
