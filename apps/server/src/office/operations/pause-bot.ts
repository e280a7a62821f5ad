import { AppError } from "../../platform/base/app-error.ts";
import { formatActorAndTime, formatMoment, insertAuditEvent, type AuditActor } from "../../record/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { endPause, findPausableBot, insertPause, lockPool, type PausableBot } from "./store.ts";
import type { OperationsDeps } from "./operated-bots.ts";
import * as texts from "../../messages/office.ts";

type Deps = Pick<OperationsDeps, "sql" | "now">;

/**
 * Stops a bot from opening trades and accepting new money, at once and in every process. An open trade runs to its end,
 * and investors keep their positions and can close them.
 * @throws AppError NOT_FOUND · CONFLICT already paused, halted or being wound up
 */
export async function pauseBot(
  { sql, now }: Deps,
  input: { admin: AuditActor; botId: string; reason: string },
): Promise<void> {
  const { admin, botId, reason } = input;
  await sql.begin(async (tx) => {
    const { name, status, lastPause } = await lockBot(tx, botId);
    if (lastPause && lastPause.resumedAt === null) {
      const by = formatActorAndTime({ person: lastPause.pausedBy, at: null });
      throw new AppError("CONFLICT", `${name} is already paused${by} since ${formatMoment(lastPause.pausedAt)}`);
    }
    if (status !== "trading") {
      const what = status === "halted" ? "is halted" : "is being wound up";
      throw new AppError("CONFLICT", `${name} ${what}. It does not open trades.`);
    }
    await insertPause(tx, { botId, reason, adminId: admin.id, at: now() });
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "bot.pause",
      subjectType: "bot",
      subjectId: botId,
      before: { name, status },
      after: { name, status: "paused", reason },
      address: admin.address,
    });
  });
}

/**
 * Ends a bot's pause.
 * @throws AppError NOT_FOUND · CONFLICT not paused
 */
export async function resumeBot({ sql, now }: Deps, input: { admin: AuditActor; botId: string }): Promise<void> {
  const { admin, botId } = input;
  await sql.begin(async (tx) => {
    const { name, status, lastPause } = await lockBot(tx, botId);
    if (!lastPause || lastPause.resumedAt !== null) {
      const ended = lastPause ? formatActorAndTime({ person: lastPause.resumedBy, at: lastPause.resumedAt }) : "";
      throw new AppError("CONFLICT", `${name} is not paused${ended && `: it was resumed${ended}`}`);
    }
    await endPause(tx, lastPause.id, { adminId: admin.id, at: now() });
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "bot.resume",
      subjectType: "bot",
      subjectId: botId,
      before: { name, status: "paused", reason: lastPause.reason, pausedAt: lastPause.pausedAt.toISOString() },
      after: { name, status },
      address: admin.address,
    });
  });
}

async function lockBot(tx: Queryable, botId: string): Promise<PausableBot> {
  await lockPool(tx, botId);
  const bot = await findPausableBot(tx, botId);
  if (!bot) throw new AppError("NOT_FOUND", texts.botNotFound);
  return bot;
}
