import { DAY_MS, EMAIL_CHANGE_WAIT_MS, messages, MINUTE_MS } from "@wazi/contracts";
import { randomUUID } from "node:crypto";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { AppError } from "../../platform/base/app-error.ts";
import {
  type AccountLink,
  type AccountLinkKind,
  endLinks,
  findUsableLink,
  insertAccountLink,
  takeLink,
} from "./store.ts";
import type { LinkSigner } from "./signed-links.ts";
import { type AuditActor, insertAuditEvent, queueMail } from "../../record/api.ts";

const lifetimesMs: Readonly<Record<AccountLinkKind, number>> = {
  "verify-email": 7 * DAY_MS,
  "reset-password": 30 * MINUTE_MS,
  "change-email": EMAIL_CHANGE_WAIT_MS,
};

/** Makes a link for a mail in the caller's transaction. @returns its id, and when it ends */
export async function createAccountLink(
  tx: Queryable,
  link: { userId: string; kind: AccountLinkKind; email: string; newEmail?: string; dueAt?: Date; lifetimeMs?: number },
  now: Date,
): Promise<{ id: string; expiresAt: Date }> {
  const { userId, kind, email, newEmail = null, dueAt = null } = link;
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + (link.lifetimeMs ?? lifetimesMs[kind]));
  await insertAccountLink(tx, { id, userId, kind, email, newEmail, dueAt, createdAt: now, expiresAt });
  return { id, expiresAt };
}

/** @throws AppError LINK_INVALID for a link that was used, has ended, is for something else, or was not made by us */
export async function readAccountLink(
  deps: { sql: Queryable; links: LinkSigner; now: () => Date },
  kind: AccountLinkKind,
  token: string,
): Promise<AccountLink> {
  const signed = deps.links.verify(kind, token);
  const link = signed && (await findUsableLink(deps.sql, signed.id, kind, deps.now()));
  if (link === undefined) throw createInvalidLinkError();
  return link;
}

/** Uses a link up in the transaction of what it does. @throws AppError LINK_INVALID it was used at the same moment */
export async function useAccountLink(tx: Queryable, link: AccountLink, now: Date): Promise<void> {
  if (!(await takeLink(tx, link.id, now))) throw createInvalidLinkError();
}

export const createInvalidLinkError = (): AppError => new AppError("LINK_INVALID", messages.linkInvalid);

/** A link that an administrator sent lives longer, because the person does not wait for it. */
const SENT_LINK_LIFETIME_MS = DAY_MS;

/**
 * Sends a link to set a new password to the person's own address. An earlier link ends.
 * @param actor the administrator who asked for it; null when the person did
 */
export async function sendPasswordReset(
  tx: Tx,
  user: { id: string; email: string },
  { actor, address, now }: { actor: AuditActor | null; address: string | null; now: Date },
): Promise<void> {
  await endLinks(tx, user.id, "reset-password");
  const asked = { userId: user.id, kind: "reset-password" as const, email: user.email };
  const link = await createAccountLink(tx, actor ? { ...asked, lifetimeMs: SENT_LINK_LIFETIME_MS } : asked, now);
  const data = { link: link.id, at: now.toISOString(), address };
  await queueMail(tx, user.id, "reset-password", data, { expiresAt: link.expiresAt });
  await insertAuditEvent(tx, {
    actorId: actor?.id ?? null,
    action: "user.ask-password-reset",
    subjectType: "user",
    subjectId: user.id,
    address,
  });
}
