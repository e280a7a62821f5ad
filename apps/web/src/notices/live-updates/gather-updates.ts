import type { LiveUpdate } from "@wazi/contracts";

/** One transaction sends several updates. They are collected for this long and handled together. */
const GATHER_MS = 300;

/**
 * Collects updates and handles them together: the first ones after a short time, later ones also not before `restMs` have
 * passed since the last time.
 */
export function gatherUpdates(
  handle: (updates: readonly LiveUpdate[]) => void,
  restMs: number,
): { add: (update: LiveUpdate) => void; stop: () => void } {
  let gathered: LiveUpdate[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handledAt = -Infinity;

  const run = (): void => {
    timer = undefined;
    handledAt = Date.now();
    const updates = gathered;
    gathered = [];
    handle(updates);
  };

  return {
    add(update) {
      gathered.push(update);
      timer ??= setTimeout(run, Math.max(GATHER_MS, handledAt + restMs - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
