import { PassThrough, type Readable } from "node:stream";
import { liveUpdateTypes, type LiveUpdate } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { HINT_CHANNEL, parseHints, type Hint } from "../../core/live-updates/hint.ts";
import type { Sql } from "../../db/pool.ts";

/** Limit per user and process; each open tab has one stream. */
const MAX_STREAMS_PER_USER = 5;
/** Limit per process. */
const MAX_STREAMS = 2_000;
/** Keeps proxies from closing an idle connection. */
const HEARTBEAT_MS = 20_000;
/** A stream ends at most this long after its session, plus one query. */
const SESSION_CHECK_MS = 2_500;
/** Prices change every second, but clients are notified at this interval. */
const PRICES_EVERY_MS = 5_000;
/** A stream with more unread data than this is closed. */
const MAX_UNREAD_BYTES = 65_536;
/** Waiting time before a browser reconnects. */
const RECONNECT_MS = 5_000;
const RETRY_AFTER_SECONDS = 30;

export interface LiveStreamDeps {
  sql: Pick<Sql, "listen">;
  now: () => Date;
  /** Returns the tokens whose sessions are active. */
  findActiveSessions: (tokens: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface LiveStreams {
  /**
   * Opens a stream of server-sent events for a signed-in user.
   * @throws AppError RATE_LIMITED too many streams of this user · BUSY too many in total, or the process is stopping
   */
  open(userId: string, sessionToken: string): Readable;
  /** Ends all streams and rejects new ones. */
  close(): Promise<void>;
}

interface Stream {
  userId: string;
  token: string;
  body: PassThrough;
}

/** Manages the open streams of this process. It starts listening for hints with the first stream, on a separate connection. */
export function openLiveStreams({ sql, now, findActiveSessions: findLiving }: LiveStreamDeps): LiveStreams {
  const byUser = new Map<string, Set<Stream>>();
  const all = new Set<Stream>();
  let listener: ReturnType<Sql["listen"]> | null = null;
  let isClosed = false;
  let pricesSentAt = 0;

  const broadcast = (hint: Hint): void => {
    if (hint.type === "prices") {
      if (now().getTime() - pricesSentAt < PRICES_EVERY_MS) return;
      pricesSentAt = now().getTime();
    }
    const receivers = hint.userId === undefined ? all : (byUser.get(hint.userId) ?? []);
    const text = formatEvent({ type: hint.type, ...(hint.botId === undefined ? {} : { botId: hint.botId }) });
    for (const stream of receivers) write(stream, text);
  };

  const heartbeat = createTimer(HEARTBEAT_MS, () => {
    for (const stream of all) write(stream, ": heartbeat\n\n");
  });
  const checks = createTimer(SESSION_CHECK_MS, () => void endExpiredStreams(all, findLiving));

  const remove = (stream: Stream): void => {
    all.delete(stream);
    const ofUser = byUser.get(stream.userId);
    ofUser?.delete(stream);
    if (ofUser?.size === 0) byUser.delete(stream.userId);
    if (all.size > 0) return;
    heartbeat.stop();
    checks.stop();
  };

  return {
    open(userId, token) {
      const ofUser = byUser.get(userId) ?? new Set<Stream>();
      refuseTooManyStreams({ ofUser: ofUser.size, inAll: all.size, isClosed });
      listener ??= sql.listen(HINT_CHANNEL, {
        onMessage: (payload) => parseHints(payload).forEach(broadcast),
        // Any kind of update may have been missed.
        onListening: () => liveUpdateTypes.forEach((type) => broadcast({ type })),
      });
      const stream: Stream = { userId, token, body: new PassThrough() };
      byUser.set(userId, ofUser.add(stream));
      all.add(stream);
      stream.body.once("close", () => remove(stream));
      heartbeat.start();
      checks.start();
      stream.body.write(`retry: ${RECONNECT_MS}\n\n`);
      return stream.body;
    },
    async close() {
      isClosed = true;
      for (const { body } of all) body.end();
      heartbeat.stop();
      checks.stop();
      await listener?.stop();
    },
  };
}

function refuseTooManyStreams(open: { ofUser: number; inAll: number; isClosed: boolean }): void {
  if (open.isClosed || open.inAll >= MAX_STREAMS) {
    throw new AppError("BUSY", "Too many live connections. Live updates are off for now.", {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (open.ofUser >= MAX_STREAMS_PER_USER) {
    throw new AppError("RATE_LIMITED", `You can have at most ${MAX_STREAMS_PER_USER} live connections at a time.`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

const formatEvent = (update: LiveUpdate): string => `data: ${JSON.stringify(update)}\n\n`;

function write({ body }: Stream, text: string): void {
  if (body.writableLength + body.readableLength > MAX_UNREAD_BYTES) body.destroy();
  else if (!body.writableEnded) body.write(text);
}

/** Ends the streams of sessions that ended or expired, with one query for all of them. */
async function endExpiredStreams(
  all: ReadonlySet<Stream>,
  findLiving: LiveStreamDeps["findActiveSessions"],
): Promise<void> {
  const asked = [...all];
  let living: ReadonlySet<string>;
  try {
    living = await findLiving(asked.map(({ token }) => token));
  } catch {
    // The database does not answer; the next check will try again.
    return;
  }
  for (const { token, body } of asked) if (!living.has(token)) body.end();
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
