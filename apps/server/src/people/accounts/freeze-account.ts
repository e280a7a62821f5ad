import { DAY_MS, type OwnFreeze } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, queueMail } from "../../record/api.ts";
import { createInvalidLinkError } from "../identity/account-links.ts";
import { endLinks } from "../identity/store.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { deleteUserSessions, forgetDevices } from "../sessions/store.ts";
import {
  endFreeze,
  findOwnerNeeds,
  lockInvestorAccount,
  readFreeze,
  recordSecurityEvent,
  toAccountFreeze,
} from "../security-holds/store.ts";
import type { AccountDeps } from "./current-user.ts";
import { canBeFrozenSince, writeFreeze } from "./store.ts";
import * as texts from "../../messages/people.ts";

/** A mail is often read late. */
const FREEZE_LINK_LIFETIME_MS = 30 * DAY_MS;

/**
 * Freezes an account with the link "This was not me" of a mail, without signing in: its sessions end, no one can sign in, and
 * withdrawals wait. A password reset ends it; links of mails from before that reset, or from before a restore of a backup, no longer freeze. Freezing a frozen account
 * changes nothing, so that a hold of withdrawals is not extended again and again.
 * @throws AppError LINK_INVALID
 */
export async function freezeAccount(
  deps: Pick<AccountDeps, "sql" | "now" | "links">,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const signed = deps.links.verify("freeze", token);
  const now = deps.now();
  if (signed === undefined || now.getTime() - signed.issuedAt.getTime() > FREEZE_LINK_LIFETIME_MS) {
    throw createInvalidLinkError();
  }
  const { id: userId, issuedAt } = signed;
  await deps.sql.begin(async (tx) => {
    const state = await canBeFrozenSince(tx, userId, issuedAt);
    if (state === "no") throw createInvalidLinkError();
    if (state === "frozen") return;
    await endAccess(tx, userId, address, now);
  });
}

/** Freezes the account of a signed-in user, in the same way. It locks the door behind them: only a mail opens it again. */
export async function freezeOwnAccount(
  deps: Pick<AccountDeps, "sql" | "now">,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  await deps.sql.begin((tx) => endAccess(tx, userId, address, deps.now(), userId));
}

/** A freeze of the user's own account; null without one. */
export async function readOwnFreeze(
  { sql, now }: Pick<AccountDeps, "sql" | "now">,
  user: { id: string; hasSecondFactor: boolean },
): Promise<OwnFreeze | null> {
  const at = now();
  const freeze = await readFreeze(sql, user.id, at);
  const shown = toAccountFreeze(freeze);
  return freeze && shown && { ...shown, ownerNeeds: await findOwnerNeeds(sql, user, freeze, at) };
}

/**
 * Ends a freeze for its owner, who has just proved who they are. What else holds withdrawals stays.
 * @throws AppError CONFLICT not frozen, or the proof is not enough
 */
export async function endOwnFreeze(
  deps: Pick<AccountDeps, "sql" | "now">,
  { user, address }: { user: { id: string; hasSecondFactor: boolean }; address: string },
): Promise<void> {
  const { id: userId } = user;
  await deps.sql.begin(async (tx) => {
    const now = deps.now();
    await lockInvestorAccount(tx, userId);
    const freeze = await readFreeze(tx, userId, now);
    const needs = freeze === null ? "proof" : await findOwnerNeeds(tx, user, freeze, now);
    if (needs === "password-reset") throw new AppError("CONFLICT", texts.freezeNeedsReset);
    if (needs === "administrator") throw new AppError("CONFLICT", texts.freezeNeedsAdministrator);
    if (!(await endFreeze(tx, { userId, by: userId, reason: "Ended by the owner", now }))) {
      throw new AppError("CONFLICT", texts.accountNotFrozen);
    }
    await queueMail(tx, userId, "security-changed", { change: "account-unfrozen", at: now.toISOString(), address });
    await insertAuditEvent(tx, {
      actorId: userId,
      action: "user.end-own-freeze",
      subjectType: "user",
      subjectId: userId,
      address,
    });
  });
}

/** Ends what a freeze ends. @returns the number of ended sessions */
export async function endSessionsAndLinks(tx: Tx, userId: string): Promise<number> {
  await endLinks(tx, userId, "reset-password", "verify-email", "change-email");
  await forgetDevices(tx, userId);
  return deleteUserSessions(tx, userId);
}

/** Ends sessions, known browsers and links that wait, lets no one sign in, and holds withdrawals for 7 days. */
export async function endAccess(
  tx: Tx,
  userId: string,
  address: string,
  now: Date,
  actorId: string | null = null,
): Promise<void> {
  await recordSecurityEvent(tx, userId, "account-frozen", now);
  await writeFreeze(tx, userId, now);
  const endedSessions = await endSessionsAndLinks(tx, userId);
  await queueMail(tx, userId, "security-changed", { change: "account-frozen", at: now.toISOString(), address });
  await insertAuditEvent(tx, {
    actorId,
    action: "user.freeze",
    subjectType: "user",
    subjectId: userId,
    after: { endedSessions },
    address,
  });
}
