import { useSyncExternalStore } from "react";

export interface Toast {
  id: number;
  title: string;
  text?: string | undefined;
  tone: "good" | "bad";
}

/** At most one toast at a time, shown for this long. */
const SHOWN_MS = 2000;

const listeners = new Set<() => void>();
let current: Toast | null = null;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function setToast(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function show(tone: Toast["tone"], title: string, text?: string): void {
  clearTimeout(timer);
  lastId += 1;
  setToast({ id: lastId, title, text, tone });
  timer = setTimeout(() => setToast(null), SHOWN_MS);
}

export const toast = {
  good: (title: string, text?: string) => show("good", title, text),
  bad: (title: string, text?: string) => show("bad", title, text),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToast(): Toast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
