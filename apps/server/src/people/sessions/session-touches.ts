import type { Queryable } from "../../platform/db/pool.ts";
import { touchSessions } from "./store.ts";

/** Sessions that were used are collected for this long and then written together. */
const GATHER_MS = 250;

/** With this many, they are written at once. */
const MAX_GATHERED = 1_000;

export interface SessionTouches {
  /** Notes that a session was used. */
  add(sidHash: Buffer, at: Date): void;
  /** Writes what was collected; for the end of the process. */
  flush(): Promise<void>;
}

/**
 * Collects the times at which sessions were used and writes them in one statement, so that no call waits for it. A lost
 * moment of use does not matter to a session that ends after hours without use.
 */
export function createSessionTouches(sql: Queryable): SessionTouches {
  let gathered = new Map<string, { sidHash: Buffer; at: Date }>();
  let timer: NodeJS.Timeout | null = null;

  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (gathered.size === 0) return;
    const touches = [...gathered.values()];
    gathered = new Map();
    await touchSessions(sql, touches);
  };
  // The calls themselves report that the database cannot be reached.
  const flushLater = (): void => void flush().catch(() => undefined);

  return {
    add(sidHash, at) {
      gathered.set(sidHash.toString("base64"), { sidHash, at });
      if (gathered.size >= MAX_GATHERED) flushLater();
      else timer ??= setTimeout(flushLater, GATHER_MS).unref();
    },
    flush,
  };
}
