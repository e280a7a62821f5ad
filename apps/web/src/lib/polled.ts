import type { AnswerOf, Call } from "@wazi/contracts";
import { useSyncExternalStore } from "react";
import { call, type CallInput } from "./api-client.ts";

export type PolledState<T> = { status: "loading" } | { status: "failed" } | { status: "ready"; data: T };

export interface Polled<T> {
  subscribe: (listener: () => void) => () => void;
  read: () => PolledState<T>;
  /** Fetches the value again. */
  reload: () => void;
}

/**
 * A public value of the API, fetched while it has subscribers. It replaces the query client on public pages, which do
 * not load it. With an interval it is refetched; after a failure the last value stays.
 */
export function createPolled<C extends Call>(definition: C, everyMs: number | null): Polled<AnswerOf<C>> {
  const listeners = new Set<() => void>();
  let state: PolledState<AnswerOf<C>> = { status: "loading" };
  let timer: ReturnType<typeof setInterval> | undefined;

  function setState(next: PolledState<AnswerOf<C>>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function load(): void {
    call(definition, {} as CallInput<C>).then(
      (data) => setState({ status: "ready", data }),
      () => {
        if (state.status !== "ready") setState({ status: "failed" });
      },
    );
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (listeners.size === 1) {
      if (state.status !== "ready" || everyMs !== null) load();
      if (everyMs !== null) timer = setInterval(load, everyMs);
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) clearInterval(timer);
    };
  }

  function reload(): void {
    if (state.status === "failed") setState({ status: "loading" });
    load();
  }

  return { subscribe, read: () => state, reload };
}

const notReadYet = { status: "loading" } as const;

export function usePolled<T>(polled: Polled<T>): PolledState<T> {
  return useSyncExternalStore(polled.subscribe, polled.read, () => notReadYet);
}
