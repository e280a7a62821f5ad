import { setTimeout as sleep } from "node:timers/promises";

/**
 * A call waits this long for the investor's calls before it, and then runs beside them. Turns only save attempts: the
 * ledger's door compares what was read, with or without a turn.
 */
const MAX_WAIT_MS = 2_000;

/** Runs `run` after the calls of the same investor that came before it in this process. */
export type CallTurns = <T>(userId: string, run: (hasWaited: boolean) => Promise<T>) => Promise<T>;

/**
 * Calls of one investor that move money run one after the other. At the same time each would be decided on balances that
 * another one is changing, and read again and again until it gives up.
 */
export function createCallTurns(): CallTurns {
  /** For each investor with a running call, a promise that resolves when all calls so far have ended. */
  const allEnded = new Map<string, Promise<void>>();
  return async (userId, run) => {
    const earlier = allEnded.get(userId);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const all = earlier ? earlier.then(() => ended) : ended;
    allEnded.set(userId, all);
    try {
      if (earlier) await waitFor(earlier);
      return await run(earlier !== undefined);
    } finally {
      end();
      if (allEnded.get(userId) === all) allEnded.delete(userId);
    }
  };
}

async function waitFor(earlier: Promise<void>): Promise<void> {
  const giveUp = new AbortController();
  const timeout = sleep(MAX_WAIT_MS, undefined, { signal: giveUp.signal, ref: false }).catch(() => undefined);
  await Promise.race([earlier, timeout]);
  giveUp.abort();
}
