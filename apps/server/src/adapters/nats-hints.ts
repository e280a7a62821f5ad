import { setTimeout as sleep } from "node:timers/promises";
import {
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  StorageType,
  type ConsumerMessages,
} from "@nats-io/jetstream";
import { connect, nanos, type ConnectionOptions, type NatsConnection } from "@nats-io/transport-node";
import type { HintChannel } from "../core/live-updates/hint-channel.ts";
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

export interface NatsHints extends HintChannel {
  /** True while NATS is connected, and this process reads the stream if it listens at all. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/**
 * Carries hints by NATS JetStream. It connects in the background and again after every break, and needs no answer from
 * NATS to start. While NATS is away hints are lost, and screens are updated when they poll.
 * @param urls addresses of servers, separated by commas; the user and password of the first are used for all
 */
export function openNatsHints(urls: string): NatsHints {
  let connection: NatsConnection | null = null;
  let isUp = false;
  let isClosed = false;
  const connecting = connect(toOptions(urls)).then(
    (opened) => {
      connection = opened;
      isUp = true;
      void followStatus(opened, (isNowUp) => (isUp = isNowUp));
      if (isClosed) void opened.close();
    },
    () => undefined,
  );
  const listeners: StreamListener[] = [];
  return {
    isConnected: () => isUp && !isClosed && listeners.every((each) => each.isReading()),
    async send(payloads) {
      if (!connection || connection.isClosed()) return;
      const stream = jetstream(connection, { timeout: ANSWER_MS });
      await Promise.all(payloads.map((payload) => stream.publish(SUBJECT, payload)));
    },
    listen(handlers) {
      const listener = listen(
        connecting.then(() => connection),
        handlers,
      );
      listeners.push(listener);
      return listener;
    },
    async close() {
      isClosed = true;
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

function listen(connecting: Promise<NatsConnection | null>, handlers: ListenHandlers): StreamListener {
  const stopping = new AbortController();
  let messages: ConsumerMessages | null = null;
  let isReading = false;
  const run = async (): Promise<void> => {
    const connection = await Promise.race([connecting, whenAborted(stopping.signal)]);
    while (connection && !connection.isClosed() && !stopping.signal.aborted) {
      try {
        messages = await consume(connection);
        isReading = true;
        handlers.onListening();
        for await (const message of messages) handlers.onMessage(message.string());
      } catch {
        // NATS is away, or its stream is gone. It is opened again.
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
