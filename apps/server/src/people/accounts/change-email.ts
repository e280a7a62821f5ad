import { messages } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, queueMail } from "../../record/api.ts";
import { endLinks, findMailAddress } from "../identity/store.ts";
import {
  createAccountLink,
  createInvalidLinkError,
  readAccountLink,
  useAccountLink,
} from "../identity/account-links.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import { countTry, ownMailRule } from "../identity/throttle.ts";
import { verifyOwnPassword } from "../identity/verify-own-password.ts";
import { recordSecurityEvent } from "../security-holds/store.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { AccountDeps } from "./current-user.ts";
import { writeEmail } from "./store.ts";
import * as texts from "../../messages/people.ts";

interface ChangeEmailInput {
  user: SessionUser;
  newEmail: string;
  currentPassword: string;
  address: string;
  deviceToken: string | undefined;
}

/**
 * Starts a change of the e-mail address. The account keeps its address until the new one is confirmed; an earlier change that
 * waits is forgotten.
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
  if (await findMailAddress(deps.sql, newEmail)) throw createTakenError();
  await deps.sql.begin(async (tx) => {
    const now = deps.now();
    await endLinks(tx, user.id, "change-email");
    const link = await createAccountLink(
      tx,
      { userId: user.id, kind: "change-email", email: user.email, newEmail },
      now,
    );
    const toNewAddress = { recipient: newEmail, expiresAt: link.expiresAt };
    await queueMail(tx, user.id, "email-change-confirm", { link: link.id }, toNewAddress);
    await queueMail(tx, user.id, "email-change-requested", { newEmail, at: now.toISOString(), address });
    await recordChange(tx, user.id, "user.ask-email-change", address);
  });
}

/** @throws AppError LINK_INVALID · CONFLICT the address was taken meanwhile */
export async function confirmEmailChange(
  deps: Pick<AccountDeps, "sql" | "now" | "links">,
  { token, address }: { token: string; address: string },
): Promise<{ email: string }> {
  const link = await readAccountLink(deps, "change-email", token);
  const { userId, email: oldEmail, newEmail } = link;
  if (newEmail === null) throw createInvalidLinkError();
  await deps.sql.begin(async (tx) => {
    const now = deps.now();
    await recordSecurityEvent(tx, userId, "email-changed", now);
    await useAccountLink(tx, link, now);
    if (!(await writeEmail(tx, userId, { oldEmail, newEmail }, now))) throw createTakenError();
    // Links that were sent to the old address end.
    await endLinks(tx, userId, "reset-password");
    await endLinks(tx, userId, "verify-email");
    const data = { oldEmail, newEmail, at: now.toISOString(), address };
    await queueMail(tx, userId, "email-changed", data, { recipient: oldEmail });
    await queueMail(tx, userId, "email-changed", data, { recipient: newEmail });
    await recordChange(tx, userId, "user.change-email", address);
  });
  return { email: newEmail };
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
function recordChange(tx: Tx, userId: string, action: string, address: string): Promise<void> {
  return insertAuditEvent(tx, { actorId: userId, action, subjectType: "user", subjectId: userId, address });
}

function createTakenError(): AppError {
  return new AppError("CONFLICT", messages.emailTaken, { fields: { newEmail: messages.emailTaken } });
}
