import { messages, type CurrentUser } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { insertAuditEvent, insertAuditEventUnlessRecent } from "../../core/audit/store.ts";
import { countAccountTry } from "../../core/identity/account-try.ts";
import { isWeakHash, NOBODYS_HASH } from "../../core/identity/passwords.ts";
import { endSession, knowDevice, startSession, type Origin } from "../../core/identity/sessions.ts";
import { findCredentials, findUser, recordSignIn, type Credentials } from "../../core/identity/store.ts";
import { accountRule, addressRule, countTry, subscriberOf, type CountedTry } from "../../core/identity/throttle.ts";
import { toCurrentUser, type AccountDeps } from "./account-deps.ts";

export interface SignInInput {
  email: string;
  password: string;
  origin: Origin;
  /** Of whoever used this browser before: ended, so that a session planted in it is worth nothing. */
  oldSessionToken: string | undefined;
  /** Marks a browser in which somebody has signed in before. */
  deviceToken: string | undefined;
}

export interface SignedIn {
  user: CurrentUser;
  sessionToken: string;
  deviceToken: string;
}

/**
 * Signs in with e-mail and password; a deactivated user too. Throws UNAUTHENTICATED with one message, and after the same
 * time, for a wrong e-mail and a wrong password; RATE_LIMITED before the password is even looked at; BUSY.
 */
export async function signIn(deps: AccountDeps, input: SignInInput): Promise<SignedIn> {
  const subscriber = subscriberOf(input.origin.ip);
  const tellOf = (subject: ThrottledSubject) => (error: unknown) => recordThrottled(deps, input, subject, error);
  const addressTry = await countTry(deps, addressRule, subscriber).catch(tellOf({ type: "address", id: subscriber }));
  const credentials = await findCredentials(deps.sql, input.email);
  const account: ThrottledSubject = { type: "user", id: credentials?.id ?? "unknown" };
  const accountTry = await countAccountTry(deps, input, credentials).catch(tellOf(account));
  const isRight = await verify(deps, input.password, credentials, [addressTry, accountTry]);
  if (credentials === undefined || !isRight) {
    await recordFailure(deps, input, credentials);
    throw new AppError("UNAUTHENTICATED", messages.wrongCredentials);
  }
  await Promise.all([addressTry.takeBack(), accountTry.forgetAll()]);
  return openSession(deps, input, credentials);
}

/** Without an account the password is held against nobody's hash: the answer takes as long. */
async function verify(
  deps: AccountDeps,
  password: string,
  credentials: Credentials | undefined,
  tries: readonly CountedTry[],
): Promise<boolean> {
  try {
    return await deps.passwords.verify(credentials?.hashedPassword ?? NOBODYS_HASH, password);
  } catch (error) {
    // Turned away without having been looked at: not a wrong one.
    await Promise.all(tries.map((counted) => counted.takeBack()));
    throw error;
  }
}

/** The same single row whether or not there is such an account; the address that was tried is in neither. */
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

/** Whom too many tries are counted for: an account, or who shares an address. */
interface ThrottledSubject {
  type: "user" | "address";
  id: string;
}

/**
 * What is turned away unread would fill the log as fast as somebody can send: one row says so, for as long as the tries
 * count that led to it.
 * @throws always, what it was given
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
    const deviceToken = await knowDevice(tx, credentials.id, input.deviceToken, now);
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
  // Deleted between the password and here.
  if (user === undefined) throw new AppError("UNAUTHENTICATED", messages.wrongCredentials);
  return { user: await toCurrentUser(deps, user), ...tokens };
}
