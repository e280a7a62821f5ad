import {
  DAY_MS,
  type AccountFreeze,
  type OwnFreeze,
  type withdrawalHoldReasons,
  type WithdrawalHold,
} from "@wazi/contracts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";

/** Events that hold an investor's withdrawals. */
export type SecurityEventKind = (typeof withdrawalHoldReasons)[number];

/** A hold as the SQL function `withdrawal_hold` returns it. */
export interface StoredHold {
  reasons: SecurityEventKind[];
  endsAt: string;
  /** The latest event of the hold. */
  lastEventId: string;
}

/** How long each event holds withdrawals, unless an administrator says it. The table allows 7 days at most, and them 14. */
const holdMs: Readonly<Record<SecurityEventKind, number>> = {
  "password-changed": DAY_MS,
  "password-reset": DAY_MS,
  "factor-changed": DAY_MS,
  "email-changed": DAY_MS,
  "account-frozen": 7 * DAY_MS,
};

/**
 * Records a change of a user's password, second factor or e-mail address. The user's withdrawals can be requested, but are
 * not paid out before the hold ends. An earlier hold that lasts longer keeps its end.
 *
 * Call it first in the transaction of the change, before the row in `users` is locked. It locks the user's account, as the
 * ledger's door does, so that a payout is entirely before or after the event.
 * @returns when this event's hold ends
 */
export async function recordSecurityEvent(
  tx: Tx,
  userId: string,
  kind: SecurityEventKind,
  now: Date,
  by?: { administratorId: string; reason: string; forMs: number },
): Promise<{ holdsUntil: Date }> {
  const holdsUntil = new Date(now.getTime() + (by?.forMs ?? holdMs[kind]));
  await lockInvestorAccount(tx, userId);
  await tx`
    insert into security_events (user_id, kind, happened_at, holds_until, frozen_by, reason)
    values (${userId}, ${kind}, ${now}, ${holdsUntil}, ${by?.administratorId ?? null}, ${by?.reason ?? null})`;
  return { holdsUntil };
}

/** Locks the account that the ledger's door locks for every operation on this investor's withdrawals. */
export async function lockInvestorAccount(tx: Queryable, userId: string): Promise<void> {
  await tx`select from ledger_accounts where code = ${`user:${userId}:deposit_funds`} for no key update`;
}

/** Reads what holds a user's withdrawals at a time; null if nothing does. */
export async function readWithdrawalHold(sql: Queryable, userId: string, at: Date): Promise<StoredHold | null> {
  const [row] = await sql<{ hold: StoredHold | null }[]>`select withdrawal_hold(${userId}, ${at}) as hold`;
  return row?.hold ?? null;
}

export function toWithdrawalHold(hold: StoredHold | null): WithdrawalHold | null {
  return hold && { reasons: hold.reasons, endsAt: new Date(hold.endsAt).toISOString() };
}

interface HoldOverride {
  userId: string;
  lastEventId: string;
  overriddenBy: string;
  reason: string;
  overriddenAt: Date;
}

/** Ends a user's hold early, for all events up to the one that was seen, or for freezes alone. */
export async function insertHoldOverride(
  tx: Tx,
  row: HoldOverride,
  kind: "account-frozen" | null = null,
): Promise<void> {
  await tx`
    insert into security_hold_overrides (user_id, last_event_id, overridden_by, reason, overridden_at, kind)
    values (${row.userId}, ${row.lastEventId}, ${row.overriddenBy}, ${row.reason}, ${row.overriddenAt}, ${kind})`;
}

/** A freeze as the SQL function `account_freeze` returns it. `frozenBy` is null for the owner. */
export interface StoredFreeze {
  at: string;
  endsAt: string;
  frozenBy: string | null;
  reason: string | null;
  lastEventId: string;
}

export async function readFreeze(sql: Queryable, userId: string, at: Date): Promise<StoredFreeze | null> {
  const [row] = await sql<{ freeze: StoredFreeze | null }[]>`select account_freeze(${userId}, ${at}) as freeze`;
  return row?.freeze ?? null;
}

export const toAccountFreeze = (freeze: StoredFreeze | null): AccountFreeze | null =>
  freeze && {
    at: new Date(freeze.at).toISOString(),
    endsAt: new Date(freeze.endsAt).toISOString(),
    byAdministrator: freeze.frozenBy !== null,
    reason: freeze.reason,
  };

/** A second factor proves the owner if it was there for this long before the freeze. */
const OLD_FACTOR_MS = 7 * DAY_MS;

/** Finds how far the owner is from ending a freeze. A stranger who knows the password, with or without a new factor or address, has not got it. */
export async function findOwnerNeeds(
  sql: Queryable,
  { id: userId, hasSecondFactor }: { id: string; hasSecondFactor: boolean },
  freeze: StoredFreeze,
  now: Date,
): Promise<OwnFreeze["ownerNeeds"]> {
  const oldSince = new Date(Date.parse(freeze.at) - OLD_FACTOR_MS);
  const [row] = await sql<{ hasNewFactor: boolean; isReset: boolean; isDisputed: boolean }[]>`
    select exists (select from security_events where user_id = ${userId} and kind = 'factor-changed'
        and (id > ${freeze.lastEventId}::bigint or happened_at > ${oldSince})) as "hasNewFactor",
      exists (select from security_events where user_id = ${userId} and kind = 'password-reset'
        and id > ${freeze.lastEventId}::bigint) as "isReset",
      exists (select from account_links where user_id = ${userId} and kind = 'change-email' and applied_at is not null
        and expires_at > ${now}) as "isDisputed"`;
  if (hasSecondFactor && row?.hasNewFactor === false) return "proof";
  if (row?.isDisputed !== false) return "administrator";
  return row.isReset ? "proof" : "password-reset";
}

/** The last freeze by an administrator, also one that was ended early. */
export async function findLastAdminFreeze(
  tx: Queryable,
  userId: string,
): Promise<{ frozenBy: string; holdsUntil: Date } | undefined> {
  const [row] = await tx<{ frozenBy: string; holdsUntil: Date }[]>`
    select frozen_by as "frozenBy", holds_until as "holdsUntil" from security_events
    where user_id = ${userId} and frozen_by is not null order by id desc limit 1`;
  return row;
}

/** Ends a freeze, and not what else holds withdrawals. The caller has locked the account. @returns false without one */
export async function endFreeze(
  tx: Tx,
  { userId, by, reason, now }: { userId: string; by: string; reason: string; now: Date },
): Promise<boolean> {
  const freeze = await readFreeze(tx, userId, now);
  const rows = await tx`
    update users set frozen_at = null, updated_at = ${now} where id = ${userId} and frozen_at is not null returning 1`;
  if (freeze === null) return rows.length > 0;
  const { lastEventId } = freeze;
  await insertHoldOverride(tx, { userId, lastEventId, overriddenBy: by, reason, overriddenAt: now }, "account-frozen");
  return true;
}
