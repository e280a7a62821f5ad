import { DAY_MS } from "@wazi/contracts";
import type { Queryable, Tx } from "../../db/pool.ts";

/** Events that hold an investor's withdrawals. */
export type SecurityEventKind =
  "password-changed" | "password-reset" | "factor-changed" | "email-changed" | "account-frozen";

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
async function lockInvestorAccount(tx: Queryable, userId: string): Promise<void> {
  await tx`select from ledger_accounts where code = ${`user:${userId}:deposit_funds`} for no key update`;
}
