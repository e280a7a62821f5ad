import type { SystemSettings } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { formatActorAndTime } from "../../core/audit/actor-and-time.ts";
import { findLastAuditEvent, insertAuditEvent, type AuditActor } from "../../core/audit/store.ts";
import type { Tx } from "../../db/pool.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { lockSystemSettings, updateSystemSettings } from "./settings-store.ts";

interface SettingsInput {
  admin: AuditActor;
  settings: SystemSettings;
  /** What the administrator had before their eyes, where the request says so. */
  expected?: SystemSettings | undefined;
}

/** As the audit log has it. */
const ACTION = "settings.change";
const SUBJECT_ID = "system";

/**
 * Sets the platform's gas wallet and what is set aside there for one payout. Nobody is ever asked to pay into it. To what
 * they are already, nothing is done or written down.
 * @throws AppError CONFLICT they are not what was expected
 */
export async function changeSystemSettings(
  deps: Pick<BackOfficeDeps, "sql">,
  input: SettingsInput,
): Promise<SystemSettings> {
  const { admin, settings, expected } = input;
  return deps.sql.begin(async (tx) => {
    const before = await lockSystemSettings(tx);
    if (expected && !isSame(expected, before)) throw await buildConflict(tx, before);
    if (isSame(settings, before)) return settings;
    await updateSystemSettings(tx, settings);
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: ACTION,
      subjectType: "settings",
      subjectId: SUBJECT_ID,
      before,
      after: settings,
      address: admin.address,
    });
    return settings;
  });
}

const isSame = (one: SystemSettings, other: SystemSettings): boolean =>
  one.gasFeeAddress === other.gasFeeAddress && one.gasFeeAmount === other.gasFeeAmount;

async function buildConflict(tx: Tx, { gasFeeAddress, gasFeeAmount }: SystemSettings): Promise<AppError> {
  const last = await findLastAuditEvent(tx, SUBJECT_ID, [ACTION]);
  const setBy = last ? `, set${formatActorAndTime(last)}` : "";
  const now = `The gas fee settings are ${gasFeeAmount} from ${gasFeeAddress || "no wallet"} by now${setBy}`;
  return new AppError("CONFLICT", `${now}, which is not what you have seen. Please look again.`);
}
