import { DAY_MS } from "@wazi/contracts";
import type { Sql } from "../../db/pool.ts";
import { listMarksAfter } from "./store.ts";

/** The prices at which a unit of a bot could be redeemed, oldest first. */
export interface PastMarks {
  atMs: number[];
  /** Decimal strings, at the same places. */
  marks: string[];
}

export interface MarkHistory {
  /** Returns the marks of all bots by bot id, at most `FRESH_MS` old. */
  read(): Promise<ReadonlyMap<string, PastMarks>>;
}

/** Marks are five minutes apart, and what an investor has now does not come from them. */
const FRESH_MS = 5_000;

/**
 * Keeps the marks in memory, because they are the same for all investors. New ones are added, and once a day all are read
 * again, because the trader thins them out.
 */
export function createMarkHistory(sql: Sql): MarkHistory {
  let known = new Map<string, PastMarks>();
  let readAtMs = -Infinity;
  let reloadedAtMs = -Infinity;
  let refreshing: Promise<void> | null = null;

  const refresh = async (): Promise<void> => {
    const nowMs = performance.now();
    const isReload = nowMs - reloadedAtMs > DAY_MS;
    const kept = isReload ? new Map<string, PastMarks>() : known;
    const newest = [...kept].map(([botId, { atMs }]) => ({ botId, at: new Date(atMs.at(-1) ?? 0) }));
    for (const { botId, atMs, marks } of await listMarksAfter(sql.byKey, newest)) {
      const of = kept.get(botId) ?? { atMs: [], marks: [] };
      for (const at of atMs) of.atMs.push(at);
      for (const mark of marks) of.marks.push(mark);
      kept.set(botId, of);
    }
    known = kept;
    readAtMs = nowMs;
    if (isReload) reloadedAtMs = nowMs;
  };
  return {
    async read() {
      // Calls at the same time share a read.
      if (performance.now() - readAtMs >= FRESH_MS)
        await (refreshing ??= refresh().finally(() => {
          refreshing = null;
        }));
      return known;
    },
  };
}

/** The last mark up to a moment, or undefined. */
export function findMark({ atMs, marks }: PastMarks, at: number): { atMs: number; mark: string } | undefined {
  let low = 0;
  let high = atMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((atMs[middle] ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  const [foundAt, mark] = [atMs[low - 1], marks[low - 1]];
  return foundAt === undefined || mark === undefined ? undefined : { atMs: foundAt, mark };
}
