import { MINUTE_MS, type PasskeyAssertion, type PasskeyAssertionOptions } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import { addressRule, countTry, toSubscriberAddress, type ThrottleRule } from "../identity/throttle.ts";
import { createAssertionOptions, verifyAssertion } from "../second-factors/passkeys.ts";
import type { Site } from "../../platform/http/same-origin.ts";
import { isDeviceOfAnyone } from "../sessions/sessions.ts";
import type { AccountDeps } from "./current-user.ts";
import { openSession, type Browser, type SignedIn } from "./open-session.ts";
import * as texts from "../../messages/people.ts";

/** Challenges that anybody can ask for, each of which is a row until it expires. */
const challengeRule: ThrottleRule = { name: "passkey challenge address", limit: 60, windowMs: 15 * MINUTE_MS };

/** @throws AppError RATE_LIMITED */
export async function startPasskeySignIn(
  deps: AccountDeps,
  site: Site,
  browser: Browser,
): Promise<PasskeyAssertionOptions> {
  await countTry(deps, challengeRule, await findSubject(deps, browser));
  return createAssertionOptions(deps, site, null);
}

/** A browser that someone has signed in with before has a limit for itself, and any other shares that of its network address. */
async function findSubject(deps: AccountDeps, { deviceToken, origin }: Browser): Promise<string> {
  const isKnown = await isDeviceOfAnyone(deps, deviceToken);
  return isKnown && deviceToken !== undefined ? deviceToken : toSubscriberAddress(origin.ip);
}

/**
 * Signs in with a passkey alone: it says whose account it is, and the device has verified the person.
 * @throws AppError UNAUTHENTICATED not a valid answer to a recent challenge · RATE_LIMITED
 */
export async function signInWithPasskey(
  deps: AccountDeps,
  site: Site,
  { browser, response }: { browser: Browser; response: PasskeyAssertion },
): Promise<SignedIn> {
  const { ip } = browser.origin;
  const counted = await countTry(deps, addressRule, await findSubject(deps, browser));
  const passkey = await verifyAssertion(deps, site, { userId: null, response });
  if (passkey === undefined) {
    await insertAuditEvent(deps.sql, {
      actorId: null,
      action: "session.sign-in-failed",
      subjectType: "user",
      subjectId: "unknown",
      after: { factor: "passkey" },
      address: ip,
    });
    throw new AppError("UNAUTHENTICATED", texts.passkeyUnverified);
  }
  await counted.takeBack();
  const proof = { userId: passkey.userId, factor: "passkey", strongerHash: undefined } as const;
  const signedIn = await openSession(deps, browser, proof);
  // The user was deleted after the passkey was verified.
  if (signedIn === undefined) throw new AppError("UNAUTHENTICATED", texts.accountGone);
  return signedIn;
}
