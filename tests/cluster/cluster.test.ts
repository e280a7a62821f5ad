import { describe, expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { checkAcknowledged, checkBooks, checkTrades } from "../../lab/torture/check-promises.ts";
import { readPlayedBars, writeMarket } from "../../lab/torture/torture-market.ts";
import { createHttpClient, signUp } from "../harness/http-client.ts";
import { eventually } from "../harness/wazi-process.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import type { Cluster, MemberName } from "./cluster.ts";
import { startDatabase } from "./cluster-database.ts";
import { clusterTest, startLoad } from "./cluster-test.ts";
import { EVENT_MS, measureEvent } from "./event-stream.ts";

/** `npm run wazi -- test:cluster`. */

const SEED = 16;
const INVESTORS = 4;
const BARS_PER_SECOND = 30;
/** The bots go on at the other trader this long after a kill. */
const TAKE_OVER_MS = 10_000;
/** With NATS away, screens poll; the database and the money do not wait for it. */
const NATS_BACK_MS = 10_000;

const test = clusterTest
  .extend("cluster", { scope: "file" }, ({ folder, startCluster }) => {
    writeMarket(folder, SEED);
    const env = {
      MARKET_FEED: `replay:${folder}`,
      REPLAY_SPEED: String(BARS_PER_SECOND),
      REPLAY_LOOP: "on",
      // With other limits a trade would depend on the money in the bots, and not on the bars alone.
      MAX_MARKET_EXPOSURE_PCT: "100",
      MAX_DAILY_LOSS_PCT: "100",
      LOG_LEVEL: "info",
    };
    return startCluster({ usesNats: true, env, startDatabase });
  })
  .extend("sql", { scope: "file" }, ({ cluster, stopLater }) => {
    const sql = openPool(cluster.database.ownerUrl, { max: 2, role: null });
    stopLater(() => sql.end({ timeout: 1 }));
    return sql;
  })
  .extend("load", { scope: "file", auto: true }, ({ cluster }) => startLoad(cluster, INVESTORS, SEED));

const isTrading = (cluster: Cluster, name: MemberName): boolean =>
  cluster.member(name).stdout().includes('"msg":"trading started"');

describe("a cluster of Debian's packages", () => {
  test("uses PgBouncer for everything but listening and migrations", async ({ sql }) => {
    const rows = await sql<{ direct: number; pooled: number }[]>`
      select count(*) filter (where application_name = 'wazi listener')::int as direct,
        count(*) filter (where application_name = 'wazi')::int as pooled
      from pg_stat_activity where usename = 'wazi_web'`;
    // With NATS only the two traders listen, for what the database itself announces.
    expect(rows).toEqual([{ direct: 2, pooled: expect.any(Number) as number }]);
    expect(rows[0]?.pooled).toBeLessThanOrEqual(20);
    expect(rows[0]?.pooled).toBeGreaterThan(0);
  });

  test("tells every process of a change by NATS, and goes on without NATS", async ({ cluster, load }) => {
    const byNats = await measureEvent(cluster);
    await cluster.killNats();
    const operations = load.counts.operations;
    await expect(measureEvent(cluster)).rejects.toThrow();
    await eventually(() => load.counts.operations > operations + 5);
    await cluster.startNats();
    const startedAt = performance.now();
    await eventually(() => measureEvent(cluster).then(Boolean, () => false), NATS_BACK_MS + EVENT_MS);
    const backMs = Math.round(performance.now() - startedAt);
    process.stdout.write(
      `an event reached the other process after ${byNats} ms, again ${backMs} ms after NATS started\n`,
    );
  });

  test("moves the bots to the other trader within 10 s of a kill", async ({ cluster, sql }) => {
    const [trading, waiting] = isTrading(cluster, "trader-1")
      ? (["trader-1", "trader-2"] as const)
      : (["trader-2", "trader-1"] as const);
    expect([isTrading(cluster, trading), isTrading(cluster, waiting)]).toEqual([true, false]);
    await cluster.kill(trading);
    const killedAt = performance.now();
    await eventually(() => isTrading(cluster, waiting), stretchBound(TAKE_OVER_MS));
    const startedMs = Math.round(performance.now() - killedAt);
    const bars = await readPlayedBars(sql);
    await eventually(async () => (await readPlayedBars(sql)) > bars);
    await cluster.start(trading);
    process.stdout.write(`the other trader took over after ${startedMs} ms\n`);
  });

  test("restarts every process one after the other under load without a failed request", async ({ cluster, load }) => {
    const before = { ...load.counts };
    const startedAt = performance.now();
    const reading = readUntil(cluster.address);
    for (const name of ["api-1", "api-2", "trader-1", "trader-2"] as const) await cluster.restart(name);
    const reads = await reading.stop();
    const operations = load.counts.operations - before.operations;
    expect({ failed: reads.failed, unanswered: load.counts.unanswered - before.unanswered }).toEqual({
      failed: [],
      unanswered: 0,
    });
    expect(operations).toBeGreaterThan(50);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    process.stdout.write(
      `rolling restart in ${seconds} s: ${reads.count} reads and ${operations} operations, 0 failed\n`,
    );
  });

  test("has lost and doubled nothing, and its trades are those of the bars", async ({ folder, cluster, sql, load }) => {
    await load.stop();
    const bars = await readPlayedBars(sql);
    await eventually(async () => (await readPlayedBars(sql)) > bars);
    await cluster.stopMembers();
    await checkBooks(sql);
    expect(await checkAcknowledged(sql, load.acknowledged)).toEqual({ lost: 0, doubled: 0 });
    const trades = await checkTrades(sql, folder);
    expect(trades).toBeGreaterThan(5);
    process.stdout.write(`${load.counts.operations} operations, ${trades} trades: none lost, none doubled\n`);
  });
});

/** Reads public and private pages through the proxy, one call after the other, until it is stopped. */
function readUntil(address: string): { stop(): Promise<{ count: number; failed: string[] }> } {
  let isStopping = false;
  const failed: string[] = [];
  let count = 0;
  const run = async (): Promise<void> => {
    const client = createHttpClient(address);
    await signUp(client);
    while (!isStopping) {
      for (const path of ["/api/bots", "/api/user", "/api/market/prices"]) {
        const answer = await client.call("GET", path).catch((error: unknown) => String(error));
        count += 1;
        if (typeof answer === "string") failed.push(`${path}: ${answer}`);
        else if (answer.status !== 200) failed.push(`${path}: ${answer.status} ${answer.text}`);
      }
    }
  };
  const running = Promise.all([run(), run(), run()]);
  return {
    async stop() {
      isStopping = true;
      await running;
      return { count, failed };
    },
  };
}
