import { chownSync } from "node:fs";
import { describe, expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { checkAcknowledged, checkBooks } from "../../lab/torture/check-promises.ts";
import { clusterTest, startLoad } from "../cluster/cluster-test.ts";
import { startReplicatedDatabase } from "../cluster/replicated-database.ts";
import { eventually } from "../harness/wazi-process.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { makeCertificate } from "./tls-client.ts";
import { versionOf } from "./nightly-programs.ts";

/** ops/deploy/patroni for three machines, on one: three etcd servers and three nodes that only speak TLS, and one promotion. */
const SEED = 29;
const INVESTORS = 2;
const PROMOTED_WITHIN_MS = 60_000;
const MONEY_MOVES_WITHIN_MS = 60_000;

const test = clusterTest
  .extend("extraPackages", () => ["patroni", "etcd-server"])
  .extend("cluster", { scope: "file" }, ({ folder, programs, startCluster }) => {
    const { owner } = programs;
    const tls = makeCertificate(folder, "node", ["IP:127.0.0.1", "DNS:localhost"]);
    if (owner) for (const path of [folder, tls.key]) chownSync(path, owner.uid, owner.gid);
    return startCluster({
      usesNats: false,
      env: { LOG_LEVEL: "fatal" },
      startDatabase: (found, own) => startReplicatedDatabase(found, own, tls),
    });
  });

describe("three nodes with TLS", () => {
  test("lose no acknowledged operation when a standby is promoted under load", async ({ cluster }) => {
    const { database } = cluster;
    const load = await startLoad(cluster, INVESTORS, SEED);
    await eventually(() => load.counts.operations > 10);
    await database.untilStandby();
    const primary = await database.killPrimary();
    const killedAt = performance.now();
    const isPromoted = async (): Promise<boolean> => ![undefined, primary].includes(await database.findPrimary());
    await eventually(isPromoted, stretchBound(PROMOTED_WITHIN_MS));
    const { operations } = load.counts;
    const moneyMoves = eventually(() => load.counts.operations > operations + 3, stretchBound(MONEY_MOVES_WITHIN_MS));
    await Promise.race([moneyMoves, load.ended]);
    const gapMs = Math.round(performance.now() - killedAt);
    await load.stop();
    await cluster.stopMembers();
    const sql = openPool(cluster.database.ownerUrl, { max: 1, role: null });
    const superuser = openPool(cluster.database.superuserUrl, { max: 1, role: null });
    try {
      await checkBooks(sql);
      expect(await checkAcknowledged(sql, load.acknowledged)).toEqual({ lost: 0, doubled: 0 });
      const plain = await superuser`
        select usename from pg_stat_activity join pg_stat_ssl using (pid) where not ssl and usename is not null`;
      expect(plain).toEqual([]);
    } finally {
      await sql.end({ timeout: 1 });
      await superuser.end({ timeout: 1 });
    }
    process.stdout.write(
      `patroni ${versionOf("patroni")}, etcd ${versionOf("etcd-server")}: ${load.counts.operations} operations acknowledged, 0 lost, 0 doubled; money moved again after ${gapMs} ms\n`,
    );
  });
});
