import { messages } from "@wazi/contracts";
import { createHash, randomBytes } from "node:crypto";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable, Sql } from "../../platform/db/pool.ts";
import { DEVICE_LIFETIME_MS, SESSION_LIFETIME_MS } from "../../platform/http/session.ts";
import {
  deleteOldestSessions,
  deleteSession,
  findActiveHashes,
  insertSession,
  isKnownDevice,
  rememberDevice,
  renewSession,
  SESSION_IDLE_MS,
  type SessionLookup,
  touchSessions,
} from "./store.ts";
import type { SessionRow } from "../../platform/http/session-user.ts";

/** Sessions that were used are collected for this long and then written together. */
const GATHER_MS = 250;

/** With this many, they are written at once. */
const MAX_GATHERED = 1_000;

interface SessionTouches {
  /** Notes that a session was used. */
  add(sidHash: Buffer, at: Date): void;
  /** Writes what was collected; for the end of the process. */
  flush(): Promise<void>;
}

/**
 * Collects the times at which sessions were used and writes them in one statement, so that no call waits for it. A lost
 * moment of use does not matter to a session that ends after hours without use.
 */
export function createSessionTouches(sql: Queryable): SessionTouches {
  let gathered = new Map<string, { sidHash: Buffer; at: Date }>();
  let timer: NodeJS.Timeout | null = null;

  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (gathered.size === 0) return;
    const touches = [...gathered.values()];
    gathered = new Map();
    await touchSessions(sql, touches);
  };
  // The calls themselves report that the database cannot be reached.
  const flushLater = (): void => void flush().catch(() => undefined);

  return {
    add(sidHash, at) {
      gathered.set(sidHash.toString("base64"), { sidHash, at });
      if (gathered.size >= MAX_GATHERED) flushLater();
      else timer ??= setTimeout(flushLater, GATHER_MS).unref();
    },
    flush,
  };
}

/** The time of the last use is written at most once a minute per session. */
const TOUCH_EVERY_MS = 60_000;

const MAX_USER_AGENT_LENGTH = 300;

const MAX_DEVICES_PER_USER = 20;

/** Beyond this, the sessions of a user that were used longest ago end. */
export const MAX_SESSIONS_PER_USER = 50;

const NO_USER_ID = "00000000-0000-0000-0000-000000000000";

const TOKEN_BYTES = 32;

const tokenPattern = /^[\w-]{43}$/;

export interface SessionDeps {
  sql: Sql;
  now: () => Date;
}

/** The dependencies of finding a session, which also records its use. */
export interface FindingDeps extends SessionDeps {
  touches: SessionTouches;
}

/** The origin of a request. */
export interface Origin {
  ip: string;
  userAgent: string;
}

/** Creates a random cookie token of 256 bits. */
function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Returns the hash that is stored for a token; undefined for a malformed token. */
export function hashToken(token: string | undefined): Buffer | undefined {
  if (token === undefined || !tokenPattern.test(token)) return undefined;
  return createHash("sha256").update(token).digest();
}

/**
 * Starts a session in the caller's transaction and returns its token, which is not stored. Every way to sign in ends here, so
 * that none of them opens a frozen account.
 * A user keeps the 50 sessions used last.
 * @throws AppError ACCOUNT_FROZEN
 */
export async function startSession(tx: Queryable, userId: string, origin: Origin, now: Date): Promise<string> {
  const token = createToken();
  const isStarted = await insertSession(tx, {
    sidHash: createHash("sha256").update(token).digest(),
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
    ip: origin.ip.slice(0, 64),
    userAgent: origin.userAgent.replaceAll("\0", "").slice(0, MAX_USER_AGENT_LENGTH),
  });
  if (!isStarted) throw new AppError("ACCOUNT_FROZEN", messages.accountFrozen);
  await deleteOldestSessions(tx, userId, MAX_SESSIONS_PER_USER);
  return token;
}

/** Gives the session a new token after a proof of who the user is, and returns it. Undefined when the session has ended. */
export async function stepUpSession(tx: Queryable, token: string | undefined): Promise<string | undefined> {
  const sidHash = hashToken(token);
  if (sidHash === undefined) return undefined;
  const renewed = createToken();
  const renewedHash = createHash("sha256").update(renewed).digest();
  return (await renewSession(tx, sidHash, renewedHash)) ? renewed : undefined;
}

/**
 * Finds the session of a token and notes its use. Each call reads the database, so an ended session stops working
 * everywhere at once.
 */
export async function findActiveSession<T extends { session: SessionRow }>(
  deps: FindingDeps,
  token: string | undefined,
  find: (lookup: SessionLookup) => Promise<T | undefined>,
): Promise<T | undefined> {
  const sidHash = hashToken(token);
  if (sidHash === undefined) return undefined;
  const now = deps.now();
  const found = await find({ sidHash, now, seenAfter: new Date(now.getTime() - SESSION_IDLE_MS) });
  if (found && now.getTime() - found.session.lastSeenAt.getTime() >= TOUCH_EVERY_MS) deps.touches.add(sidHash, now);
  return found;
}

/**
 * Returns the tokens with active sessions, by the rules of `findActiveSession`. It does not count as a use of the sessions.
 */
export async function findActiveTokens(deps: SessionDeps, tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const byHash = new Map<string, string>();
  for (const token of tokens) {
    const hash = hashToken(token);
    if (hash) byHash.set(hash.toString("hex"), token);
  }
  const now = deps.now();
  const found = await findActiveHashes(deps.sql, [...byHash.keys()], now, new Date(now.getTime() - SESSION_IDLE_MS));
  return new Set(found.map((hash) => byHash.get(hash) ?? ""));
}

/**
 * Records that the user has signed in with this browser. Returns the token to store in the browser: its existing one or
 * a new one. A browser may be known for several users.
 */
export async function recordDevice(
  tx: Queryable,
  userId: string,
  token: string | undefined,
  now: Date,
): Promise<string> {
  const known = hashToken(token);
  const kept = token === undefined || known === undefined ? createToken() : token;
  await rememberDevice(tx, createHash("sha256").update(kept).digest(), userId, now, MAX_DEVICES_PER_USER);
  return kept;
}

/** True when this user has signed in with this browser before. A missing user takes the same time. */
export async function isDeviceKnown(
  deps: SessionDeps,
  userId: string | undefined,
  token: string | undefined,
): Promise<boolean> {
  const deviceHash = hashToken(token);
  if (deviceHash === undefined) return false;
  const usedAfter = new Date(deps.now().getTime() - DEVICE_LIFETIME_MS);
  return isKnownDevice(deps.sql, deviceHash, userId ?? NO_USER_ID, usedAfter);
}

/** True when anyone has signed in with this browser before. */
export async function isDeviceOfAnyone(deps: SessionDeps, token: string | undefined): Promise<boolean> {
  const deviceHash = hashToken(token);
  if (deviceHash === undefined) return false;
  return isKnownDevice(deps.sql, deviceHash, null, new Date(deps.now().getTime() - DEVICE_LIFETIME_MS));
}

/** Ends the session of this token, if there is one, and returns the user's id. */
export async function endSession(tx: Queryable, token: string | undefined): Promise<string | undefined> {
  const sidHash = hashToken(token);
  return sidHash === undefined ? undefined : deleteSession(tx, sidHash);
}
