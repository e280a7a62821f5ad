import { setTimeout as sleep } from "node:timers/promises";
import type { LiveUpdate } from "@wazi/contracts";
import type { HttpClient } from "../harness/http-client.ts";

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
