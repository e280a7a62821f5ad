import { setTimeout as sleep } from "node:timers/promises";

/**
 * An operation waits this long for those before it, and then runs beside them. Turns only save attempts: the ledger's door
 * compares what was read, with or without a turn.
 */
const MAX_WAIT_MS = 2_000;

export interface Turns {
  /** True while an operation of the account has its turn. */
  isTaken(account: string): boolean;
  /** Runs `run` after those of the same account that came before it. */
  take<T>(account: string, run: () => Promise<T>): Promise<T>;
}

/** Runs operations of one account one after the other in this process. */
export function createTurns(): Turns {
  /** For each account with a running operation, a promise that resolves when all so far have ended. */
  const allEnded = new Map<string, Promise<void>>();
  return {
    isTaken: (account) => allEnded.has(account),
    async take(account, run) {
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
    },
  };
}

async function waitFor(earlier: Promise<void>): Promise<void> {
  const giveUp = new AbortController();
  const timeout = sleep(MAX_WAIT_MS, undefined, { signal: giveUp.signal, ref: false }).catch(() => undefined);
  await Promise.race([earlier, timeout]);
  giveUp.abort();
}
