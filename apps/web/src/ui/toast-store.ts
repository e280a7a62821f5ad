import { useSyncExternalStore } from "react";

export interface Toast {
  id: number;
  title: string;
  text?: string | undefined;
  tone: "good" | "bad";
}

/** At most one toast at a time, shown for this long. An error stays until it is dismissed or replaced. */
const SHOWN_MS = 2000;

/** A modal dialog shows its errors itself, and a toast above it cannot be clicked. */
const isDialogOpen = (): boolean => document.querySelector("dialog[open]") !== null;

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
  if (tone === "good" || isDialogOpen()) timer = setTimeout(() => setToast(null), SHOWN_MS);
}

export const toast = {
  good: (title: string, text?: string) => show("good", title, text),
  bad: (title: string, text?: string) => show("bad", title, text),
  dismiss: () => setToast(null),
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
