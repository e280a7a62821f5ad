import { setTimeout as sleep } from "node:timers/promises";
import { createTransfer, pickRead } from "./money-load/money-requests.ts";
import { findPercentile, runAtRate } from "./money-load/http-load.ts";
import { readNumber, roundTo } from "./money-load/options.ts";
import { computeSlope, readMemoryMb } from "./money-load/processor-time.ts";
import { withMoneyServer, type MoneyServer } from "./money-load/with-money-server.ts";

/**
 * Measures reads of the dashboard and keyed transfers together, at a fixed rate. A latency counts from the moment at
 * which the call was due. The memory of the server is sampled every second.
 */
const CONNECTIONS = readNumber("connections", 64);
const INVESTORS = readNumber("investors", 10_000);
const SECONDS = readNumber("seconds", 180);
const PER_SECOND = readNumber("rate", 1_000);
/** One in this many calls is a transfer. */
const TRANSFER_EVERY = 5;
/** The heap grows to its working size first. */
const WARM_UP_SECONDS = readNumber("warm-up", 20);
const SAMPLE_MS = 1_000;

async function measure({ origin, investors, pid, readProcessorMs }: MoneyServer): Promise<object> {
  const next = (round: number) => (round % TRANSFER_EVERY === 0 ? createTransfer(investors) : pickRead(investors));
  const options = { connections: CONNECTIONS, perSecond: PER_SECOND };
  await runAtRate(origin, { ...options, seconds: WARM_UP_SECONDS }, next);
  const memory: { seconds: number; mb: number }[] = [];
  const startedAt = performance.now();
  const before = readProcessorMs();
  const ending = new AbortController();
  const sampling = sampleMemory(pid, startedAt, memory, ending.signal);
  const load = await runAtRate(origin, { ...options, seconds: SECONDS }, next);
  ending.abort();
  await sampling;
  const after = readProcessorMs();
  const refused = Object.values(load.refused).reduce((sum, count) => sum + count, 0);
  return {
    name: "mixed",
    value: roundTo(findPercentile(load, 0.99), 1),
    unit: "ms, p99",
    floor: null,
    ratio: null,
    perSecond: Math.round(load.done / load.seconds),
    p50Ms: roundTo(findPercentile(load, 0.5), 1),
    p999Ms: roundTo(findPercentile(load, 0.999), 1),
    errors: refused,
    memoryMb: roundTo(memory.at(-1)?.mb ?? 0, 0),
    memoryMbPerMinute: roundTo(computeSlope(memory) * 60, 2),
    databaseMsEach: roundTo((after.database - before.database) / load.done, 3),
    serverMsEach: roundTo((after.server - before.server) / load.done, 3),
    connections: CONNECTIONS,
    investors: INVESTORS,
    seconds: SECONDS,
  };
}

async function sampleMemory(
  pid: number,
  startedAt: number,
  samples: { seconds: number; mb: number }[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    samples.push({ seconds: (performance.now() - startedAt) / 1_000, mb: readMemoryMb(pid) });
    await sleep(SAMPLE_MS);
  }
}

const result = await withMoneyServer(INVESTORS, measure, { hasFullHistory: true });
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
