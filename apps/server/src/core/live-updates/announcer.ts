import type { Queryable } from "../../db/pool.ts";
import type { Hint } from "./hint.ts";
import { notifyAll } from "./store.ts";

/** Hints are gathered for this long and sent once, each but once. */
const GATHER_MS = 100;
/** Beyond these the gathered hints go at once. */
const MAX_GATHERED = 2_000;
/** A notification holds less than 8,000 bytes. */
const MAX_PAYLOAD = 7_500;

export interface Announcer {
  add(hints: readonly Hint[]): void;
}

/**
 * Tells all processes what has changed, shortly after it was committed and never within: a notification in a transaction
 * makes every commit wait for the one before it. A hint that is lost costs nothing but time.
 */
export function createAnnouncer(sql: Queryable): Announcer {
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  const send = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    const payloads = inPayloads(gathered);
    gathered = new Set();
    // A database that can't be reached now has other callers to say so.
    notifyAll(sql, payloads).catch(() => undefined);
  };

  return {
    add(hints) {
      for (const hint of hints) gathered.add(JSON.stringify(hint));
      if (gathered.size >= MAX_GATHERED) send();
      else if (gathered.size > 0) timer ??= setTimeout(send, GATHER_MS).unref();
    },
  };
}

/** JSON lists of hints, as few as there is room for. */
function inPayloads(hints: Iterable<string>): string[] {
  const payloads: string[] = [];
  let current: string[] = [];
  let length = 2;
  for (const hint of hints) {
    if (length + hint.length > MAX_PAYLOAD) {
      payloads.push(`[${current.join(",")}]`);
      [current, length] = [[], 2];
    }
    current.push(hint);
    length += hint.length + 1;
  }
  if (current.length > 0) payloads.push(`[${current.join(",")}]`);
  return payloads;
}
