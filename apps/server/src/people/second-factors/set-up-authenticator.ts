import { MINUTE_MS, type AddedFactor } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { countTry } from "../identity/throttle.ts";
import { codeRule } from "./verify-code.ts";
import { hashToken } from "../sessions/sessions.ts";
import { createAuthenticatorSecret, describeAuthenticator, findCodeStep } from "./authenticator.ts";
import { nameAuthenticator } from "./factor-vault.ts";
import { beginFactorChange, recordFactorChange } from "./record-factor-change.ts";
import { confirmAuthenticator, deleteAuthenticator, findAuthenticator, insertAuthenticator } from "./store.ts";
import type { FactorDeps, FactorOwner } from "./step-up.ts";
import { issueFirstRecoveryCodes } from "./recovery-codes.ts";
import * as texts from "../../messages/people.ts";

/** Time from the QR code to the first code. */
const SET_UP_MS = 15 * MINUTE_MS;

/**
 * Creates the key of an authenticator app. It counts from its first right code on.
 * @throws AppError CONFLICT when there is an app already
 */
export async function startAuthenticator(
  { sql, now, factors }: FactorDeps,
  { user }: FactorOwner,
): Promise<{ key: string; uri: string }> {
  const secret = createAuthenticatorSecret();
  const sealed = factors.seal(nameAuthenticator(user.id), secret);
  if (!(await insertAuthenticator(sql, user.id, sealed, now()))) {
    throw new AppError("CONFLICT", texts.authenticatorPresent);
  }
  return describeAuthenticator(secret, user.email);
}

/**
 * Turns the authenticator app on with its first code. That code is used up. Other sessions end.
 * @throws AppError VALIDATION wrong code · RATE_LIMITED · CONFLICT nothing to confirm, or it took too long
 */
export async function confirmOwnAuthenticator(
  deps: FactorDeps,
  { user, sessionToken, address }: FactorOwner,
  code: string,
): Promise<AddedFactor> {
  const { sql, factors } = deps;
  const at = deps.now();
  const app = await findAuthenticator(sql, user.id);
  const expired = new AppError("CONFLICT", texts.authenticatorSetUpExpired);
  if (app === undefined || app.confirmedAt || at.getTime() - app.createdAt.getTime() > SET_UP_MS) throw expired;
  const counted = await countTry(deps, codeRule, user.id);
  const step = findCodeStep(factors.open(nameAuthenticator(user.id), app.sealedSecret), code.replace(/\s/g, ""), at);
  if (step === undefined) {
    const message = texts.authenticatorCodeWrong;
    throw new AppError("VALIDATION", message, { fields: { code: message } });
  }
  await counted.forgetAll();
  return sql.begin(async (tx) => {
    await beginFactorChange(tx, user.id, at);
    if (!(await confirmAuthenticator(tx, user.id, { sealedSecret: app.sealedSecret, step, now: at }))) throw expired;
    const recoveryCodes = await issueFirstRecoveryCodes(tx, factors, user.id, at);
    const endedSessions = await recordFactorChange(tx, {
      userId: user.id,
      kind: "authenticator-added",
      actor: { id: user.id, address },
      keptSession: hashToken(sessionToken),
      now: at,
    });
    return { recoveryCodes, endedSessions };
  });
}

/** @throws AppError NOT_FOUND there is none */
export async function removeAuthenticator(
  { sql, now }: FactorDeps,
  { user, sessionToken, address }: FactorOwner,
): Promise<{ endedSessions: number }> {
  return sql.begin(async (tx) => {
    await beginFactorChange(tx, user.id, now());
    if (!(await deleteAuthenticator(tx, user.id))) {
      throw new AppError("NOT_FOUND", texts.authenticatorMissing);
    }
    const endedSessions = await recordFactorChange(tx, {
      userId: user.id,
      kind: "authenticator-removed",
      actor: { id: user.id, address },
      keptSession: hashToken(sessionToken),
      now: now(),
    });
    return { endedSessions };
  });
}
