import { setTimeout as sleep } from "node:timers/promises";

/**
 * An operation waits this long for those before it, and then runs beside them. Turns only save attempts: the ledger's door
 * compares what was read, with or without a turn.
 */
const MAX_WAIT_MS = 2_000;

/** Runs `run` after those of the same account that came before it in this process. */
export type TakeTurn = <T>(account: string, run: () => Promise<T>) => Promise<T>;

/** Returns a function that runs operations of one account one after the other. */
export function createTurns(): TakeTurn {
  /** For each account with a running operation, a promise that resolves when all so far have ended. */
  const allEnded = new Map<string, Promise<void>>();
  return async (account, run) => {
    const earlier = allEnded.get(account);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const all = earlier ? earlier.then(() => ended) : ended;
    allEnded.set(account, all);
    try {
      if (earlier) await waitFor(earlier);
      return await run();
    } finally {
      end();
      if (allEnded.get(account) === all) allEnded.delete(account);
    }
  };
}

async function waitFor(earlier: Promise<void>): Promise<void> {
  const giveUp = new AbortController();
  const timeout = sleep(MAX_WAIT_MS, undefined, { signal: giveUp.signal, ref: false }).catch(() => undefined);
  await Promise.race([earlier, timeout]);
  giveUp.abort();
}
