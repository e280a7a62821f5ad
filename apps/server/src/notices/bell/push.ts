import { ECDH } from "node:crypto";
import { AppError } from "../../platform/base/app-error.ts";
import { hashToken } from "../../people/api.ts";
import type { PushTransport } from "../../platform/push/push-transport.ts";
import { deleteSubscriptions, renewSubscription, saveSubscription } from "../push/store.ts";
import type { Sql } from "../../platform/db/pool.ts";
import * as texts from "../../messages/notices.ts";

/** The first byte of an uncompressed point. */
const UNCOMPRESSED = 4;

export interface NotificationDeps {
  sql: Sql;
  now: () => Date;
  /** Undefined where push is off. */
  push: PushTransport | undefined;
}

interface Caller {
  userId: string;
  sessionToken: string | undefined;
}

/** @throws AppError NOT_FOUND push is off · VALIDATION not the address of a public push service */
export async function subscribeToPush(
  { sql, now, push }: NotificationDeps,
  { userId, sessionToken }: Caller,
  browser: { endpoint: string; p256dh: string; auth: string },
): Promise<void> {
  if (push === undefined) throw new AppError("NOT_FOUND", texts.pushOff);
  if (!push.accepts(browser.endpoint)) {
    const problem = texts.pushAddressRefused;
    throw new AppError("VALIDATION", problem, { fields: { endpoint: problem } });
  }
  const sidHash = hashToken(sessionToken);
  if (sidHash === undefined) throw new AppError("UNAUTHENTICATED", texts.signInNeeded);
  const p256dh = Buffer.from(browser.p256dh, "base64url");
  if (!isPoint(p256dh)) {
    const problem = texts.pushKeyInvalid;
    throw new AppError("VALIDATION", problem, { fields: { p256dh: problem } });
  }
  const auth = Buffer.from(browser.auth, "base64url");
  const subscription = { userId, sidHash, endpoint: browser.endpoint, p256dh, auth, serverKey: push.publicKey };
  await sql.begin((tx) => saveSubscription(tx, { ...subscription, createdAt: now() }));
}

/** True for a public key on P-256, uncompressed. */
function isPoint(bytes: Buffer): boolean {
  try {
    ECDH.convertKey(bytes, "prime256v1");
    return bytes[0] === UNCOMPRESSED;
  } catch {
    return false;
  }
}

/** Says whether this browser gets the user's messages, and keeps it that way when this session expires. */
export async function checkPush(
  { sql, push }: NotificationDeps,
  { userId, sessionToken }: Caller,
  endpoint: string,
): Promise<{ isOn: boolean }> {
  const sidHash = hashToken(sessionToken);
  if (push === undefined || sidHash === undefined) return { isOn: false };
  return { isOn: await renewSubscription(sql, { userId, sidHash, endpoint, serverKey: push.publicKey }) };
}

export const unsubscribeFromPush = ({ sql }: NotificationDeps, userId: string, endpoint?: string): Promise<void> =>
  deleteSubscriptions(sql, userId, endpoint);
