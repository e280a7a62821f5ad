import { DAY_MS, EMAIL_CHANGE_WAIT_MS, messages } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, queueMail } from "../../record/api.ts";
import {
  agreeToEmailChange,
  deleteEmailChangesFrom,
  type EmailChange,
  endLinks,
  findEmailChange,
  findUser,
  hasChangedFactorsSince,
  isEmailTaken,
  listDueEmailChanges,
  lockEmails,
  markEmailChangeApplied,
} from "../identity/store.ts";
import { createAccountLink, createInvalidLinkError } from "../identity/account-links.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import { countTry, ownMailRule } from "../identity/throttle.ts";
import { verifyOwnPassword } from "../identity/verify-own-password.ts";
import { lockInvestorAccount, recordSecurityEvent } from "../security-holds/store.ts";
import { endAccess } from "./freeze-account.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { AccountDeps } from "./current-user.ts";
import { writeEmail } from "./store.ts";
import * as texts from "../../messages/people.ts";

/** The old address can undo a change for this long after it. */
const UNDO_MS = 7 * DAY_MS;

interface ChangeEmailInput {
  user: SessionUser;
  newEmail: string;
  currentPassword: string;
  address: string;
  deviceToken: string | undefined;
}

/**
 * Starts a change of the e-mail address, which happens when the new one has confirmed it and the account's own has agreed or 72
 * hours have passed. A second factor agrees too, unless it was changed in those hours. An earlier change that waits is forgotten.
 * @throws AppError FORBIDDEN wrong password · VALIDATION the same address · CONFLICT taken · RATE_LIMITED · BUSY
 */
export async function changeEmail(deps: AccountDeps, input: ChangeEmailInput): Promise<void> {
  const { user, newEmail, address, deviceToken } = input;
  await verifyOwnPassword(deps, {
    user,
    password: input.currentPassword,
    field: "currentPassword",
    failure: "user.change-email-failed",
    address,
    deviceToken,
  });
  if (newEmail.toLowerCase() === user.email.toLowerCase()) {
    const message = texts.emailUnchanged;
    throw new AppError("VALIDATION", message, { fields: { newEmail: message } });
  }
  await countTry(deps, ownMailRule, user.id);
  await deps.sql.begin(async (tx) => {
    const now = deps.now();
    if (await isEmailTaken(tx, newEmail, user.id, now)) throw createTakenError();
    const since = new Date(now.getTime() - EMAIL_CHANGE_WAIT_MS);
    const isAgreed = user.hasSecondFactor && !(await hasChangedFactorsSince(tx, user.id, since));
    const dueAt = isAgreed ? now : new Date(now.getTime() + EMAIL_CHANGE_WAIT_MS);
    await endLinks(tx, user.id, "change-email");
    const asked = { userId: user.id, kind: "change-email", email: user.email, newEmail, dueAt } as const;
    const link = await createAccountLink(tx, asked, now);
    const toNewAddress = { recipient: newEmail, expiresAt: link.expiresAt };
    await queueMail(tx, user.id, "email-change-confirm", { link: link.id }, toNewAddress);
    const told = { newEmail, at: now.toISOString(), address, link: link.id };
    await queueMail(tx, user.id, "email-change-requested", isAgreed ? told : { ...told, dueAt: dueAt.toISOString() });
    await recordChange(tx, user.id, "user.ask-email-change", address);
  });
}

type LinkDeps = Pick<AccountDeps, "sql" | "now" | "links">;

/**
 * Agrees to a change with a link that was sent to the new address, or to the one that the account has.
 * @returns what the change waits for; null when it has happened
 * @throws AppError LINK_INVALID · CONFLICT the address was taken meanwhile
 */
export async function confirmEmailChange(
  deps: LinkDeps,
  { token, address }: { token: string; address: string },
): Promise<{ email: string; waitsFor: "new-address" | "old-address" | null; happensAt: string | null }> {
  const fromNew = deps.links.verify("change-email", token);
  const signed = fromNew ?? deps.links.verify("agree-email", token);
  const asked = signed && (await findEmailChange(deps.sql, signed.id, deps.now()));
  if (!asked || asked.appliedAt !== null) throw createInvalidLinkError();
  return deps.sql.begin(async (tx) => {
    const now = deps.now();
    await lockInvestorAccount(tx, asked.userId);
    await lockEmails(tx, asked.email, asked.newEmail);
    const kept = new Date(Math.max(asked.dueAt.getTime(), now.getTime()) + UNDO_MS);
    const change = await agreeToEmailChange(tx, asked.id, fromNew ? "new" : "old", now, kept);
    if (!change || !(await hasAddress(tx, change))) throw createInvalidLinkError();
    if (await isEmailTaken(tx, change.newEmail, change.userId, now)) throw createTakenError();
    await recordChange(tx, change.userId, fromNew ? "user.confirm-email" : "user.agree-email-change", address);
    const { newEmail: email, usedAt, dueAt } = change;
    if (usedAt === null) return { email, waitsFor: "new-address", happensAt: null };
    if (dueAt > now) return { email, waitsFor: "old-address", happensAt: dueAt.toISOString() };
    await applyEmailChange(tx, change, address, now);
    return { email, waitsFor: null, happensAt: null };
  });
}

const hasAddress = async (tx: Tx, { userId, email }: EmailChange): Promise<boolean> =>
  (await findUser(tx, userId))?.email.toLowerCase() === email.toLowerCase();

/** The caller has locked the account and both addresses, in this order. @throws AppError LINK_INVALID it has ended meanwhile */
async function applyEmailChange(tx: Tx, change: EmailChange, address: string | null, now: Date): Promise<void> {
  const { id, userId, email: oldEmail, newEmail } = change;
  await recordSecurityEvent(tx, userId, "email-changed", now);
  if (!(await markEmailChangeApplied(tx, id, now, new Date(now.getTime() + UNDO_MS)))) throw createInvalidLinkError();
  await writeEmail(tx, userId, newEmail, now);
  // Links that were sent to the old address end.
  await endLinks(tx, userId, "reset-password", "verify-email");
  const data = { oldEmail, newEmail, at: now.toISOString(), address };
  await queueMail(tx, userId, "email-changed", { ...data, link: id }, { recipient: oldEmail });
  await queueMail(tx, userId, "email-changed", data, { recipient: newEmail });
  await recordChange(tx, userId, "user.change-email", address);
}

/** Applies the changes whose 72 hours are over. Several processes may do it at once. */
export async function applyDueEmailChanges(deps: Pick<AccountDeps, "sql" | "now">): Promise<void> {
  for (const due of await listDueEmailChanges(deps.sql, deps.now())) {
    const apply = deps.sql.begin(async (tx) => {
      await lockInvestorAccount(tx, due.userId);
      await lockEmails(tx, due.email, due.newEmail);
      const isFree = !(await isEmailTaken(tx, due.newEmail, due.userId, deps.now()));
      if (isFree && (await hasAddress(tx, due))) await applyEmailChange(tx, due, null, deps.now());
      else await endLinks(tx, due.userId, "change-email");
    });
    await apply.catch((error: unknown) => {
      // Another process has applied it, or its owner has ended it.
      if (!(error instanceof AppError)) throw error;
    });
  }
}

/**
 * Stops or undoes a change with a link that was sent to the old address, whatever has happened since: the account gets that address
 * back and is frozen, its sessions end, and so do later changes and links. Password and second factor stay as they are.
 * @throws AppError LINK_INVALID
 */
export async function undoEmailChange(
  deps: LinkDeps,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const signed = deps.links.verify("undo-email", token);
  const found = signed && (await findEmailChange(deps.sql, signed.id, deps.now()));
  if (!found) throw createInvalidLinkError();
  await deps.sql.begin(async (tx) => {
    const now = deps.now();
    const { userId } = found;
    await lockInvestorAccount(tx, userId);
    await lockEmails(tx, found.email, found.newEmail);
    // Read again, because it may have been applied before the lock.
    const change = await findEmailChange(tx, found.id, now);
    const user = change && (await findUser(tx, userId));
    if (!user) throw createInvalidLinkError();
    await deleteEmailChangesFrom(tx, userId, change.createdAt);
    if (change.appliedAt !== null) {
      await writeEmail(tx, userId, change.email, now);
      const data = { oldEmail: change.email, newEmail: user.email, at: now.toISOString(), address };
      for (const recipient of new Set([change.email, user.email])) {
        await queueMail(tx, userId, "email-change-undone", data, { recipient });
      }
    }
    await recordChange(tx, userId, "user.undo-email-change", address);
    await endAccess(tx, userId, address, now);
  });
}

/** Forgets a change that was not confirmed yet. */
export async function cancelEmailChange(
  deps: Pick<AccountDeps, "sql">,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  await deps.sql.begin(async (tx) => {
    await endLinks(tx, userId, "change-email");
    await recordChange(tx, userId, "user.cancel-email-change", address);
  });
}

/** Addresses are personal data, so the event does not contain them. */
function recordChange(tx: Tx, userId: string, action: string, address: string | null): Promise<void> {
  return insertAuditEvent(tx, { actorId: userId, action, subjectType: "user", subjectId: userId, address });
}

function createTakenError(): AppError {
  return new AppError("CONFLICT", messages.emailTaken, { fields: { newEmail: messages.emailTaken } });
}
