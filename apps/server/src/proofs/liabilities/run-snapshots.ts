import type { BaseLogger } from "pino";

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
export function runSnapshots(parts: readonly DailyPart[], log: Pick<BaseLogger, "warn">): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let round = Promise.resolve();
  let isBusy = false;
  const turn = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (const { name, take } of parts) {
      if (signal.aborted) break;
      try {
        await take(signal);
      } catch (error) {
        if (!signal.aborted)
          log.warn({ err: error }, `the daily snapshot of ${name} failed; it is tried again in a minute`);
      }
    }
    isBusy = false;
  };
  round = turn();
  const timer = setInterval(() => void (round = turn()), EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await round;
    },
  };
}
