import type { Socket } from "node:net";
import pg from "pg";
import { applicationSettings, toStartupOptions } from "./connection-settings.ts";

/** The pauses before a broken connection is opened again. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * A connection whose network was cut in one direction only never reports an error, and no message would arrive again. So
 * it is asked this often, and has this long to answer.
 */
const PROBE_EVERY_MS = 10_000;
const PROBE_TIMEOUT_MS = 5_000;

export interface ListenHandlers {
  onMessage: (payload: string) => void;
  /** Called when listening starts, at first and after each break. Earlier messages were missed. */
  onListening: () => void;
}

export interface ListenTimes {
  probeEveryMs: number;
  probeTimeoutMs: number;
}

export interface Listener {
  stop(): Promise<void>;
}

/**
 * Listens to a PostgreSQL channel on a separate connection until it is stopped. It never throws. While the database
 * cannot be reached, no messages arrive, and it retries after pauses that double up to half a minute.
 */
export function listenOn(
  url: string,
  channel: string,
  handlers: ListenHandlers,
  { probeEveryMs, probeTimeoutMs }: ListenTimes = { probeEveryMs: PROBE_EVERY_MS, probeTimeoutMs: PROBE_TIMEOUT_MS },
): Listener {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let probe: NodeJS.Timeout | null = null;
  let pauseMs = FIRST_PAUSE_MS;

  const connect = async (): Promise<void> => {
    const opened = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: probeTimeoutMs,
      application_name: "wazi listener",
      options: toStartupOptions(applicationSettings),
    });
    client = opened;
    const again = once(() => {
      if (probe) clearInterval(probe);
      cut(opened);
      if (client === opened) client = null;
      retry();
    });
    opened.on("error", again);
    opened.on("end", again);
    opened.on("notification", ({ payload }) => handlers.onMessage(payload ?? ""));
    try {
      await opened.connect();
      await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch {
      // Other calls report database errors; this one only retries.
      again();
      return;
    }
    pauseMs = FIRST_PAUSE_MS;
    probe = setInterval(() => void opened.query("select 1").catch(again), probeEveryMs).unref();
    handlers.onListening();
  };

  const retry = (): void => {
    if (stopped) return;
    timer = setTimeout(() => void connect(), pauseMs);
    timer.unref();
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  };

  void connect();
  return {
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (probe) clearInterval(probe);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Ends a connection without waiting for the server, which may never answer. */
function cut(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  void client.end().catch(() => undefined);
  stream.destroy();
}

function once(run: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
}
