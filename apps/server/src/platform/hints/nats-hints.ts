import { setTimeout as sleep } from "node:timers/promises";
import {
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  StorageType,
  type ConsumerMessages,
} from "@nats-io/jetstream";
import {
  AuthorizationError,
  connect,
  nanos,
  type ConnectionOptions,
  type NatsConnection,
} from "@nats-io/transport-node";
import type { HintChannel } from "./hint-channel.ts";
import type { Listener, ListenHandlers } from "../db/listen.ts";

/** One installation in an account of NATS: another one needs an account of its own. */
const STREAM = "wazi";
const SUBJECT = "wazi.updates";
/** A process that was cut off for less than this receives what it missed. */
const KEEP_MS = 60_000;
const MAX_BYTES = 16_777_216;
/** Copies of the stream where NATS is a cluster, and otherwise. */
const REPLICAS = [3, 1] as const;
const RETRY_MS = 1_000;
const ANSWER_MS = 2_000;
/** A server that has not answered for this long after the start is reported. It is asked every second all the same. */
const FIRST_ANSWER_MS = 5_000;
/** A server that refuses the user is asked again after this time. */
const REFUSED_RETRY_MS = 5_000;

interface NatsLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface NatsHints extends HintChannel {
  /** True while NATS is connected, and this process reads the stream if it listens at all. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/**
 * Carries hints by NATS JetStream. It connects in the background and again after every break, and needs no answer from
 * NATS to start. While NATS is away hints are lost, and screens are updated when they poll.
 * What keeps it from working is logged once, and its end as well.
 * @param urls addresses of servers, separated by commas; the user and password of the first are used for all
 */
export function openNatsHints(urls: string, log: NatsLog): NatsHints {
  let connection: NatsConnection | null = null;
  let isUp = false;
  const closing = new AbortController();
  const reporter = createReporter(log);
  const unanswered = setTimeout(() => reporter.fail("NATS does not answer."), FIRST_ANSWER_MS).unref();
  const connecting = keepConnecting(urls, reporter, closing.signal).then(async (opened) => {
    clearTimeout(unanswered);
    connection = opened;
    if (opened === null) return null;
    isUp = true;
    void followStatus(opened, (isNowUp) => (isUp = isNowUp));
    if (closing.signal.aborted) await opened.close();
    else await ensureStream(opened).then(reporter.succeed, reporter.fail);
    return opened;
  });
  connecting.catch(() => undefined);
  const listeners: StreamListener[] = [];
  return {
    isConnected: () => isUp && !closing.signal.aborted && listeners.every((each) => each.isReading()),
    async send(payloads) {
      if (!connection || connection.isClosed()) return;
      const stream = jetstream(connection, { timeout: ANSWER_MS });
      await Promise.all(payloads.map((payload) => stream.publish(SUBJECT, payload)));
    },
    listen(handlers) {
      const listener = listen(connecting, handlers, reporter);
      listeners.push(listener);
      return listener;
    },
    async close() {
      closing.abort();
      clearTimeout(unanswered);
      for (const listener of listeners) await listener.stop();
      await connection?.close();
    },
  };
}

function toOptions(urls: string): ConnectionOptions {
  const servers = urls.split(",").map((each) => new URL(each));
  const [first] = servers;
  const decoded = (text = ""): string => decodeURIComponent(text);
  return {
    servers: servers.map(({ host }) => host),
    name: "wazi",
    ...(first?.username && first.password && { user: decoded(first.username), pass: decoded(first.password) }),
    ...(first?.username && !first.password && { token: decoded(first.username) }),
    ...(servers.some(({ protocol }) => protocol === "tls:") && { tls: {} }),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
  };
}

interface Reporter {
  fail: (error: unknown) => void;
  succeed: () => void;
}

/** Logs a reason once, however often it is met, until it is another one or NATS works. */
function createReporter(log: NatsLog): Reporter {
  let reason: string | undefined;
  return {
    fail(error) {
      const next = explain(error);
      if (next === reason) return;
      reason = next;
      log.warn({}, `${next} Until then live updates wait: screens are updated when they poll.`);
    },
    succeed() {
      if (reason !== undefined) log.info({}, "NATS carries live updates");
      reason = undefined;
    },
  };
}

function explain(error: unknown): string {
  if (typeof error === "string") return error;
  if (error instanceof Error && error.name === "JetStreamNotEnabled")
    return "NATS has no JetStream. Add jetstream {} to nats-server.conf and restart nats-server.";
  if (error instanceof AuthorizationError)
    return "NATS refuses the user or the password of NATS_URL. Correct one of them.";
  return `NATS does not answer (${error instanceof Error ? error.message : String(error)}).`;
}

/** The client waits for a server that is away, but ends at one that refuses the user. */
async function keepConnecting(urls: string, reporter: Reporter, signal: AbortSignal): Promise<NatsConnection | null> {
  while (!signal.aborted) {
    try {
      return await connect(toOptions(urls));
    } catch (error) {
      reporter.fail(error);
      await sleep(REFUSED_RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  return null;
}

/** Says whether the connection is up, at each change until it is closed. */
async function followStatus(connection: NatsConnection, onChange: (isUp: boolean) => void): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === "disconnect" || type === "close") onChange(false);
    else if (type === "reconnect") onChange(true);
  }
}

interface StreamListener extends Listener {
  isReading(): boolean;
}

function listen(
  connecting: Promise<NatsConnection | null>,
  handlers: ListenHandlers,
  reporter: Reporter,
): StreamListener {
  const stopping = new AbortController();
  let messages: ConsumerMessages | null = null;
  let isReading = false;
  const run = async (): Promise<void> => {
    const connection = await Promise.race([connecting, whenAborted(stopping.signal)]);
    while (connection && !connection.isClosed() && !stopping.signal.aborted) {
      try {
        messages = await consume(connection);
        isReading = true;
        reporter.succeed();
        handlers.onListening();
        for await (const message of messages) handlers.onMessage(message.string());
      } catch (error) {
        // NATS is away, or its stream is gone. It is opened again.
        if (!stopping.signal.aborted) reporter.fail(error);
      }
      isReading = false;
      await sleep(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  void run();
  return {
    isReading: () => isReading,
    stop: async () => {
      stopping.abort();
      await messages?.close().catch(() => undefined);
    },
  };
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
}

/** Creates the stream where it is missing, and reads what comes from now on. Ends when the stream is gone. */
async function consume(connection: NatsConnection): Promise<ConsumerMessages> {
  await ensureStream(connection);
  const consumer = await jetstream(connection).consumers.get(STREAM, { deliver_policy: DeliverPolicy.New });
  const messages = await consumer.consume();
  void closeWhenGone(messages);
  return messages;
}

async function closeWhenGone(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) {
    if (type === "stream_not_found" || type === "no_responders" || type === "heartbeats_missed") {
      await messages.close();
      return;
    }
  }
}

async function ensureStream(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection, { timeout: ANSWER_MS });
  for (const replicas of REPLICAS) {
    try {
      await manager.streams.add({
        name: STREAM,
        subjects: [SUBJECT],
        storage: StorageType.Memory,
        discard: DiscardPolicy.Old,
        max_age: nanos(KEEP_MS),
        max_bytes: MAX_BYTES,
        num_replicas: replicas,
      });
      return;
    } catch (error) {
      // A server that is no cluster keeps one copy. A stream that another version made is used as it is.
      if (replicas === REPLICAS.at(-1)) await manager.streams.info(STREAM).catch(() => Promise.reject(error as Error));
    }
  }
}
