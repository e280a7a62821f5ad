import { setTimeout as sleep } from "node:timers/promises";
import type { LiveUpdate } from "@wazi/contracts";
import { createHttpClient, signUp, type HttpClient } from "../harness/http-client.ts";
import { usdt } from "../harness/money-forms.ts";
import { eventually } from "../harness/wazi-process.ts";
import type { Cluster } from "./cluster.ts";

/** By NATS or PostgreSQL a change is on a screen at once; by polling it takes 10 s. */
export const EVENT_MS = 3_000;
/** A stream that received nothing for this long is up to date. */
const SILENT_MS = 700;

export interface EventStream {
  /** The kinds of updates since the last silence. */
  types(): string[];
  /** Waits until the updates of the start have arrived, and forgets them. */
  untilSilent(): Promise<void>;
  close(): void;
}

/** Opens the live updates of a session as a browser tab does. */
export async function openEventStream(address: string, { cookies }: HttpClient): Promise<EventStream> {
  const closing = new AbortController();
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(`${address}/api/events`, {
    headers: { accept: "text/event-stream", cookie },
    signal: closing.signal,
  });
  if (answer.status !== 200) throw new Error(`the stream was answered ${answer.status}`);
  let text = "";
  let receivedAt = performance.now();
  const read = async (): Promise<void> => {
    for await (const bytes of answer.body ?? []) {
      const received = Buffer.from(bytes as Uint8Array).toString();
      text += received;
      // Prices arrive all the time.
      if (received.includes("data:") && !received.includes('"prices"')) receivedAt = performance.now();
    }
  };
  read().catch(() => undefined);
  return {
    types: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => (JSON.parse(json) as LiveUpdate).type),
    async untilSilent() {
      receivedAt = performance.now();
      while (performance.now() - receivedAt < SILENT_MS) await sleep(SILENT_MS / 10);
      text = "";
    },
    close: () => closing.abort(),
  };
}

/**
 * The time until a stream of one API process tells of a deposit that was made at the other.
 * @throws Error when it took longer than EVENT_MS
 */
export async function measureEvent(cluster: Cluster): Promise<number> {
  const investor = createHttpClient(cluster.address);
  await signUp(investor);
  const stream = await openEventStream(cluster.member("api-1").address, investor);
  await stream.untilSilent();
  const startedAt = performance.now();
  const other = createHttpClient(cluster.member("api-2").address, investor.cookies);
  const { status, text } = await other.call("POST", "/api/user/deposits", usdt("100"));
  if (status !== 201) throw new Error(`the deposit was answered ${status} ${text}`);
  try {
    await eventually(() => stream.types().includes("deposit"), EVENT_MS);
  } finally {
    stream.close();
  }
  return Math.round(performance.now() - startedAt);
}
