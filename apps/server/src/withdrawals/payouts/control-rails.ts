import type { PayoutOverview, PayoutRailHealth } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { type AuditActor, insertAuditEvent } from "../../record/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import {
  closeReview,
  endStop,
  insertStop,
  isStopped,
  listFees,
  listPayouts,
  listReviews,
  lockRail,
  readRailHealth,
} from "./store.ts";
import { formatCents } from "@wazi/domain";
import { type DailyLimits, findDailyLimit } from "./payout-rail.ts";
import * as texts from "../../messages/withdrawals.ts";

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
    if (await isStopped(tx, rail)) throw new AppError("CONFLICT", texts.railAlreadyStopped);
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
    if (!(await endStop(tx, rail, admin.id, now()))) throw new AppError("CONFLICT", texts.railNotStopped);
    await insertAuditEvent(tx, { ...toEvent(admin, "rail.resume", rail), after: { rail } });
  });
}

export const toEvent = (admin: AuditActor, action: string, subjectId: string) => ({
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
      throw new AppError("NOT_FOUND", texts.reviewEntryDecided);
    }
    await insertAuditEvent(tx, { ...toEvent(admin, "review.decide", id), after: { decision } });
  });
}

export interface RailDeps {
  sql: Sql;
  now: () => Date;
  mode: PayoutOverview["mode"];
  rails: readonly { name: string }[];
  dailyLimit: DailyLimits | undefined;
}

const formatLimitOf =
  ({ dailyLimit }: RailDeps) =>
  (rail: string): string | null => {
    const limit = findDailyLimit(dailyLimit, rail);
    return limit === undefined ? null : formatCents(limit);
  };

/** Reads the health of one rail. @throws AppError NOT_FOUND */
export async function readHealth(deps: RailDeps, rail: string): Promise<PayoutRailHealth> {
  const [health] = await readRailHealth(deps.sql, [rail], formatLimitOf(deps), deps.now());
  if (!health) throw new AppError("NOT_FOUND", texts.railNotFound);
  return health;
}

/** Reads the configured rails with their health, and the latest payments, reviews and fees. */
export async function readPayouts(
  deps: RailDeps,
): Promise<Pick<PayoutOverview, "mode" | "rails" | "payouts" | "reviews" | "fees">> {
  const { sql, mode } = deps;
  const names = deps.rails.map(({ name }) => name);
  const [rails, payouts, reviews, fees] = await Promise.all([
    readRailHealth(sql, names, formatLimitOf(deps), deps.now()),
    listPayouts(sql),
    listReviews(sql),
    listFees(sql),
  ]);
  return { mode, rails, payouts, reviews, fees };
}
