import { insertAuditEvent, type AuditActor, type SecurityChange, queueMail } from "../../record/api.ts";
import { deleteOtherSessions } from "../sessions/store.ts";
import { recordSecurityEvent } from "../security-holds/store.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { deleteRecoveryCodes, lockFactors, refreshSecondFactor } from "./store.ts";

type FactorChange =
  | "authenticator-added"
  | "authenticator-removed"
  | "passkey-added"
  | "passkey-removed"
  | "recovery-codes-replaced"
  | "removed-by-administrator";

/** The audit action of each change, and what the mail to its user says. */
const changes: Readonly<Record<FactorChange, { action: string; mail: SecurityChange }>> = {
  "authenticator-added": { action: "second-factor.add-authenticator", mail: "second-factor-added" },
  "authenticator-removed": { action: "second-factor.remove-authenticator", mail: "second-factor-removed" },
  "passkey-added": { action: "second-factor.add-passkey", mail: "passkey-added" },
  "passkey-removed": { action: "second-factor.remove-passkey", mail: "passkey-removed" },
  "recovery-codes-replaced": { action: "second-factor.replace-recovery-codes", mail: "recovery-codes-replaced" },
  "removed-by-administrator": { action: "second-factor.remove-all", mail: "second-factor-removed" },
};

/**
 * Begins a change of a user's second factors: it holds their withdrawals for a day, and locks the user's row, so that
 * changes of one user come one after another. Call it first in the transaction.
 */
export async function beginFactorChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await recordSecurityEvent(tx, userId, "factor-changed", now);
  await lockFactors(tx, userId);
}

/**
 * Ends a change of a user's second factors, in the same transaction: their other sessions end, a mail tells them, and the
 * audit log has it. Recovery codes go with the last factor.
 * @returns the number of ended sessions
 */
export async function recordFactorChange(
  tx: Tx,
  change: {
    userId: string;
    kind: FactorChange;
    /** The name of a passkey, or the reason of an administrator. */
    detail?: string;
    actor: AuditActor;
    /** The hash of the session that stays; undefined to end all. */
    keptSession: Buffer | undefined;
    now: Date;
  },
): Promise<number> {
  const { userId, actor } = change;
  const { action, mail } = changes[change.kind];
  const detail = change.detail === undefined ? {} : { detail: change.detail };
  if (!(await refreshSecondFactor(tx, userId))) await deleteRecoveryCodes(tx, userId);
  const endedSessions = await deleteOtherSessions(tx, userId, change.keptSession);
  // An administrator's network address is not the user's business.
  const address = actor.id === userId ? actor.address : null;
  await queueMail(tx, userId, "security-changed", { change: mail, ...detail, at: change.now.toISOString(), address });
  await insertAuditEvent(tx, {
    actorId: actor.id,
    action,
    subjectType: "user",
    subjectId: userId,
    after: { ...detail, endedSessions },
    address: actor.address,
  });
  return endedSessions;
}
