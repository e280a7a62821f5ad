import type { Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { liveUpdateTypes, STREAM_SLACK_MS, type LiveUpdate } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { parseHints, type Hint } from "../../platform/hints/hint.ts";
import type { HintChannel } from "../../platform/hints/hint-channel.ts";
import type { Listener, ListenHandlers } from "../../platform/db/listen.ts";
import { createRecentHints, type RecentHints } from "./recent-hints.ts";
import * as texts from "../../messages/notices.ts";

/** Limit per user and process; each open tab has one stream. */
const MAX_STREAMS_PER_USER = 5;
/** Limit per network address and process, for many people who share one. */
export const MAX_STREAMS_PER_ADDRESS = 200;
/** Keeps proxies from closing an idle connection. */
const HEARTBEAT_MS = 20_000;
/**
 * A stream ends at most this long after its session, plus one query. Where sessions are ended on purpose, a hint says so at
 * once.
 */
const SESSION_CHECK_MS = 2_500;
/** Prices change every second, but clients are notified at this interval. */
const PRICES_EVERY_MS = 5_000;
/** A stream with more unread data than this is closed. */
const MAX_UNREAD_BYTES = 65_536;
/** Streams that are written to before other work of the process gets its turn. */
const SLICE = 250;
/** Sessions that one query checks. */
const CHECKED_SESSIONS = 1_000;
/** Waiting time before a browser reconnects. */
const RECONNECT_MS = 5_000;
const RETRY_AFTER_SECONDS = 30;
const HEARTBEAT = ": heartbeat\n\n";
/** Tells a client that changes may be missing among those that were repeated, so it has to read everything. */
const MISSED = "event: missed\ndata: {}\n\n";

export interface LiveStreamDeps {
  hints: Pick<HintChannel, "listen">;
  now: () => Date;
  /** Returns the tokens whose sessions are active. */
  findActiveSessions: (tokens: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Limit per process. */
  maxStreams: number;
  /** Limit per network address; none when RATE_LIMIT_SCALE is 0. */
  maxStreamsPerAddress: number;
}

export interface LiveStreams {
  /**
   * Reserves a stream of server-sent events for a signed-in user. `start` is called with the connection when the head of
   * the response has been sent.
   * @param sinceMs the age of what the client has read, in milliseconds: what changed since then is repeated
   * @throws AppError RATE_LIMITED too many streams of this user or address · BUSY too many in total, or the process is stopping
   */
  open(user: StreamUser, sinceMs?: number): { start: (connection: Writable) => void };
  /** Ends all streams and rejects new ones. */
  close(): Promise<void>;
}

interface StreamUser {
  userId: string;
  /** The session's token. */
  token: string;
  /** The network address; undefined counts towards no limit. */
  address?: string | undefined;
}

interface Stream extends StreamUser {
  /** Null until the head of the response has been sent. */
  connection: Writable | null;
}

/** The open streams of each network address. */
class AddressCounts {
  readonly #counts = new Map<string, number>();

  count(address: string | undefined): number {
    return this.#counts.get(address ?? "") ?? 0;
  }

  add(address: string | undefined, change: 1 | -1): void {
    if (address === undefined) return;
    const count = this.count(address) + change;
    if (count === 0) this.#counts.delete(address);
    else this.#counts.set(address, count);
  }
}

/** Manages the open streams of this process. It starts listening for hints with the first stream, on a separate connection. */
export function openLiveStreams(deps: LiveStreamDeps): LiveStreams {
  const { hints, findActiveSessions, maxStreams } = deps;
  const byUser = new Map<string, Set<Stream>>();
  const all = new Set<Stream>();
  const byAddress = new AddressCounts();
  let listener: Listener | null = null;
  let isClosed = false;
  const sendToAll = createFanOut(all);

  const recent = createRecentHints();
  const broadcast = createBroadcast(deps, byUser, sendToAll);
  const repeatSince = createRepeat(deps, recent);

  const heartbeat = createTimer(HEARTBEAT_MS, () => sendToAll(HEARTBEAT));
  let isChecking = false;
  const checks = createTimer(SESSION_CHECK_MS, () => {
    if (isChecking) return;
    isChecking = true;
    void endExpiredStreams(all, findActiveSessions).finally(() => (isChecking = false));
  });

  const remove = (stream: Stream): void => {
    if (all.delete(stream)) byAddress.add(stream.address, -1);
    const ofUser = byUser.get(stream.userId);
    ofUser?.delete(stream);
    if (ofUser?.size === 0) byUser.delete(stream.userId);
    if (all.size > 0) return;
    heartbeat.stop();
    checks.stop();
  };

  return {
    open(user, sinceMs) {
      const { userId, address } = user;
      const ofUser = byUser.get(userId) ?? new Set<Stream>();
      refuseTooManyStreams({
        ofUser: ofUser.size,
        isAddressFull: byAddress.count(address) >= deps.maxStreamsPerAddress,
        isFull: all.size >= maxStreams,
        isClosed,
      });
      listener ??= hints.listen(createHandlers(deps, recent, broadcast));
      const stream: Stream = { ...user, connection: null };
      byUser.set(userId, ofUser.add(stream));
      all.add(stream);
      byAddress.add(address, 1);
      heartbeat.start();
      checks.start();
      return {
        start(connection) {
          startStream(stream, connection, remove);
          if (sinceMs !== undefined) repeatSince(stream, sinceMs);
          if (isClosed) connection.end();
        },
      };
    },
    async close() {
      isClosed = true;
      for (const { connection } of all) connection?.end();
      heartbeat.stop();
      checks.stop();
      await listener?.stop();
    },
  };
}

function createHandlers({ now }: LiveStreamDeps, recent: RecentHints, broadcast: (hint: Hint) => void): ListenHandlers {
  return {
    onMessage(payload) {
      for (const hint of parseHints(payload)) {
        recent.add(hint, now().getTime());
        broadcast(hint);
      }
    },
    // Any kind of update may have been missed.
    onListening() {
      recent.begin(now().getTime());
      liveUpdateTypes.forEach((type) => broadcast({ type }));
    },
  };
}

/** Sends a hint to the streams that it is about. */
function createBroadcast(
  { now, findActiveSessions }: LiveStreamDeps,
  byUser: ReadonlyMap<string, Set<Stream>>,
  sendToAll: (text: string) => void,
): (hint: Hint) => void {
  let pricesSentAt = 0;
  return (hint) => {
    if (hint.type === "prices") {
      if (now().getTime() - pricesSentAt < PRICES_EVERY_MS) return;
      pricesSentAt = now().getTime();
    }
    if (hint.type === "sessions") {
      void endExpiredStreams(byUser.get(hint.userId ?? "") ?? [], findActiveSessions);
      return;
    }
    const text = formatEvent(hint.type, hint);
    if (hint.userId === undefined) sendToAll(text);
    else for (const stream of byUser.get(hint.userId) ?? []) write(stream, Buffer.from(text));
  };
}

/** Writes to a new stream what changed just before it was opened, or that this is not known. */
function createRepeat({ now }: LiveStreamDeps, recent: RecentHints): (stream: Stream, sinceMs: number) => void {
  return (stream, sinceMs) => {
    const hints = recent.list(now().getTime() - sinceMs - STREAM_SLACK_MS, stream.userId);
    const texts = hints?.flatMap((hint) => (hint.type === "sessions" ? [] : [formatEvent(hint.type, hint)])) ?? [
      MISSED,
    ];
    if (texts.length > 0) write(stream, Buffer.from(texts.join("")));
  };
}

function startStream(stream: Stream, connection: Writable, remove: (stream: Stream) => void): void {
  // The client may have gone while the head of the response was made.
  if (connection.destroyed) {
    remove(stream);
    return;
  }
  connection.once("close", () => remove(stream));
  stream.connection = connection;
  write(stream, Buffer.from(`retry: ${RECONNECT_MS}\n\n`));
}

function refuseTooManyStreams(open: {
  ofUser: number;
  isAddressFull: boolean;
  isFull: boolean;
  isClosed: boolean;
}): void {
  if (open.isClosed || open.isFull) {
    throw new AppError("BUSY", texts.streamsBusy, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (open.isAddressFull) {
    throw new AppError("RATE_LIMITED", texts.streamsOfNetwork, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (open.ofUser >= MAX_STREAMS_PER_USER) {
    throw new AppError("RATE_LIMITED", texts.streamsOfUser({ most: MAX_STREAMS_PER_USER }), {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

function formatEvent(type: LiveUpdate["type"], { botId }: Hint): string {
  const update: LiveUpdate = { type, ...(botId === undefined ? {} : { botId }) };
  return `data: ${JSON.stringify(update)}\n\n`;
}

function write({ connection }: Stream, bytes: Buffer): void {
  if (!connection || connection.writableEnded) return;
  if (connection.writableLength > MAX_UNREAD_BYTES) connection.destroy();
  else connection.write(bytes);
}

/**
 * Sends texts to all streams, in slices, so that other calls are answered in between. Texts that are added meanwhile are
 * sent together in the next pass, each once.
 */
function createFanOut(all: ReadonlySet<Stream>): (text: string) => void {
  const waiting = new Set<string>();
  let isSending = false;
  const sendWaiting = async (): Promise<void> => {
    while (waiting.size > 0) {
      const bytes = Buffer.from([...waiting].join(""));
      waiting.clear();
      let written = 0;
      // A stream that is opened meanwhile also receives it, which does no harm.
      for (const stream of all) {
        write(stream, bytes);
        written += 1;
        if (written % SLICE === 0) await nextTurn();
      }
    }
    isSending = false;
  };
  return (text) => {
    waiting.add(text);
    if (isSending) return;
    isSending = true;
    void sendWaiting();
  };
}

/** Ends the streams of sessions that ended or expired, with one query for many of them. */
async function endExpiredStreams(
  all: Iterable<Stream>,
  findActiveSessions: LiveStreamDeps["findActiveSessions"],
): Promise<void> {
  const open = [...all];
  const tokens = [...new Set(open.map(({ token }) => token))];
  const active = new Set<string>();
  for (let first = 0; first < tokens.length; first += CHECKED_SESSIONS) {
    try {
      const found = await findActiveSessions(tokens.slice(first, first + CHECKED_SESSIONS));
      for (const token of found) active.add(token);
    } catch {
      // The database does not answer; the next check will try again.
      return;
    }
  }
  for (const { token, connection } of open) if (!active.has(token)) connection?.end();
}

/** A timer that can be stopped and started and does not keep the process alive. */
function createTimer(everyMs: number, run: () => void): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  return {
    start: () => {
      timer ??= setInterval(run, everyMs).unref();
    },
    stop: () => {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
