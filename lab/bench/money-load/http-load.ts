import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A request that is written as it is. */
export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface LoadResult {
  /** Answers below 300. */
  done: number;
  /** Other answers, counted by status. */
  refused: Record<number, number>;
  seconds: number;
  /** Sorted, in milliseconds. */
  latenciesMs: number[];
}

const HEAD_END = "\r\n\r\n";
const FIRST_REFUSAL = 300;
const UNAVAILABLE = 503;
const CONFLICT = 409;

/**
 * Sends requests over keep-alive connections for some seconds, the next one as soon as the last is answered. A plain
 * socket takes a small part of the processor time of an HTTP client, which the server needs.
 */
export async function runLoad(
  origin: string,
  options: { connections: number; seconds: number },
  next: (connection: number, round: number) => LoadRequest,
): Promise<LoadResult> {
  const { connections, seconds } = options;
  const { hostname, port } = new URL(origin);
  const result: LoadResult = { done: 0, refused: {}, seconds: 0, latenciesMs: [] };
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const socket = await open(hostname, Number(port));
      for (let round = 0; performance.now() < until; round += 1) {
        const sentAt = performance.now();
        const answer = await exchange(socket, next(connection, round));
        count(result, answer, performance.now() - sentAt);
      }
      socket.destroy();
    }),
  );
  return finish(result, startedAt);
}

/**
 * Sends requests at a fixed rate for some seconds, whether or not earlier ones are answered. A latency counts from the
 * scheduled time, so waiting for a free connection is part of it.
 */
export async function runAtRate(
  origin: string,
  options: { connections: number; seconds: number; perSecond: number },
  next: (round: number) => LoadRequest,
): Promise<LoadResult> {
  const { connections, seconds, perSecond } = options;
  const { hostname, port } = new URL(origin);
  const total = seconds * perSecond;
  const result: LoadResult = { done: 0, refused: {}, seconds: 0, latenciesMs: [] };
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))));
  const startedAt = performance.now();
  let taken = 0;
  await Promise.all(
    sockets.map(async (socket) => {
      for (let round = taken++; round < total; round = taken++) {
        const dueAt = startedAt + (round * 1_000) / perSecond;
        const waitMs = dueAt - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        count(result, await exchange(socket, next(round)), performance.now() - dueAt);
      }
      socket.destroy();
    }),
  );
  return finish(result, startedAt);
}

function count(result: LoadResult, { status, text }: { status: number; text: string }, ms: number): void {
  result.latenciesMs.push(ms);
  if (status < FIRST_REFUSAL) result.done += 1;
  else if (status === UNAVAILABLE || status === CONFLICT) result.refused[status] = (result.refused[status] ?? 0) + 1;
  else throw new Error(`${status} ${text}`);
}

function finish(result: LoadResult, startedAt: number): LoadResult {
  result.seconds = (performance.now() - startedAt) / 1_000;
  result.latenciesMs.sort((one, other) => one - other);
  return result;
}

/** Returns the latency that this share of the calls did not exceed, in milliseconds. */
export function findPercentile({ latenciesMs }: Pick<LoadResult, "latenciesMs">, share: number): number {
  return latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))] ?? Number.NaN;
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/**
 * Sends a request and waits for its answer. Only the head of a good answer is made a text: the generator shares the
 * processors with what it measures.
 */
function exchange(socket: Socket, request: LoadRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let head: Head | null = null;
    let received = 0;
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      received += chunk.length;
      head ??= readHead(chunks.length === 1 ? chunk : Buffer.concat(chunks));
      if (head === null || received < head.length + head.bodyLength) return;
      socket.off("data", onData).off("close", onClose);
      const { status, length } = head;
      resolve({ status, text: status < FIRST_REFUSAL ? "" : Buffer.concat(chunks).toString("utf8", length) });
    };
    const onClose = (): void => reject(new Error("The server closed the connection"));
    socket.on("data", onData).once("close", onClose);
    socket.write(formatRequest(request));
  });
}

interface Head {
  status: number;
  /** In bytes, with the empty line after it. */
  length: number;
  bodyLength: number;
}

/** @returns null until the whole head has arrived */
function readHead(received: Buffer): Head | null {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return null;
  const text = received.toString("latin1", 0, end);
  return {
    status: Number(text.slice(9, 12)),
    length: end + HEAD_END.length,
    bodyLength: Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0),
  };
}

function formatRequest({ method, path, headers, body }: LoadRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (body !== undefined) lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
  return [`${method} ${path} HTTP/1.1`, "host: bench", ...lines, "", body ?? ""].join("\r\n");
}
