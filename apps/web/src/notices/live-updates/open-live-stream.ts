import { liveUpdateTypes, MAX_SINCE_MS, STREAM_SLACK_MS, streamLiveUpdates, type LiveUpdate } from "@wazi/contracts";
import { hasSavedFigures } from "../../lib/figures-age.ts";
import { isStreamOpen, setStreamState, type StreamState } from "../../lib/stream-state.ts";

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** A tab hidden for this long closes its connection. */
const HIDDEN_PATIENCE_MS = 60_000;

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
  /** Called when events may have been missed. Those since the page was loaded, or since the last stream, are repeated otherwise. */
  onMissed: () => void;
  onDown: () => void;
}

/**
 * Opens this tab's stream of live updates and reopens it after failures. Returns a function that closes it for good.
 */
export function openLiveStream(reader: StreamReader): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** Nothing that changed before is unknown to this page, in its own milliseconds: it was loaded at 0. */
  let knownUntil = 0;

  function hangUp(next: StreamState): void {
    clearTimeout(timer);
    source?.close();
    source = null;
    setStreamState(next);
  }

  function connect(): void {
    hangUp(failures === 0 ? "opening" : "down");
    const askedAt = performance.now();
    const since = Math.min(MAX_SINCE_MS, Math.ceil(askedAt - knownUntil));
    source = new EventSource(`${streamLiveUpdates.path}?since=${since}`);
    source.onopen = () => {
      failures = 0;
      setStreamState("open");
      const isLate = performance.now() - askedAt > STREAM_SLACK_MS;
      knownUntil = askedAt;
      if (isLate || hasSavedFigures()) reader.onMissed();
    };
    source.addEventListener("missed", reader.onMissed);
    source.onmessage = ({ data }: MessageEvent<string>) => {
      knownUntil = performance.now();
      const update = readUpdate(data);
      if (update !== null) reader.onUpdate(update);
    };
    // Browsers reconnect at a fixed interval and never after a refusal, so this reconnects itself.
    source.onerror = () => {
      const wasOpen = isStreamOpen();
      hangUp("down");
      timer = setTimeout(connect, retryDelayMs(failures, Math.random));
      failures += 1;
      if (wasOpen) reader.onDown();
    };
  }

  function onVisibility(): void {
    if (document.visibilityState === "visible") {
      if (source === null) connect();
      else if (isStreamOpen()) clearTimeout(timer);
    } else if (isStreamOpen()) {
      timer = setTimeout(() => hangUp("closed"), HIDDEN_PATIENCE_MS);
    }
  }

  const onOnline = (): void => {
    if (!isStreamOpen()) connect();
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
