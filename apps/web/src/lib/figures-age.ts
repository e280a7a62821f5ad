import { useSyncExternalStore } from "react";

/** When the server last answered with figures, in milliseconds since 1970; null before its first answer. */
let answeredAt: number | null = null;
/** True while the last answer came from this device because there was no connection. */
let isSaved = false;
const listeners = new Set<() => void>();

/** Called for each answer to a reading call. `savedAt` is null for an answer of the server itself. */
export function noteAnswer(savedAt: number | null, now = Date.now()): void {
  // The oldest of several saved answers counts.
  answeredAt = savedAt === null ? now : Math.min(savedAt, isSaved && answeredAt !== null ? answeredAt : savedAt);
  if (isSaved === (savedAt !== null)) return;
  isSaved = savedAt !== null;
  for (const listener of listeners) listener();
}

export const readAnsweredAt = (): number | null => answeredAt;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the last answer to a reading call came from this device. */
export const hasSavedFigures = (): boolean => isSaved;

export function useHasSavedFigures(): boolean {
  return useSyncExternalStore(subscribe, hasSavedFigures, () => false);
}
