import { liveUpdateTypes, streamLiveUpdates, type LiveUpdate } from "@wazi/contracts";
import { useSyncExternalStore } from "react";

/** `down` lasts from the first failure until the stream is open again. Meanwhile, figures are only polled. */
export type StreamState = "closed" | "opening" | "open" | "down";

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** A tab hidden for this long closes its connection. */
const HIDDEN_PATIENCE_MS = 60_000;

const listeners = new Set<() => void>();
let state: StreamState = "closed";

function setState(next: StreamState): void {
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

/**
 * The delay after a number of failures in a row. It doubles each time, with jitter so that tabs do not reconnect
 * together.
 */
export function retryDelayMs(failures: number, random: () => number): number {
  const whole = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
  return whole / 2 + (random() * whole) / 2;
}

/** Parses one event; null for unknown ones. */
export function readUpdate(data: string): LiveUpdate | null {
  try {
    const update = JSON.parse(data) as Partial<LiveUpdate> | null;
    return update?.type !== undefined && liveUpdateTypes.includes(update.type) ? (update as LiveUpdate) : null;
  } catch {
    return null;
  }
}

export interface StreamReader {
  onUpdate: (update: LiveUpdate) => void;
  /** Called each time the stream opens. Events before that were missed. */
  onOpen: () => void;
  onDown: () => void;
}

/**
 * Opens this tab's stream of live updates and reopens it after failures. Returns a function that closes it for good.
 */
export function openLiveStream(reader: StreamReader): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function hangUp(next: StreamState): void {
    clearTimeout(timer);
    source?.close();
    source = null;
    setState(next);
  }

  function connect(): void {
    hangUp(failures === 0 ? "opening" : "down");
    source = new EventSource(streamLiveUpdates.path);
    source.onopen = () => {
      failures = 0;
      setState("open");
      reader.onOpen();
    };
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const update = readUpdate(data);
      if (update !== null) reader.onUpdate(update);
    };
    // Browsers reconnect at a fixed interval and never after a refusal, so this reconnects itself.
    source.onerror = () => {
      const wasOpen = state === "open";
      hangUp("down");
      timer = setTimeout(connect, retryDelayMs(failures, Math.random));
      failures += 1;
      if (wasOpen) reader.onDown();
    };
  }

  function onVisibility(): void {
    if (document.visibilityState === "visible") {
      if (source === null) connect();
      else if (state === "open") clearTimeout(timer);
    } else if (state === "open") {
      timer = setTimeout(() => hangUp("closed"), HIDDEN_PATIENCE_MS);
    }
  }

  const onOnline = (): void => {
    if (state !== "open") connect();
  };

  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("online", onOnline);
  connect();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("online", onOnline);
    hangUp("closed");
  };
}
