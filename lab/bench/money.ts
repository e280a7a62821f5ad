import { findPercentile, runLoad, type LoadResult } from "./money-load/http-load.ts";
import { createTransfer } from "./money-load/money-requests.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { runTpcb } from "./money-load/tpcb.ts";
import { withMoneyServer, type MoneyServer } from "./money-load/with-money-server.ts";

/**
 * Measures transfers with an Idempotency-Key over HTTP. The floor is TPC-B as one SQL function with the same driver on
 * the same PostgreSQL. Both run in turns, and the ratio is the median of the pairs. The processor time of each operation
 * depends less on other work on the machine.
 */
const CONNECTIONS = readNumber("connections", 32);
const INVESTORS = readNumber("investors", 10_000);
const PAIRS = readNumber("pairs", 5);
const SECONDS = readNumber("seconds", 5);

interface Pair {
  floor: number;
  perSecond: number;
  load: LoadResult;
  floorDatabaseMs: number;
  databaseMs: number;
  serverMs: number;
}

async function runPair({ origin, sql, investors, readProcessorMs }: MoneyServer): Promise<Pair> {
  const atStart = readProcessorMs();
  const floor = await runTpcb(sql, { callers: CONNECTIONS, seconds: SECONDS });
  const before = readProcessorMs();
  const load = await runLoad(origin, { connections: CONNECTIONS, seconds: SECONDS }, () => createTransfer(investors));
  const after = readProcessorMs();
  return {
    floor,
    load,
    perSecond: load.done / load.seconds,
    floorDatabaseMs: (before.database - atStart.database) / (floor * SECONDS),
    databaseMs: (after.database - before.database) / load.done,
    serverMs: (after.server - before.server) / load.done,
  };
}

const result = await withMoneyServer(INVESTORS, async (server) => {
  // The first round fills caches and prepares statements, so it is not counted.
  await runPair(server);
  const pairs: Pair[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) pairs.push(await runPair(server));
  const refused = pairs.flatMap(({ load }) => Object.values(load.refused)).reduce((sum, count) => sum + count, 0);
  return {
    name: "money",
    value: Math.round(findMedian(pairs.map(({ perSecond }) => perSecond))),
    unit: "transfers/s",
    floor: Math.round(findMedian(pairs.map(({ floor }) => floor))),
    ratio: roundTo(findMedian(pairs.map(({ perSecond, floor }) => perSecond / floor)), 3),
    p50Ms: roundTo(findMedian(pairs.map(({ load }) => findPercentile(load, 0.5))), 1),
    p99Ms: roundTo(findMedian(pairs.map(({ load }) => findPercentile(load, 0.99))), 1),
    floorDatabaseMsEach: roundTo(findMedian(pairs.map(({ floorDatabaseMs }) => floorDatabaseMs)), 3),
    databaseMsEach: roundTo(findMedian(pairs.map(({ databaseMs }) => databaseMs)), 3),
    serverMsEach: roundTo(findMedian(pairs.map(({ serverMs }) => serverMs)), 3),
    refused,
    connections: CONNECTIONS,
    investors: INVESTORS,
    pairs: pairs.map(({ floor, perSecond }) => ({ floor: Math.round(floor), perSecond: Math.round(perSecond) })),
  };
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
