import { DAY_MS, MINUTE_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import type { Sql } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import type { AnswerTimes } from "./answer-times.ts";
import { compactMinutesBefore, saveHeartbeat } from "./store.ts";

/** The longest period reported by the minute, plus the current day. */
const DAYS_BY_MINUTE = 91;

/** Replaces the minutes of old days by one row per day with the same sums. */
export function compactHeartbeats({ sql, now }: { sql: Sql; now: () => Date }): Promise<void> {
  const today = Math.floor(now().getTime() / DAY_MS);
  return compactMinutesBefore(sql, new Date((today - DAYS_BY_MINUTE) * DAY_MS));
}

const COMPACT_EVERY_MS = 10 * MINUTE_MS;

export function runCompaction(deps: { sql: Sql; now: () => Date }, log: Pick<BaseLogger, "warn">): Running {
  return runEvery({
    everyMs: COMPACT_EVERY_MS,
    firstAfterMs: COMPACT_EVERY_MS,
    run: () => compactHeartbeats(deps),
    failed: (error) => log.warn({ err: error }, "adding up old heartbeats failed; it runs again in 10 minutes"),
  });
}

/** Several heartbeats per minute, so that a failed or late one leaves no gap. */
const EVERY_MS = 20_000;

export interface HeartbeatDeps {
  sql: Sql;
  now: () => Date;
  answerTimes: AnswerTimes;
}

/**
 * Records that this minute was served, with the answers since the last heartbeat. Several processes add up.
 * @throws when the database cannot be reached; the answers are then saved with the next heartbeat
 */
export async function recordHeartbeat({ sql, now, answerTimes }: HeartbeatDeps): Promise<void> {
  const minute = new Date(Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS);
  const counts = answerTimes.take();
  try {
    await saveHeartbeat(sql, minute, counts);
  } catch (error) {
    answerTimes.restore(counts);
    throw error;
  }
}

/** Records a heartbeat now and then at intervals. Stopping does not wait for one in progress. */
export function startHeartbeat(deps: HeartbeatDeps, log: Pick<BaseLogger, "warn">): Running {
  return runEvery({
    everyMs: EVERY_MS,
    // One at a time. While the database does not answer, the minutes count as down.
    run: () => recordHeartbeat(deps),
    failed: (error) => log.warn({ err: error }, "could not save the heartbeat"),
    isAwaited: false,
  });
}
