import { messages, secondFactorMessages } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, insertAuditEventUnlessRecent } from "../../record/api.ts";
import { countAccountTry, findOwnDevice } from "../identity/verify-own-password.ts";
import { isWeakHash, DUMMY_HASH } from "../identity/passwords.ts";
import { findCredentials, type Credentials } from "../identity/store.ts";
import {
  accountRule,
  addressRule,
  countTry,
  refuseRemembered,
  sessionAddressRule,
  sessionRule,
  toSubscriberAddress,
  type CountedTry,
  type ThrottleRule,
} from "../identity/throttle.ts";
import { findAuthenticator } from "../second-factors/store.ts";
import { verifyCode, type CodeKind } from "../second-factors/verify-code.ts";
import type { AccountDeps } from "./current-user.ts";
import { openSession, type Browser, type SignedIn } from "./open-session.ts";

export interface SignInInput {
  email: string;
  password: string;
  /** A code of the authenticator app, or a recovery code. */
  totp: string | undefined;
  browser: Browser;
}

/**
 * Signs in with e-mail, password and, if the account has a second factor, a code. Deactivated users can sign in too.
 * @throws AppError UNAUTHENTICATED with the same message and duration for an unknown e-mail and a wrong password, and for
 * a wrong code · TOTP_REQUIRED the code is missing · RATE_LIMITED before the password or code is verified · BUSY
 */
export async function signIn(deps: AccountDeps, input: SignInInput): Promise<SignedIn> {
  const { origin, deviceToken } = input.browser;
  const subscriber = toSubscriberAddress(origin.ip);
  // Without the cookie of a known browser, a sign-in that was refused a moment ago is refused before the first statement.
  if (deviceToken === undefined) {
    refuseRemembered(deps, addressRule, subscriber);
    refuseRemembered(deps, accountRule, input.email.toLowerCase());
  }
  const recordFor = (subject: ThrottledSubject) => (error: unknown) => recordThrottled(deps, input, subject, error);
  const early = deviceToken === undefined ? undefined : await findCredentials(deps.sql, input.email);
  const ownDevice = await findOwnDevice(deps, early, deviceToken);
  // The owner's own browser has a limit for itself: those of its network address are other people's.
  const countForAddress = (rule: ThrottleRule): Promise<CountedTry> | undefined =>
    ownDevice === undefined ? countTry(deps, rule, subscriber) : undefined;
  const addressTry = await countForAddress(addressRule)?.catch(recordFor({ type: "address", id: subscriber }));
  const credentials = deviceToken === undefined ? await findCredentials(deps.sql, input.email) : early;
  const account: ThrottledSubject = { type: "user", id: credentials?.id ?? "unknown" };
  const accountTry = await countAccountTry(deps, input.email, ownDevice).catch(recordFor(account));
  const isRight = await verify(deps, input.password, credentials, [addressTry ?? [], accountTry].flat());
  if (credentials === undefined || !isRight) {
    await recordFailure(deps, input, credentials);
    throw new AppError("UNAUTHENTICATED", messages.wrongCredentials);
  }
  await Promise.all([addressTry?.takeBack(), accountTry.forgetAll()]);
  await countTry(deps, sessionRule, credentials.id);
  await countForAddress(sessionAddressRule);
  const factor = await checkSecondFactor(deps, input, credentials, ownDevice);
  const strongerHash = isWeakHash(credentials.hashedPassword) ? await deps.passwords.hash(input.password) : undefined;
  const signedIn = await openSession(deps, input.browser, { userId: credentials.id, factor, strongerHash });
  // The user was deleted after the password was verified.
  if (signedIn === undefined) throw new AppError("UNAUTHENTICATED", messages.wrongCredentials);
  return signedIn;
}

/** Without an account the password is verified against a dummy hash, so that the answer takes as long. */
async function verify(
  deps: AccountDeps,
  password: string,
  credentials: Credentials | undefined,
  tries: readonly CountedTry[],
): Promise<boolean> {
  try {
    return await deps.passwords.verify(credentials?.hashedPassword ?? DUMMY_HASH, password);
  } catch (error) {
    // The password was not verified, so this does not count as a wrong one.
    await Promise.all(tries.map((counted) => counted.takeBack()));
    throw error;
  }
}

/** Writes one event whether or not the account exists; it never contains the e-mail that was tried. */
function recordFailure(
  deps: AccountDeps,
  { browser: { origin } }: SignInInput,
  credentials: Credentials | undefined,
): Promise<void> {
  return insertAuditEvent(deps.sql, {
    actorId: null,
    action: "session.sign-in-failed",
    subjectType: "user",
    subjectId: credentials?.id ?? "unknown",
    address: origin.ip,
  });
}

/** Tries are counted per account and per network address. */
interface ThrottledSubject {
  type: "user" | "address";
  id: string;
}

/**
 * Logs a throttled sign-in once per throttling window, so that an attacker cannot fill the log.
 * @throws the given error, always
 */
async function recordThrottled(
  deps: AccountDeps,
  { browser: { origin } }: SignInInput,
  { type, id }: ThrottledSubject,
  error: unknown,
): Promise<never> {
  if (error instanceof AppError && error.code === "RATE_LIMITED") {
    const row = {
      actorId: null,
      action: "session.sign-in-throttled",
      subjectType: type,
      subjectId: id,
      address: origin.ip,
    };
    await insertAuditEventUnlessRecent(deps.sql, row, (type === "user" ? accountRule : addressRule).windowMs);
  }
  throw error;
}

/**
 * Checks the code of an account with a second factor, after the password.
 * @throws AppError TOTP_REQUIRED missing · UNAUTHENTICATED wrong or used before · RATE_LIMITED · VALIDATION given for an
 * account without a second factor
 */
async function checkSecondFactor(
  deps: AccountDeps,
  input: SignInInput,
  credentials: Credentials,
  ownDevice: string | undefined,
): Promise<CodeKind | null> {
  const code = input.totp ?? "";
  if (!credentials.hasSecondFactor) {
    if (code === "") return null;
    const message = secondFactorMessages.totpNotSetUp;
    throw new AppError("VALIDATION", message, { fields: { totp: message } });
  }
  if (code === "") {
    const app = await findAuthenticator(deps.sql, credentials.id);
    const { totpRequired, totpRequiredPasskey } = secondFactorMessages;
    throw new AppError("TOTP_REQUIRED", app?.confirmedAt ? totpRequired : totpRequiredPasskey);
  }
  const from = { address: input.browser.origin.ip, ownDevice };
  const kind = await verifyCode(deps, { userId: credentials.id, code, ...from });
  if (kind !== undefined) return kind;
  await recordFailure(deps, input, credentials);
  const message = secondFactorMessages.wrongCode;
  throw new AppError("UNAUTHENTICATED", message, { fields: { totp: message } });
}
