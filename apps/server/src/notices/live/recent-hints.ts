import type { Hint } from "../../platform/hints/hint.ts";

/** How long hints are kept. */
const KEPT_MS = 75_000;
/** With more different hints, the oldest are dropped. */
const MAX_KEPT = 20_000;

/** The latest hints, so that a stream can repeat those that came just before it was opened. Times are milliseconds. */
export interface RecentHints {
  /** To be called when the process begins to receive hints, at the start and after each gap. */
  begin(now: number): void;
  add(hint: Hint, now: number): void;
  /**
   * Lists the hints for a user and for everybody since a moment, each once, in no order. Null when some of them may be missing.
   * Other users' hints cost nothing, because many streams may open at once.
   */
  list(since: number, userId: string): Hint[] | null;
}

/** A hint with the time at which it came last. */
interface KeptHint {
  hint: Hint;
  at: number;
}

/** The key of the hints for everybody. No user has it. */
const EVERYBODY = "";

export function createRecentHints(): RecentHints {
  /** By their text. The oldest are first. */
  const kept = new Map<string, KeptHint>();
  const byUser = new Map<string, Map<string, KeptHint>>();
  let completeSince = Infinity;

  const remove = (text: string, { userId = EVERYBODY }: Hint): void => {
    kept.delete(text);
    const ofUser = byUser.get(userId);
    ofUser?.delete(text);
    if (ofUser?.size === 0) byUser.delete(userId);
  };

  const dropOldest = (now: number): void => {
    for (const [text, { hint, at }] of kept) {
      if (kept.size <= MAX_KEPT && at > now - KEPT_MS) return;
      completeSince = Math.max(completeSince, at + 1);
      remove(text, hint);
    }
  };

  return {
    begin(now) {
      kept.clear();
      byUser.clear();
      completeSince = now;
    },
    add(hint, now) {
      const text = JSON.stringify(hint);
      const { userId = EVERYBODY } = hint;
      // Removed first, so that it becomes the newest.
      remove(text, hint);
      const ofUser = byUser.get(userId) ?? new Map<string, KeptHint>();
      byUser.set(userId, ofUser.set(text, { hint, at: now }));
      kept.set(text, { hint, at: now });
      dropOldest(now);
    },
    list(since, userId) {
      if (since < completeSince) return null;
      return [EVERYBODY, userId].flatMap((key) =>
        [...(byUser.get(key)?.values() ?? [])].filter(({ at }) => at >= since).map(({ hint }) => hint),
      );
    },
  };
}
