import { setImmediate, setTimeout as sleep } from "node:timers/promises";

/** Work that goes on until it is stopped. */
export interface Running {
  stop(): Promise<void>;
}

interface Rounds {
  /** The wait after a round, before the next one. */
  everyMs: number;
  /** The wait before the first round; 0 by default. */
  firstAfterMs?: number;
  /**
   * A round. It ends early at the signal, where it can. It may return another wait before the next round, or "never" when there is
   * none.
   */
  run: (signal: AbortSignal) => Promise<{ waitMs: number } | "never" | void>;
  /** Is told why a round failed, unless that is because of the stop. The next one runs as usual. */
  failed: (error: unknown) => void;
  /** After the last round. */
  end?: () => Promise<void> | void;
  /** False when a stop may leave a round under way: what it stores is one commit. */
  isAwaited?: boolean;
}

/** Repeats rounds, one at a time, until it is stopped. A stop ends the wait for the next round, and waits for one under way. */
export function runEvery({ everyMs, firstAfterMs = 0, run, failed, end, isAwaited = true }: Rounds): Running {
  const stopping = new AbortController();
  const { signal } = stopping;
  const repeat = async (): Promise<void> => {
    let waitMs = firstAfterMs;
    while (!signal.aborted) {
      if (waitMs > 0) await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) break;
      waitMs = everyMs;
      try {
        const next = await run(signal);
        if (next === "never") break;
        if (next) ({ waitMs } = next);
      } catch (error) {
        if (!signal.aborted) failed(error);
      }
      // Rounds that follow each other at once leave time for other work.
      if (waitMs === 0) await setImmediate();
    }
    await end?.();
  };
  const running = repeat();
  return {
    stop: async () => {
      stopping.abort();
      if (isAwaited) await running;
    },
  };
}
