import { DAY_MS, type withdrawalHoldReasons, type WithdrawalHold } from "@wazi/contracts";
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

/** How long each event holds withdrawals. The table allows 7 days at most. */
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
): Promise<{ holdsUntil: Date }> {
  const holdsUntil = new Date(now.getTime() + holdMs[kind]);
  await lockInvestorAccount(tx, userId);
  await tx`
    insert into security_events (user_id, kind, happened_at, holds_until)
    values (${userId}, ${kind}, ${now}, ${holdsUntil})`;
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

/** Ends a user's hold early, for all events up to the one that the administrator saw. */
export async function insertHoldOverride(
  tx: Tx,
  row: { userId: string; lastEventId: string; overriddenBy: string; reason: string; overriddenAt: Date },
): Promise<void> {
  await tx`
    insert into security_hold_overrides (user_id, last_event_id, overridden_by, reason, overridden_at)
    values (${row.userId}, ${row.lastEventId}, ${row.overriddenBy}, ${row.reason}, ${row.overriddenAt})`;
}
