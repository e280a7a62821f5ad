import type { BaseLogger } from "pino";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";

/** A new day is noticed within a minute. */
const EVERY_MS = 60_000;

/** A part of a day's figures, such as liabilities. `take` does nothing when the day has it, and ends early at the signal. */
export interface DailyPart {
  name: string;
  take: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Takes the figures of each day (UTC) within a minute of its beginning, one part after the other. A part that fails is tried
 * again in a minute, and does not keep the others from being taken.
 */
export function runSnapshots(parts: readonly DailyPart[], log: Pick<BaseLogger, "warn">): Running {
  return runEvery({
    everyMs: EVERY_MS,
    run: async (signal) => {
      for (const { name, take } of parts) {
        if (signal.aborted) return;
        try {
          await take(signal);
        } catch (error) {
          if (!signal.aborted)
            log.warn({ err: error }, `the daily snapshot of ${name} failed; it is tried again in a minute`);
        }
      }
    },
    failed: (error) => log.warn({ err: error }, "the daily snapshots failed; they are tried again in a minute"),
  });
}
