import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { retentionRules } from "../../apps/server/src/start/modules.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { checkAcknowledged, checkBooks } from "../torture/check-promises.ts";
import { startMoneyLoad } from "../torture/money-load.ts";
import { type EventStream, openEventStream } from "../../tests/cluster/event-stream.ts";
import { createHttpClient, signUp } from "../../tests/harness/http-client.ts";
import { silentLog } from "../../tests/harness/silent-log.ts";
import { adminAccount, CHECKOUT, createDataDir, type Serving, startWazi } from "../../tests/harness/wazi-process.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The size of a run. */
interface RunSize {
  operations: number;
  users: number;
  /** Minutes of the simulated market, which runs faster than the clock. */
  marketMinutes: number;
}

/** A table with one row for each thing gains a few at the first use of each: a price, a mark, an open trade, a reader of notices. */
const NEW_THINGS = 100;
/** The keys, mails, sessions and counts of one operation that end with time. */
const ENDING_ROWS_PER_OPERATION = 3;
const ROWS_PER_USER = 30;
/** The symbols with candles, and the bots with marks, are fewer. */
const SERIES = 40;
const MARKET_MINUTES_PER_DAY = 1_440;

/** The rows that docs/reference/retention.md allows a table to gain, by its statement about the table. The first that fits holds. */
const bounds: readonly (readonly [RegExp, (run: RunSize, match: RegExpExecArray) => number])[] = [
  [/^(for ever; few rows|one row for each thing)/, () => NEW_THINGS],
  [
    /^for ever; \d+ to (\d+) rows a day/,
    ({ marketMinutes }, [, most]) => Number(most) * (1 + Math.ceil(marketMinutes / MARKET_MINUTES_PER_DAY)),
  ],
  [/^for ever|archive|those with differences for ever/, () => Infinity],
  [/^until the user is erased/, ({ users }) => NEW_THINGS + ROWS_PER_USER * users],
  [/^minutes for \d+ days/, ({ marketMinutes }) => NEW_THINGS + 2 * SERIES * marketMinutes],
  [/^every (\d+) minutes for/, ({ marketMinutes }, [, every]) => NEW_THINGS + (SERIES * marketMinutes) / Number(every)],
  [/^(until a message is sent|the newest)/, () => NEW_THINGS],
  [/^(until they expire|\d+ (hours|days))/, ({ operations }) => NEW_THINGS + ENDING_ROWS_PER_OPERATION * operations],
];

/** The statement about each table in a table of docs/reference/retention.md. */
export function readRetention(
  text: string = readFileSync(join(CHECKOUT, "docs/reference/retention.md"), "utf8"),
): Map<string, string> {
  const section = /<!-- retention: [^\n]*-->\n([\s\S]*?)<!-- \/retention -->/.exec(text)?.[1] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.flatMap((row) => {
      const [, tables = "", kept = ""] = row.split("|");
      return [...tables.matchAll(/`(\w+)`/g)].map(([, name = ""]): [string, string] => [name, kept.trim()]);
    }),
  );
}

/** The tables that gained more rows than is stated of them, or of which nothing is stated, in sentences. */
export function findGrownTables(
  growth: ReadonlyMap<string, number>,
  run: RunSize,
  retention: ReadonlyMap<string, string> = readRetention(),
): string[] {
  return [...growth].flatMap(([table, rows]) => {
    const kept = retention.get(table);
    if (kept === undefined) return [`nothing states how long the rows of ${table} are kept`];
    const [fit] = bounds.flatMap(([pattern, computeMost]) => {
      const match = pattern.exec(kept);
      return match ? [computeMost(run, match)] : [];
    });
    if (fit === undefined) return [`the table ${table} is neither stated to grow nor bounded: "${kept}"`];
    return rows > fit
      ? [`the table ${table} grew by ${rows} rows, with at most ${Math.floor(fit)} stated: "${kept}"`]
      : [];
  });
}

const MEGABYTE = 1_000_000;
const MS_PER_MINUTE = 60_000;
const STREAMS = 20;
/** The first part of a run fills caches and compiled code, and is left out of the slope of memory. */
const WARM_UP_SHARE = 1 / 3;
/** After the load, connections that nobody uses are closed at once; the pool keeps its own. */
const SETTLE_MS = 3_000;
/** The most that memory may grow, in the part after the warm-up. */
export const MAX_MEGABYTES_PER_MINUTE = 1;
/** Files that are open for a moment, and connections that the load keeps alive for its next call: at most two for each investor. */
const SPARE_DESCRIPTORS = 20;
const KEPT_ALIVE = 2;
/** The market is so many times faster than the clock. */
const MARKET_SPEED = 60;
/** Clean-ups are 10 minutes apart. */
const OVERDUE_MS = 20 * MS_PER_MINUTE;
/** 8 ordinary connections and 4 by key; one more listens. */
const MAX_CONNECTIONS = 12;

export interface SoakOptions {
  durationMs: number;
  sampleEveryMs: number;
  investors: number;
  seed: number;
}

interface Sample {
  atMs: number;
  residentBytes: number;
  descriptors: number;
  connections: number;
}

export interface SoakResult {
  operations: number;
  reads: number;
  samples: readonly Sample[];
  /** The growth of resident memory after the warm-up. */
  megabytesPerMinute: number;
  /** Before the load, and after it. */
  descriptors: readonly [number, number];
  mostConnections: number;
  /** The rows that each table gained. */
  growth: ReadonlyMap<string, number>;
  /** The problems found, in sentences. Memory is judged by the caller, because a short run shows nothing. */
  problems: string[];
}

/** Runs one process under mixed load: money, reads, live updates that are opened and closed, and a market. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const lock = acquireDataDirLock(createDataDir());
  const database = await startEmbeddedDatabase({ lock, log: silentLog, durable: true });
  const metricsPort = await findFreePort();
  const env = {
    DATABASE_URL: database.url,
    ADMIN_PASSWORD: adminAccount.password,
    METRICS_PORT: String(metricsPort),
    MARKET_SEED: "1",
    SIMULATED_SPEED: String(MARKET_SPEED),
    LOG_LEVEL: "error",
  };
  const serving = await startWazi(createDataDir(), { env });
  const sql = openPool(database.url, { max: 1, role: null });
  try {
    const startedAt = performance.now();
    const before = await countRows(sql);
    const idle = await sample(metricsPort, 0);
    const { samples, operations, reads, problems } = await underLoad(serving, sql, metricsPort, options);
    await sleep(SETTLE_MS);
    const after = await sample(metricsPort, options.durationMs);
    const counted = await countRows(sql);
    const growth = new Map([...counted].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]));
    const mostConnections = Math.max(...samples.map(({ connections }) => connections));
    if (after.descriptors > idle.descriptors + MAX_CONNECTIONS + SPARE_DESCRIPTORS + KEPT_ALIVE * options.investors)
      problems.push(`${after.descriptors} descriptors are open after the load, ${idle.descriptors} were before it`);
    if (mostConnections > MAX_CONNECTIONS) problems.push(`${mostConnections} connections to the database were open`);
    problems.push(...findGrownTables(growth, readSize(growth, operations, startedAt)));
    problems.push(...(await findOverdueRows(sql)));
    const megabytesPerMinute = computeSlope(samples.slice(Math.floor(samples.length * WARM_UP_SHARE)));
    return {
      ...{ operations, reads, samples, megabytesPerMinute, mostConnections, growth, problems },
      descriptors: [idle.descriptors, after.descriptors],
    };
  } finally {
    await sql.end({ timeout: 1 });
    await serving.stop();
    await database.stop();
    lock.release();
  }
}

async function underLoad(
  serving: Serving,
  sql: Sql,
  metricsPort: number,
  { durationMs, sampleEveryMs, investors, seed }: SoakOptions,
): Promise<Pick<SoakResult, "samples" | "operations" | "reads" | "problems">> {
  const load = await startMoneyLoad([serving.address], investors, seed);
  const reading = startReading(serving);
  const samples: Sample[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < durationMs) {
    await Promise.race([sleep(sampleEveryMs), load.ended]);
    samples.push(await sample(metricsPort, performance.now() - startedAt));
  }
  await load.stop();
  const reads = await reading.stop();
  await checkBooks(sql);
  await checkAcknowledged(sql, load.acknowledged);
  const problems = load.counts.unanswered > 0 ? [`${load.counts.unanswered} money calls had no answer`] : [];
  return { samples, operations: load.counts.operations, reads, problems };
}

/** Reads pages, and opens and closes live updates, until it is stopped. */
function startReading(serving: Serving): { stop(): Promise<number> } {
  let isStopping = false;
  let reads = 0;
  const run = async (): Promise<void> => {
    const client = createHttpClient(serving.address);
    await signUp(client);
    const streams: EventStream[] = [];
    for (let round = 0; !isStopping; round += 1) {
      for (const path of ["/", "/api/bots", "/api/user", "/api/market/prices", "/api/public/status"]) {
        await client.call("GET", path);
        reads += 1;
      }
      if (round % STREAMS === 0) streams.push(await openEventStream(serving.address, client));
      if (streams.length > 2) streams.shift()?.close();
    }
    for (const stream of streams) stream.close();
  };
  const running = Promise.all([run(), run()]);
  return {
    async stop() {
      isStopping = true;
      await running;
      return reads;
    },
  };
}

async function sample(metricsPort: number, atMs: number): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const sumOf = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
  return {
    atMs,
    residentBytes: sumOf(/^process_resident_memory_bytes (\S+)$/gm),
    descriptors: sumOf(/^process_open_fds (\S+)$/gm),
    connections: sumOf(/^wazi_database_connections\{[^}]*state="(?:idle|busy)"[^}]*\} (\S+)$/gm),
  };
}

async function countRows(sql: Sql): Promise<Map<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`;
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = (await sql.unsafe(`select count(*)::int as count from "${name}"`)) as { count: number }[];
    counts.set(name, row?.count ?? 0);
  }
  return counts;
}

function readSize(growth: ReadonlyMap<string, number>, operations: number, startedAt: number): RunSize {
  const minutes = (performance.now() - startedAt) / MS_PER_MINUTE;
  return { operations, users: growth.get("users") ?? 0, marketMinutes: minutes * MARKET_SPEED };
}

/** Tables with rows that should have been removed at the last clean-up but one, in sentences. */
async function findOverdueRows(sql: Sql): Promise<string[]> {
  const problems: string[] = [];
  for (const { table, column, keptMs } of retentionRules) {
    const [row] = (await sql.unsafe(
      `select count(*)::int as count from ${table}
       where ${column} < now() - interval '${keptMs + OVERDUE_MS} milliseconds'`,
    )) as { count: number }[];
    if ((row?.count ?? 0) > 0) problems.push(`${row?.count} rows of ${table} should have been removed`);
  }
  return problems;
}

/** The slope of a line through the memory of the samples, by least squares, in MB per minute. */
export function computeSlope(samples: readonly Pick<Sample, "atMs" | "residentBytes">[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const minutes = samples.map(({ atMs }) => atMs / MS_PER_MINUTE);
  const megabytes = samples.map(({ residentBytes }) => residentBytes / MEGABYTE);
  const [x, y] = [mean(minutes), mean(megabytes)];
  const squares = minutes.reduce((sum, each) => sum + (each - x) ** 2, 0);
  if (squares === 0) return 0;
  return minutes.reduce((sum, each, index) => sum + (each - x) * ((megabytes[index] ?? 0) - y), 0) / squares;
}
