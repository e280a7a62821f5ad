import { setTimeout as sleep } from "node:timers/promises";
import { HINT_CHANNEL } from "../../apps/server/src/platform/hints/hint.ts";
import { findPercentile } from "./money-load/http-load.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { readMemoryMb, readProcessorMs } from "./money-load/processor-time.ts";
import { seedInvestors } from "./money-load/seed-investors.ts";
import { withServer } from "./serving/server-process.ts";
import { withDatabase } from "./serving/with-database.ts";
import { connect, type Socket } from "node:net";

/** A stream of server-sent events that a bench holds open. */
interface HeldStreams {
  /** The number of streams that the server has ended. */
  countEnded(): number;
  /**
   * Runs `announce` and waits until every stream has received an event of this type.
   * @returns the milliseconds until each stream's receipt, sorted
   * @throws Error when not all have received it within the time
   */
  awaitEvent(type: string, announce: () => Promise<void>): Promise<number[]>;
  close(): void;
}

/** Connections that are opened at the same time. */
const OPENING = 100;
const TIMEOUT_MS = 30_000;

/** Opens a stream for each token. A plain socket takes little processor time and memory from the server's machine. */
async function openStreams(origin: string, tokens: readonly string[]): Promise<HeldStreams> {
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  let ended = 0;
  let onData: (index: number, chunk: Buffer) => void = () => undefined;
  const open = async (index: number): Promise<void> => {
    const socket = await openStream(hostname, Number(port), tokens[index] ?? "");
    sockets[index] = socket;
    socket.on("data", (chunk: Buffer) => onData(index, chunk)).on("close", () => (ended += 1));
  };
  for (let first = 0; first < tokens.length; first += OPENING) {
    const indexes = tokens.slice(first, first + OPENING).map((_, place) => first + place);
    await Promise.all(indexes.map(open));
  }
  return {
    countEnded: () => ended,
    async awaitEvent(type, announce) {
      const wanted = Buffer.from(`"type":"${type}"`);
      const receivedAt = new Map<number, number>();
      const all = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${receivedAt.size} of ${tokens.length} streams received it`)),
          TIMEOUT_MS,
        );
        onData = (index, chunk) => {
          if (receivedAt.has(index) || !chunk.includes(wanted)) return;
          receivedAt.set(index, performance.now());
          if (receivedAt.size < tokens.length) return;
          clearTimeout(timer);
          resolve();
        };
      });
      const startedAt = performance.now();
      await announce();
      await all;
      return [...receivedAt.values()].map((at) => at - startedAt).sort((one, other) => one - other);
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Resolves when the head of the answer has arrived. */
function openStream(host: string, port: number, token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    socket.once("error", reject);
    socket.once("data", (chunk: Buffer) => {
      const status = chunk.toString("latin1", 9, 12);
      if (status !== "200") reject(new Error(`A stream was answered ${status}: ${chunk.toString("latin1")}`));
      else resolve(socket);
    });
    const lines = [
      "GET /api/events HTTP/1.1",
      "host: bench",
      "accept: text/event-stream",
      `cookie: wazi_session=${token}`,
    ];
    socket.write([...lines, "", ""].join("\r\n"));
  });
}

/**
 * Measures the streams of live updates that one process holds: the time from the announcement of a price to its receipt
 * by the last client, the longest wait of another call meanwhile, and the memory of each stream. The clients share the
 * machine.
 */
const STREAMS = readNumber("streams", 10_000);
const ROUNDS = readNumber("rounds", 5);
/** The limit of the server for one user. */
const STREAMS_EACH = 5;
/** Prices are passed on every five seconds. */
const BETWEEN_MS = 5_500;
/** How often another call is made during an announcement. */
const PROBE_MS = 20;
const KB_PER_MB = 1_024;

/** Calls the server in turns until it is stopped. Returns the longest answer time in milliseconds. */
function probe(origin: string): { stop: () => Promise<number> } {
  const ending = new AbortController();
  const run = async (): Promise<number> => {
    let longestMs = 0;
    while (!ending.signal.aborted) {
      const startedAt = performance.now();
      await (await fetch(`${origin}/healthz`)).text();
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await sleep(PROBE_MS);
    }
    return longestMs;
  };
  const running = run();
  return {
    stop() {
      ending.abort();
      return running;
    },
  };
}

const result = await withDatabase(async ({ sql, url }) => {
  const investors = await seedInvestors(sql, Math.ceil(STREAMS / STREAMS_EACH), { hasFullHistory: false });
  const tokens = Array.from({ length: STREAMS }, (_, index) => investors[Math.floor(index / STREAMS_EACH)]!.token);
  return withServer(
    async ({ origin, child }) => {
      const pid = child.pid ?? 0;
      const few = await openStreams(origin, tokens.slice(0, STREAMS_EACH));
      few.close();
      await sleep(BETWEEN_MS);
      const before = readMemoryMb(pid);
      const openedAt = performance.now();
      const streams = await openStreams(origin, tokens);
      const openMs = performance.now() - openedAt;
      const rounds: { lastMs: number; middleMs: number; serverMs: number; probeMs: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await sleep(BETWEEN_MS);
        const serverMs = readProcessorMs(pid);
        const probing = probe(origin);
        const latenciesMs = await streams.awaitEvent("prices", async () => {
          await sql`select pg_notify(${HINT_CHANNEL}, '[{"type":"prices"}]')`;
        });
        rounds.push({
          lastMs: latenciesMs.at(-1) ?? Number.NaN,
          middleMs: findPercentile({ latenciesMs }, 0.5),
          serverMs: readProcessorMs(pid) - serverMs,
          probeMs: await probing.stop(),
        });
      }
      const kbEach = ((readMemoryMb(pid) - before) * KB_PER_MB) / STREAMS;
      if (streams.countEnded() > 0) throw new Error(`The server ended ${streams.countEnded()} streams`);
      streams.close();
      return {
        name: "streams",
        value: Math.round(findMedian(rounds.map(({ lastMs }) => lastMs))),
        unit: "ms until the last client has a price",
        floor: null,
        ratio: null,
        worstMs: Math.round(Math.max(...rounds.map(({ lastMs }) => lastMs))),
        middleMs: Math.round(findMedian(rounds.map(({ middleMs }) => middleMs))),
        serverMs: findMedian(rounds.map(({ serverMs }) => serverMs)),
        otherCallMs: Math.round(findMedian(rounds.map(({ probeMs }) => probeMs))),
        kbEach: roundTo(kbEach, 1),
        openedPerSecond: Math.round((STREAMS / openMs) * 1_000),
        streams: STREAMS,
      };
    },
    { DATABASE_URL: url, ROLE: "api" },
  );
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
