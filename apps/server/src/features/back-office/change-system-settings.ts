import type { SystemSettings } from "@wazi/contracts";
import { insertAuditRow, type Actor } from "../../core/audit/store.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { updateSystemSettings } from "./settings-store.ts";

/** Sets the platform's gas wallet and what is set aside there for one payout. Nobody is ever asked to pay into it. */
export async function changeSystemSettings(
  deps: Pick<BackOfficeDeps, "sql">,
  input: { admin: Actor; settings: SystemSettings },
): Promise<SystemSettings> {
  const { admin, settings } = input;
  return deps.sql.begin(async (tx) => {
    const before = await updateSystemSettings(tx, settings);
    await insertAuditRow(tx, {
      actorId: admin.id,
      action: "settings.change",
      subjectType: "settings",
      subjectId: "system",
      before,
      after: settings,
      address: admin.address,
    });
    return settings;
  });
}
