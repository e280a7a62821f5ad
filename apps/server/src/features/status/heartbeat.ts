import { MINUTE_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import type { Sql } from "../../db/pool.ts";
import type { AnswerTimes } from "./answer-times.ts";
import { saveHeartbeat } from "./store.ts";

/** Several in each minute, so that one that fails or comes late leaves no gap. */
const EVERY_MS = 20_000;

export interface HeartbeatDeps {
  sql: Sql;
  now: () => Date;
  answerTimes: AnswerTimes;
}

/**
 * Writes down that this minute was served, with the answers since the last time: what several processes write adds up.
 * @throws when the database can't be reached; the answers are then kept for the next time
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

/** Beats at once and then as long as the process serves. A stop waits for nothing. */
export function startHeartbeat(deps: HeartbeatDeps, log: Pick<BaseLogger, "warn">): { stop(): void } {
  let isBeating = false;
  let isStopped = false;
  const next = async (): Promise<void> => {
    // One at a time: while the database does not answer, its minutes are down.
    if (isBeating) return;
    isBeating = true;
    try {
      await recordHeartbeat(deps);
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, "could not save the heartbeat");
    }
    isBeating = false;
  };
  void next();
  const timer = setInterval(() => void next(), EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
