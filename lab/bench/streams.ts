import { setTimeout as sleep } from "node:timers/promises";
import { HINT_CHANNEL } from "../../apps/server/src/platform/hints/hint.ts";
import { openStreams } from "./money-load/held-streams.ts";
import { findPercentile } from "./money-load/http-load.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { readMemoryMb } from "./money-load/process-memory.ts";
import { readProcessorMs } from "./money-load/processor-time.ts";
import { seedInvestors } from "./money-load/seed-investors.ts";
import { withServer } from "./serving/server-process.ts";
import { withDatabase } from "./serving/with-database.ts";

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
