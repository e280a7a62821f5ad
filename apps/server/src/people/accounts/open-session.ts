import type { CurrentUser } from "@wazi/contracts";
import { insertAuditEvent, queueMail } from "../../record/api.ts";
import { endSession, isDeviceKnown, type Origin, recordDevice, startSession } from "../sessions/sessions.ts";
import { findUser, recordSignIn } from "../identity/store.ts";
import { hasKnownDevice } from "../sessions/store.ts";
import type { CodeKind } from "../second-factors/verify-code.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { toCurrentUser, type AccountDeps } from "./current-user.ts";

/** The browser that signs in. */
export interface Browser {
  origin: Origin;
  /** The browser's previous session. It is ended, so that a planted session is useless. */
  oldSessionToken: string | undefined;
  /** Identifies a browser that was used to sign in before. */
  deviceToken: string | undefined;
}

export interface SignedIn {
  user: CurrentUser;
  sessionToken: string;
  deviceToken: string;
}

/**
 * Starts the session of a user who has proved who they are, in place of the browser's previous session. Undefined when
 * the user was deleted meanwhile.
 * @param factor the second factor that was used, for the audit log; null without one
 */
export async function openSession(
  deps: AccountDeps,
  browser: Browser,
  {
    userId,
    factor,
    strongerHash,
  }: {
    userId: string;
    factor: CodeKind | "passkey" | null;
    strongerHash: string | undefined;
  },
): Promise<SignedIn | undefined> {
  const now = deps.now();
  const isNewDevice = await isDeviceNew(deps, browser, userId);
  const { user, ...tokens } = await deps.sql.begin(async (tx) => {
    await recordSignIn(tx, userId, now, strongerHash);
    await endSession(tx, browser.oldSessionToken);
    if (isNewDevice) await tellNewDevice(tx, browser, userId, now);
    const deviceToken = await recordDevice(tx, userId, browser.deviceToken, now);
    const sessionToken = await startSession(tx, userId, browser.origin, now);
    await insertAuditEvent(tx, {
      actorId: userId,
      action: "session.sign-in",
      subjectType: "user",
      subjectId: userId,
      ...(factor === null ? {} : { after: { factor } }),
      address: browser.origin.ip,
    });
    return { user: await findUser(tx, userId), sessionToken, deviceToken };
  });
  return user && { user: await toCurrentUser(deps, user), ...tokens };
}

/** True for another browser than those that the user has signed in with. The first one of all is not new. */
async function isDeviceNew(deps: AccountDeps, { deviceToken }: Browser, userId: string): Promise<boolean> {
  return !(await isDeviceKnown(deps, userId, deviceToken)) && hasKnownDevice(deps.sql, userId);
}

function tellNewDevice(tx: Tx, { origin }: Browser, userId: string, now: Date): Promise<void> {
  const { ip: address, userAgent } = origin;
  return queueMail(tx, userId, "new-device", { at: now.toISOString(), address, userAgent });
}
