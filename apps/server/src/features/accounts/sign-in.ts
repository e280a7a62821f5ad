import { messages, type CurrentUser } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { insertAuditEvent, insertAuditEventUnlessRecent } from "../../core/audit/store.ts";
import { countAccountTry } from "../../core/identity/account-try.ts";
import { isWeakHash, DUMMY_HASH } from "../../core/identity/passwords.ts";
import { endSession, recordDevice, startSession, type Origin } from "../../core/identity/sessions.ts";
import { findCredentials, findUser, recordSignIn, type Credentials } from "../../core/identity/store.ts";
import {
  accountRule,
  addressRule,
  countTry,
  toSubscriberAddress,
  type CountedTry,
} from "../../core/identity/throttle.ts";
import { toCurrentUser, type AccountDeps } from "./account-deps.ts";

export interface SignInInput {
  email: string;
  password: string;
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
 * Signs in with e-mail and password. Deactivated users can sign in too.
 * @throws AppError UNAUTHENTICATED with the same message and duration for an unknown e-mail and a wrong password ·
 * RATE_LIMITED before the password is verified · BUSY
 */
export async function signIn(deps: AccountDeps, input: SignInInput): Promise<SignedIn> {
  const subscriber = toSubscriberAddress(input.origin.ip);
  const recordFor = (subject: ThrottledSubject) => (error: unknown) => recordThrottled(deps, input, subject, error);
  const addressTry = await countTry(deps, addressRule, subscriber).catch(
    recordFor({ type: "address", id: subscriber }),
  );
  const credentials = await findCredentials(deps.sql, input.email);
  const account: ThrottledSubject = { type: "user", id: credentials?.id ?? "unknown" };
  const accountTry = await countAccountTry(deps, input, credentials).catch(recordFor(account));
  const isRight = await verify(deps, input.password, credentials, [addressTry, accountTry]);
  if (credentials === undefined || !isRight) {
    await recordFailure(deps, input, credentials);
    throw new AppError("UNAUTHENTICATED", messages.wrongCredentials);
  }
  await Promise.all([addressTry.takeBack(), accountTry.forgetAll()]);
  return openSession(deps, input, credentials);
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
  { origin }: SignInInput,
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
  { origin }: SignInInput,
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

async function openSession(deps: AccountDeps, input: SignInInput, credentials: Credentials): Promise<SignedIn> {
  const now = deps.now();
  const strongerHash = isWeakHash(credentials.hashedPassword) ? await deps.passwords.hash(input.password) : undefined;
  const { user, ...tokens } = await deps.sql.begin(async (tx) => {
    await recordSignIn(tx, credentials.id, now, strongerHash);
    await endSession(tx, input.oldSessionToken);
    const deviceToken = await recordDevice(tx, credentials.id, input.deviceToken, now);
    const sessionToken = await startSession(tx, credentials.id, input.origin, now);
    await insertAuditEvent(tx, {
      actorId: credentials.id,
      action: "session.sign-in",
      subjectType: "user",
      subjectId: credentials.id,
      address: input.origin.ip,
    });
    return { user: await findUser(tx, credentials.id), sessionToken, deviceToken };
  });
  // The user was deleted after the password was verified.
  if (user === undefined) throw new AppError("UNAUTHENTICATED", messages.wrongCredentials);
  return { user: await toCurrentUser(deps, user), ...tokens };
}
