import type { Hint } from "../../core/live-updates/hint.ts";

/** How long hints are kept. */
const KEPT_MS = 75_000;
/** With more different hints, the oldest are dropped. */
const MAX_KEPT = 20_000;

/** The latest hints, so that a stream can repeat those that came just before it was opened. Times are milliseconds. */
export interface RecentHints {
  /** To be called when the process begins to receive hints, at the start and after each gap. */
  begin(now: number): void;
  add(hint: Hint, now: number): void;
  /** Lists the hints since a moment, each once, oldest first. Null when some of them may be missing. */
  list(since: number): Hint[] | null;
}

export function createRecentHints(): RecentHints {
  /** The hints by their text, with the time at which each came last. The oldest are first. */
  const kept = new Map<string, { hint: Hint; at: number }>();
  let completeSince = Infinity;

  const dropOldest = (now: number): void => {
    for (const [text, { at }] of kept) {
      if (kept.size <= MAX_KEPT && at > now - KEPT_MS) return;
      completeSince = Math.max(completeSince, at + 1);
      kept.delete(text);
    }
  };

  return {
    begin(now) {
      kept.clear();
      completeSince = now;
    },
    add(hint, now) {
      const text = JSON.stringify(hint);
      // Removed first, so that it becomes the newest.
      kept.delete(text);
      kept.set(text, { hint, at: now });
      dropOldest(now);
    },
    list(since) {
      if (since < completeSince) return null;
      return [...kept.values()].filter(({ at }) => at >= since).map(({ hint }) => hint);
    },
  };
}
