import { useSyncExternalStore } from "react";

/** One clock for all countdowns on a page. It ticks every second while it has subscribers. */
const TICK_MS = 1000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) timer = setInterval(tick, TICK_MS);
  now = Date.now();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The result of `read` for the current time. The component is rendered again when that changes, not every second. */
export function useTime<T extends string | number | boolean>(read: (now: number) => T): T {
  const getRead = () => read(now);
  return useSyncExternalStore(subscribe, getRead, getRead);
}

/** The current time in milliseconds, updated every second. */
export function useNow(): number {
  return useTime((time) => time);
}

/** Formats milliseconds as m:ss, rounded up to whole seconds and never below 0:00. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
