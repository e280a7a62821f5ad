import { useSyncExternalStore } from "react";

/** `down` lasts from the first failure until the stream is open again. Meanwhile, figures are only polled. */
export type StreamState = "closed" | "opening" | "open" | "down";

const listeners = new Set<() => void>();
let state: StreamState = "closed";

export function setStreamState(next: StreamState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

export function isStreamOpen(): boolean {
  return state === "open";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useStreamState(): StreamState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => "closed" as const,
  );
}
