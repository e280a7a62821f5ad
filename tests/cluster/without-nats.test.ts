import { describe, expect } from "vitest";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { checkAcknowledged, checkBooks } from "../../lab/torture/check-promises.ts";
import { createHttpClient, signUp } from "../harness/http-client.ts";
import { eventually } from "../harness/wazi-process.ts";
import { startDatabase } from "./cluster-database.ts";
import { clusterTest, startLoad } from "./cluster-test.ts";
import { measureEvent, openEventStream } from "./event-stream.ts";

/** PostgreSQL carries the events. A pooler in transaction mode cannot listen, so each process has a direct connection for that. */
const SEED = 17;
const INVESTORS = 2;
const LISTENING_AGAIN_MS = 10_000;

const test = clusterTest
  .extend("cluster", { scope: "file" }, ({ startCluster }) =>
    startCluster({ usesNats: false, env: { LOG_LEVEL: "info" }, startDatabase }),
  )
  .extend("sql", { scope: "file" }, ({ cluster, stopLater }) => {
    const sql = openPool(cluster.database.ownerUrl, { max: 2, role: null });
    stopLater(() => sql.end({ timeout: 1 }));
    return sql;
  })
  .extend("superuser", { scope: "file" }, ({ cluster, stopLater }) => {
    const superuser = openPool(cluster.database.superuserUrl, { max: 1, role: null });
    stopLater(() => superuser.end({ timeout: 1 }));
    return superuser;
  })
  .extend("load", { scope: "file", auto: true }, ({ cluster }) => startLoad(cluster, INVESTORS, SEED));

async function countConnections(superuser: Sql): Promise<{ direct: number; others: number }> {
  const [row] = await superuser<{ direct: number; others: number }[]>`
    select count(*) filter (where application_name = 'wazi listener')::int as direct,
      count(*) filter (where application_name not in ('wazi', 'wazi listener'))::int as others
    from pg_stat_activity where usename = 'wazi_web'`;
  return row ?? { direct: 0, others: 0 };
}

describe("a cluster behind PgBouncer without NATS", () => {
  test("listens on a direct connection of each process with a stream, and again after PostgreSQL cut them", async ({
    cluster,
    superuser,
  }) => {
    const investor = createHttpClient(cluster.address);
    await signUp(investor);
    const streams = await Promise.all(
      (["api-1", "api-2"] as const).map((name) => openEventStream(cluster.member(name).address, investor)),
    );
    await eventually(async () => (await countConnections(superuser)).direct === 2, LISTENING_AGAIN_MS);
    const before = await measureEvent(cluster);
    await superuser`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wazi listener'`;
    await eventually(async () => (await countConnections(superuser)).direct === 2, LISTENING_AGAIN_MS);
    const after = await measureEvent(cluster);
    expect(await countConnections(superuser)).toEqual({ direct: 2, others: 0 });
    for (const stream of streams) stream.close();
    process.stdout.write(`an event reached the other process after ${before} ms, and after a cut in ${after} ms\n`);
  });

  test("has lost and doubled nothing", async ({ cluster, sql, load }) => {
    const { operations } = load.counts;
    await eventually(() => load.counts.operations > operations + 5);
    await load.stop();
    await cluster.stopMembers();
    await checkBooks(sql);
    expect(await checkAcknowledged(sql, load.acknowledged)).toEqual({ lost: 0, doubled: 0 });
  });
});
