import type { SystemSettings } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import {
  formatActorAndTime,
  UNKNOWN_ACTOR,
  findLastAuditEvent,
  insertAuditEvent,
  type AuditActor,
} from "../../record/api.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { lockSystemSettings, updateSystemSettings } from "./store.ts";
import * as texts from "../../messages/office.ts";

interface SettingsInput {
  admin: AuditActor;
  settings: SystemSettings;
  /** The settings that the administrator saw, if the request contains them. */
  expected?: SystemSettings | undefined;
}

const ACTION = "settings.change";
const SUBJECT_ID = "system";

/**
 * Sets the platform's gas wallet and the amount reserved there per payout. Investors are never asked to pay into it. Unchanged
 * settings are neither saved nor logged.
 * @throws AppError CONFLICT the settings have changed
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
  const message = texts.gasFeeChanged({
    amount: gasFeeAmount,
    hasWallet: gasFeeAddress ? "yes" : "no",
    wallet: gasFeeAddress,
    isSet: last ? "yes" : "no",
    ...formatActorAndTime(last ?? UNKNOWN_ACTOR),
  });
  return new AppError("CONFLICT", message);
}
