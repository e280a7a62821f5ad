import { createDashboardRead, createRead, dashboardPaths } from "./money-load/money-requests.ts";
import { findPercentile, runLoad, type LoadResult } from "./money-load/http-load.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { readProcessorMs } from "./money-load/processor-time.ts";
import { withMoneyServer, type MoneyServer } from "./money-load/with-money-server.ts";
import { findBareServerDatabase, runBareServer, withBareServer } from "./serving/bare-server.ts";

/**
 * Measures the calls of the dashboard for investors with a full history. The floor is a bare Fastify server that reads
 * one row by its key, with the same driver from the same PostgreSQL. Both run in turns, and the ratio is the median of
 * the pairs.
 */
const CONNECTIONS = readNumber("connections", 32);
const INVESTORS = readNumber("investors", 10_000);
const PAIRS = readNumber("pairs", 5);
const SECONDS = readNumber("seconds", 5);
/** For the figures of each call alone. */
const CALL_SECONDS = readNumber("call-seconds", 2);

interface Pair {
  floor: LoadResult;
  load: LoadResult;
  /** Processor time of each call. */
  floorDatabaseMs: number;
  floorServerMs: number;
  databaseMs: number;
  serverMs: number;
}

const perSecond = ({ done, seconds }: LoadResult): number => done / seconds;

async function runPair(server: MoneyServer, bare: { origin: string; pid: number }, rounds: number[]): Promise<Pair> {
  const { origin, investors, readProcessorMs: readMs } = server;
  const options = { connections: CONNECTIONS, seconds: SECONDS };
  const atStart = { ...readMs(), server: readProcessorMs(bare.pid) };
  const floor = await runLoad(bare.origin, options, () => {
    const { id } = investors[Math.floor(Math.random() * investors.length)]!;
    return { method: "GET", path: `/users/${id}`, headers: {} };
  });
  const floorServerMs = readProcessorMs(bare.pid) - atStart.server;
  const before = readMs();
  // A connection goes on with the dashboard where its last run ended.
  const load = await runLoad(origin, options, (connection) => {
    const round = (rounds[connection] = (rounds[connection] ?? -1) + 1);
    return createDashboardRead(investors, { connection, connections: CONNECTIONS, round });
  });
  const after = readMs();
  return {
    floor,
    load,
    floorDatabaseMs: (before.database - atStart.database) / floor.done,
    floorServerMs: floorServerMs / floor.done,
    databaseMs: (after.database - before.database) / load.done,
    serverMs: (after.server - before.server) / load.done,
  };
}

/** Runs each call alone and compares it with the floor. */
async function measureCalls({ origin, investors, readProcessorMs }: MoneyServer, floor: number): Promise<object> {
  const calls: Record<string, object> = {};
  for (const path of dashboardPaths) {
    const before = readProcessorMs();
    const load = await runLoad(origin, { connections: CONNECTIONS, seconds: CALL_SECONDS }, () =>
      createRead(investors[Math.floor(Math.random() * investors.length)]!, path),
    );
    const after = readProcessorMs();
    calls[path] = {
      perSecond: Math.round(perSecond(load)),
      ratio: roundTo(perSecond(load) / floor, 2),
      databaseMsEach: roundTo((after.database - before.database) / load.done, 3),
      serverMsEach: roundTo((after.server - before.server) / load.done, 3),
    };
  }
  return calls;
}

async function measure(server: MoneyServer): Promise<object> {
  return withBareServer(server.databaseUrl, async (bare) => {
    const rounds: number[] = [];
    // The first round fills caches and prepares statements, so it is not counted.
    await runPair(server, bare, rounds);
    const pairs: Pair[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) pairs.push(await runPair(server, bare, rounds));
    const floor = findMedian(pairs.map((pair) => perSecond(pair.floor)));
    return {
      name: "read",
      value: Math.round(findMedian(pairs.map(({ load }) => perSecond(load)))),
      unit: "calls/s",
      floor: Math.round(floor),
      ratio: roundTo(findMedian(pairs.map((pair) => perSecond(pair.load) / perSecond(pair.floor))), 3),
      p99Ms: roundTo(findMedian(pairs.map(({ load }) => findPercentile(load, 0.99))), 1),
      floorDatabaseMsEach: roundTo(findMedian(pairs.map(({ floorDatabaseMs }) => floorDatabaseMs)), 3),
      floorServerMsEach: roundTo(findMedian(pairs.map(({ floorServerMs }) => floorServerMs)), 3),
      databaseMsEach: roundTo(findMedian(pairs.map(({ databaseMs }) => databaseMs)), 3),
      serverMsEach: roundTo(findMedian(pairs.map(({ serverMs }) => serverMs)), 3),
      connections: CONNECTIONS,
      investors: INVESTORS,
      pairs: pairs.map(({ floor: alone, load }) => ({
        floor: Math.round(perSecond(alone)),
        perSecond: Math.round(perSecond(load)),
      })),
      calls: await measureCalls(server, floor),
    };
  });
}

const BARE_DATABASE = findBareServerDatabase();
if (BARE_DATABASE !== undefined) await runBareServer(BARE_DATABASE);
else {
  const result = await withMoneyServer(INVESTORS, measure, { hasFullHistory: true });
  process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
}
