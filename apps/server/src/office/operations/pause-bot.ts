import { AppError } from "../../platform/base/app-error.ts";
import { formatActorAndTime, insertAuditEvent, type AuditActor } from "../../record/api.ts";
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
      const actor = formatActorAndTime({ person: lastPause.pausedBy, at: lastPause.pausedAt });
      throw new AppError("CONFLICT", texts.botAlreadyPaused({ bot: name, ...actor }));
    }
    if (status !== "trading") {
      const bot = { bot: name };
      throw new AppError("CONFLICT", status === "halted" ? texts.botHalted(bot) : texts.botWindingUp(bot));
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
      if (!lastPause) throw new AppError("CONFLICT", texts.botNotPaused({ bot: name }));
      const actor = formatActorAndTime({ person: lastPause.resumedBy, at: lastPause.resumedAt });
      throw new AppError("CONFLICT", texts.botResumed({ bot: name, ...actor }));
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
