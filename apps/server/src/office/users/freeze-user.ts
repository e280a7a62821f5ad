import { type AccountFreeze, type AdminRole, DAY_MS, HOUR_MS, roleAllows } from "@wazi/contracts";
import { requireSecond } from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { type AuditActor, formatMoment, insertAuditEvent, queueMail } from "../../record/api.ts";
import {
  endFreeze,
  endSessionsAndLinks,
  findLastAdminFreeze,
  lockInvestorAccount,
  readFreeze,
  recordSecurityEvent,
  toAccountFreeze,
} from "../../people/api.ts";
import { recordEndOfHold } from "../../withdrawals/api.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { lockUserRow } from "./store.ts";
import { requireManageableUser } from "./user-access.ts";
import * as texts from "../../messages/office.ts";

type Deps = Pick<BackOfficeDeps, "sql" | "now" | "aloneRule">;

const ALONE_MS = 72 * HOUR_MS;
const LONGER_MS = 14 * DAY_MS;
/** A further freeze within this time of the last one's end makes that one longer. */
const RENEWED_WITHIN_MS = 30 * DAY_MS;

interface FreezeInput {
  admin: AuditActor & { role: AdminRole };
  userId: string;
  reason: string;
}

/**
 * Freezes an account: its sessions, links and known browsers end, and payouts wait. One administrator does it for 72 hours; for longer
 * it takes another one with full access, for 14 days at a time.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT it takes another administrator
 */
export async function freezeUser(deps: Deps, { admin, userId, reason }: FreezeInput): Promise<AccountFreeze> {
  return deps.sql.begin(async (tx) => {
    const now = deps.now();
    await lockInvestorAccount(tx, userId);
    requireManageableUser(await lockUserRow(tx, userId), admin.id);
    const last = await findLastAdminFreeze(tx, userId);
    const isLonger = last !== undefined && now.getTime() - last.holdsUntil.getTime() < RENEWED_WITHIN_MS;
    if (isLonger && (last.frozenBy === admin.id || !roleAllows(admin.role, "manage"))) {
      throw new AppError("CONFLICT", texts.freezeNeedsAnother({ time: formatMoment(last.holdsUntil) }));
    }
    if (isLonger) await requireSecond(tx, { second: admin.id, first: last.frozenBy, now });
    const by = { administratorId: admin.id, reason, forMs: isLonger ? LONGER_MS : ALONE_MS };
    const { holdsUntil } = await recordSecurityEvent(tx, userId, "account-frozen", now, by);
    const endedSessions = await endSessionsAndLinks(tx, userId);
    await queueMail(tx, userId, "frozen-by-administrator", { reason, until: holdsUntil.toISOString() });
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: isLonger ? "user.freeze-longer" : "user.freeze-account",
      subjectType: "user",
      subjectId: userId,
      after: { reason, until: holdsUntil.toISOString(), endedSessions },
      address: admin.address,
    });
    const freeze = toAccountFreeze(await readFreeze(tx, userId, now));
    if (freeze === null) throw new Error("the freeze was not found");
    return freeze;
  });
}

/**
 * Ends a freeze, whoever began it. What else holds withdrawals stays.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT not frozen, or it frees more than one may still move alone
 */
export async function unfreezeUser(
  { sql, now, aloneRule: rule }: Deps,
  { admin, userId }: { admin: AuditActor; userId: string },
): Promise<void> {
  await sql.begin(async (tx) => {
    await lockInvestorAccount(tx, userId);
    requireManageableUser(await lockUserRow(tx, userId), admin.id);
    if (!(await endFreeze(tx, { userId, by: admin.id, reason: "Ended by an administrator", now: now() }))) {
      throw new AppError("CONFLICT", texts.accountNotFrozen);
    }
    await recordEndOfHold(tx, "unfreezeUser", { adminId: admin.id, investorId: userId, now: now(), rule });
    await queueMail(tx, userId, "security-changed", {
      change: "account-unfrozen",
      detail: "An administrator ended the freeze",
      at: now().toISOString(),
      address: null,
    });
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "user.unfreeze",
      subjectType: "user",
      subjectId: userId,
      before: { isFrozen: true },
      after: { isFrozen: false },
      address: admin.address,
    });
  });
}
