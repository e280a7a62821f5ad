import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSeededRandom, type Random } from "../commands/seeding/seeded-random.ts";
import { isConnectionLost } from "../../apps/server/src/platform/db/database-errors.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { eventually } from "../../tests/harness/wazi-process.ts";
import { checkAcknowledged, checkBooks, checkTrades, type Kept } from "./check-promises.ts";
import { BrokenPromiseError, startMoneyLoad, type LoadCounts, type MoneyLoad } from "./money-load.ts";
import { startTortureCluster, type MemberName, type TortureCluster } from "./torture-cluster.ts";
import { readPlayedBars, writeMarket } from "./torture-market.ts";

/** The books are compared this often while everything runs. */
const CHECK_BOOKS_MS = 30_000;
/** The harness's own statements are tried again for this long while the database recovers, which takes long on a busy machine. */
const DATABASE_BACK_MS = 120_000;
const DATABASE_RETRY_MS = 250;
const BOTH_APIS_SHARE = 0.1;
/** Longer than a trader's lease lasts, so that the other one takes over meanwhile. */
const SUSPENDED_MS = 11_000;
/** A run this long has shown too little with fewer kills or operations a minute. */
const JUDGED_FROM_MS = 600_000;
const LEAST_KILLS_PER_MINUTE = 15;
const LEAST_OPERATIONS_PER_MINUTE = 6_000;

export interface TortureOptions {
  seed: number;
  /** How long processes are killed. */
  durationMs: number;
  /** The pause between two kills: at least, and at most. */
  killEveryMs: readonly [number, number];
  investors: number;
  barsPerSecond: number;
}

type Victim = MemberName | "postgres" | "postgres backend";
/** A trader that is stopped and continued. */
type Suspended = "trader-1 suspended" | "trader-2 suspended";

/** PostgreSQL is killed less often than each of the others, because everything waits for its recovery. */
const killed: readonly Victim[] = [
  "api-1",
  "api-1",
  "api-2",
  "api-2",
  "trader-1",
  "trader-2",
  "postgres",
  "postgres backend",
];
/** Few suspensions, so that a run still has its number of kills. */
const victims: readonly (Victim | Suspended)[] = [...killed, ...killed, "trader-1 suspended", "trader-2 suspended"];

const isSuspended = (victim: Victim | Suspended): victim is Suspended => victim.endsWith(" suspended");

export interface TortureResult extends LoadCounts, Kept {
  kills: Map<Victim, number>;
  suspensions: number;
}

/**
 * Kills random processes under money load and a fast market, and checks what the platform promises.
 * @throws BrokenPromiseError for the first promise that does not hold
 */
export async function torture(options: TortureOptions): Promise<TortureResult> {
  const marketFolder = mkdtempSync(join(tmpdir(), "wazi-torture-market-"));
  writeMarket(marketFolder, options.seed);
  const problems: string[] = [];
  const cluster = await startTortureCluster(marketFolder, options.barsPerSecond, (problem) => problems.push(problem));
  const sql = openPool(cluster.url, { max: 2, role: null });
  try {
    await cluster.untilReady();
    const load = await startMoneyLoad(cluster.apiAddresses, options.investors, options.seed);
    const random = createSeededRandom(options.seed);
    const hit = await killUntilOver(cluster, sql, load, { ...options, random, problems });
    await load.stop();
    await cluster.untilReady();
    await untilTrading(sql);
    await cluster.stopMembers();
    const kept = await withDatabase(async () => {
      await checkBooks(sql);
      const { lost, doubled } = await checkAcknowledged(sql, load.acknowledged);
      return { lost, doubled, trades: await checkTrades(sql, marketFolder) };
    });
    requireNoProblem(problems);
    return { ...load.counts, ...kept, ...hit };
  } finally {
    await sql.end({ timeout: 1 });
    await cluster.stop();
    rmSync(marketFolder, { recursive: true, force: true });
  }
}

async function killUntilOver(
  cluster: TortureCluster,
  sql: Sql,
  load: MoneyLoad,
  options: TortureOptions & { random: Random; problems: readonly string[] },
): Promise<Pick<TortureResult, "kills" | "suspensions">> {
  const { random, durationMs, killEveryMs, problems } = options;
  const [least, most] = killEveryMs;
  const kills = new Map<Victim, number>();
  let suspensions = 0;
  const startedAt = performance.now();
  let checkedAt = startedAt;
  while (performance.now() - startedAt < durationMs) {
    await Promise.race([sleep(Number(random.integer(least, most))), load.ended]);
    const victim = await chooseVictim(cluster, random);
    if (isSuspended(victim)) {
      cluster.suspendMember(victim === "trader-1 suspended" ? "trader-1" : "trader-2", SUSPENDED_MS);
      suspensions += 1;
    } else {
      if (victim === "postgres" || victim === "postgres backend") cluster.killDatabase(victim === "postgres");
      else cluster.killMember(victim);
      kills.set(victim, (kills.get(victim) ?? 0) + 1);
    }
    requireNoProblem(problems);
    if (performance.now() - checkedAt < CHECK_BOOKS_MS) continue;
    checkedAt = performance.now();
    await withDatabase(() => checkBooks(sql));
  }
  return { kills, suspensions };
}

/**
 * An API process is killed while the other one serves, except now and then: on a slow machine starts would follow each
 * other, and no money would move. A trader is killed in its place.
 */
async function chooseVictim(cluster: TortureCluster, random: Random): Promise<Victim | Suspended> {
  const victim = victims[Number(random.integer(0, victims.length - 1))]!;
  const mayStopBoth = random.next() < BOTH_APIS_SHARE;
  if ((victim !== "api-1" && victim !== "api-2") || mayStopBoth) return victim;
  const [other, instead] = victim === "api-1" ? (["api-2", "trader-1"] as const) : (["api-1", "trader-2"] as const);
  return (await cluster.isReady(other)) ? victim : instead;
}

/** The market goes on, at the latest when the lease of a trader that was killed has ended. */
async function untilTrading(sql: Sql): Promise<void> {
  const before = await withDatabase(() => readPlayedBars(sql));
  await eventually(async () => (await withDatabase(() => readPlayedBars(sql))) > before);
}

function requireNoProblem([problem]: readonly string[]): void {
  if (problem !== undefined) throw new BrokenPromiseError(problem);
}

/** Runs a check again while the database is away. */
async function withDatabase<T>(check: () => Promise<T>): Promise<T> {
  for (const startedAt = performance.now(); ; await sleep(DATABASE_RETRY_MS)) {
    try {
      return await check();
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() - startedAt > DATABASE_BACK_MS) throw error;
    }
  }
}

const countKills = ({ kills }: Pick<TortureResult, "kills">): number =>
  [...kills.values()].reduce((sum, count) => sum + count, 0);

/** Names what a long run has done too little of, in sentences. A short one is not judged. */
export function findShortfalls(
  { durationMs }: Pick<TortureOptions, "durationMs">,
  result: Pick<TortureResult, "kills" | "operations">,
): string[] {
  if (durationMs < JUDGED_FROM_MS) return [];
  const minutes = durationMs / 60_000;
  const least = [
    ["kills", countKills(result), LEAST_KILLS_PER_MINUTE],
    ["operations", result.operations, LEAST_OPERATIONS_PER_MINUTE],
  ] as const;
  return least.flatMap(([what, count, perMinute]) => {
    const needed = Math.ceil(perMinute * minutes);
    return count >= needed
      ? []
      : [`only ${count} ${what} in ${minutes} minutes; ${needed} are needed to show anything`];
  });
}

/** One line of counts. */
export function formatResult({ seed, durationMs }: TortureOptions, result: TortureResult): string {
  const byVictim = [...result.kills].map(([victim, count]) => `${victim} ${count}`).sort();
  return [
    `torture: seed ${seed}`,
    `${(durationMs / 60_000).toFixed(1)} minutes`,
    `${countKills(result)} kills (${byVictim.join(", ")})`,
    `${result.suspensions} traders stopped for ${SUSPENDED_MS / 1_000} s`,
    `${result.operations} operations (${Math.round((1_000 * result.operations) / durationMs)} a second)`,
    `${result.refused} refused`,
    `${result.unanswered} without an answer and settled by repeating, the slowest after ${Math.round(result.slowestSettleMs)} ms`,
    `${result.compared} answers compared`,
    `${result.lost} lost`,
    `${result.doubled} doubled`,
    `${result.trades} trades and unit prices as without kills`,
    "books equal the ledger",
  ].join("; ");
}
