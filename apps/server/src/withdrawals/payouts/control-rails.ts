import type { BodyOf, setLocalRate as setRateCall, LocalRate } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../record/api.ts";
import { insertLocalRate } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { closeReview, endStop, insertStop, lockRail } from "./control-store.ts";
import { isStopped } from "./store.ts";

interface ControlDeps {
  sql: Sql;
  now: () => Date;
}

/**
 * Stops a rail: the ledger's door refuses to send anything over it from now on. Payments that were sent go on to their end.
 * @throws AppError CONFLICT already stopped
 */
export function stopRail(
  { sql, now }: ControlDeps,
  { admin, rail, reason }: { admin: AuditActor; rail: string; reason: string },
): Promise<void> {
  return sql.begin(async (tx) => {
    await lockRail(tx, rail);
    if (await isStopped(tx, rail)) throw new AppError("CONFLICT", "This rail is already stopped.");
    await insertStop(tx, { rail, stoppedBy: admin.id, stoppedAt: now(), reason });
    await insertAuditEvent(tx, { ...toEvent(admin, "rail.stop", rail), after: { rail, reason } });
  });
}

/** @throws AppError CONFLICT not stopped */
export function resumeRail(
  { sql, now }: ControlDeps,
  { admin, rail }: { admin: AuditActor; rail: string },
): Promise<void> {
  return sql.begin(async (tx) => {
    await lockRail(tx, rail);
    if (!(await endStop(tx, rail, admin.id, now()))) throw new AppError("CONFLICT", "This rail is not stopped.");
    await insertAuditEvent(tx, { ...toEvent(admin, "rail.resume", rail), after: { rail } });
  });
}

const toEvent = (admin: AuditActor, action: string, subjectId: string) => ({
  actorId: admin.id,
  action,
  subjectType: "rail",
  subjectId,
  address: admin.address,
});

/** @throws AppError NOT_FOUND unknown, or already decided */
export function decideReview(
  { sql, now }: ControlDeps,
  { admin, id, decision }: { admin: AuditActor; id: string; decision: string },
): Promise<void> {
  return sql.begin(async (tx) => {
    if (!(await closeReview(tx, id, admin.id, now(), decision))) {
      throw new AppError("NOT_FOUND", "This entry was not found. It may already have been decided.");
    }
    await insertAuditEvent(tx, { ...toEvent(admin, "review.decide", id), after: { decision } });
  });
}

export function setLocalRate(
  { sql, now }: ControlDeps,
  { admin, body }: { admin: AuditActor; body: BodyOf<typeof setRateCall> },
): Promise<LocalRate> {
  const setAt = now();
  return sql.begin(async (tx) => {
    await insertLocalRate(tx, { ...body, setAt, setBy: admin.id });
    await insertAuditEvent(tx, { ...toEvent(admin, "rate.set", body.currency), after: body });
    return { ...body, setAt: setAt.toISOString() };
  });
}
