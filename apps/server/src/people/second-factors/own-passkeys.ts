import type { AddedFactor, BodyOf, addPasskey as addPasskeyCall, Passkey } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { hashToken } from "../sessions/sessions.ts";
import { deletePasskey, insertPasskey, listPasskeys, renamePasskey } from "./store.ts";
import { verifyRegistration } from "./passkeys.ts";
import type { Site } from "../../platform/http/same-origin.ts";
import { beginFactorChange, recordFactorChange } from "./record-factor-change.ts";
import type { FactorDeps, FactorOwner } from "./step-up.ts";
import { issueFirstRecoveryCodes } from "./recovery-codes.ts";
import { toPasskey } from "./list-factors.ts";
import * as texts from "../../messages/people.ts";

const MAX_PASSKEYS = 10;

/**
 * Adds a passkey that the browser has created for the caller. Other sessions end.
 * @throws AppError VALIDATION not a valid answer to a recent challenge · CONFLICT registered already, or too many
 */
export async function addPasskey(
  deps: FactorDeps,
  { user, sessionToken, address }: FactorOwner,
  site: Site,
  { name, response }: BodyOf<typeof addPasskeyCall>,
): Promise<AddedFactor> {
  const passkey = await verifyRegistration(deps, site, { userId: user.id, name, response });
  if (passkey === undefined) {
    throw new AppError("VALIDATION", texts.passkeyUnverified);
  }
  return deps.sql.begin(async (tx) => {
    await beginFactorChange(tx, user.id, deps.now());
    if ((await listPasskeys(tx, user.id)).length >= MAX_PASSKEYS) {
      throw new AppError("CONFLICT", texts.passkeysTooMany({ most: MAX_PASSKEYS }));
    }
    if (!(await insertPasskey(tx, passkey))) throw new AppError("CONFLICT", texts.passkeyRegistered);
    const recoveryCodes = await issueFirstRecoveryCodes(tx, deps.factors, user.id, deps.now());
    const endedSessions = await recordFactorChange(tx, {
      userId: user.id,
      kind: "passkey-added",
      detail: name,
      actor: { id: user.id, address },
      keptSession: hashToken(sessionToken),
      now: deps.now(),
    });
    return { recoveryCodes, endedSessions };
  });
}

/** @throws AppError NOT_FOUND not a passkey of this user */
export async function renameOwnPasskey(
  { sql }: FactorDeps,
  userId: string,
  site: Site,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const row = await renamePasskey(sql, userId, id, name);
  if (row === undefined) throw new AppError("NOT_FOUND", texts.passkeyNotFound);
  return toPasskey(row, site);
}

/** Other sessions end. @throws AppError NOT_FOUND not a passkey of this user */
export async function removePasskey(
  { sql, now }: FactorDeps,
  { user, sessionToken, address }: FactorOwner,
  id: string,
): Promise<{ endedSessions: number }> {
  return sql.begin(async (tx) => {
    await beginFactorChange(tx, user.id, now());
    const name = await deletePasskey(tx, user.id, id);
    if (name === undefined) throw new AppError("NOT_FOUND", texts.passkeyNotFound);
    const endedSessions = await recordFactorChange(tx, {
      userId: user.id,
      kind: "passkey-removed",
      detail: name,
      actor: { id: user.id, address },
      keptSession: hashToken(sessionToken),
      now: now(),
    });
    return { endedSessions };
  });
}
