import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { processTest as test } from "../harness/process-test.ts";
import { adminAccount, createDataDir, eventually, startWazi } from "../harness/wazi-process.ts";

/** The metrics of a standby on a real one, as docs/how-to/operator/cluster.md describes ("Standby"). */

const LAG_BYTES = 4 * 1024 ** 2;

test("the metrics show a standby, and how far it is behind once the owner may see it", async ({ debianPostgres }) => {
  const { uid, gid, bin } = debianPostgres;
  const parent = dirname(createDataDir());
  const primary = await debianPostgres.start(parent);
  const superuser = openPool(primary.superuserUrl, { max: 1, role: null });
  const metricsPort = await findFreePort();
  const env = {
    DATABASE_URL: primary.ownerUrl,
    ADMIN_PASSWORD: adminAccount.password,
    METRICS_PORT: String(metricsPort),
  };
  await startWazi(createDataDir(), { env });
  const readMetric = async (line: string): Promise<number | undefined> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const found = text.split("\n").find((each) => each.startsWith(`${line} `));
    return found === undefined ? undefined : Number(found.slice(line.length + 1));
  };
  const [bytes, seconds] = ["bytes", "seconds"].map((unit) => `wazi_standby_lag_${unit}{standby="walreceiver"}`);
  if (bytes === undefined || seconds === undefined) throw new Error("no names");
  expect(await readMetric("wazi_standbys")).toBe(0);

  const folder = join(parent, "standby");
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, uid, gid);
  const from = primary.superuserUrl.replace(/\/postgres$/, "");
  const args = [`--dbname=${from}`, `--pgdata=${folder}`, "--write-recovery-conf", "--checkpoint=fast"];
  const copied = spawnSync(join(bin, "pg_basebackup"), args, { uid, gid, cwd: "/", encoding: "utf8" });
  if (copied.status !== 0) throw new Error(copied.stderr);
  const standby = await debianPostgres.run(folder, "standby");
  const replica = openPool(standby.superuserUrl, { max: 1, role: null });
  // The owner may not see the server's statistics: the standby is counted, and not measured.
  await eventually(async () => (await readMetric("wazi_standbys")) === 1);
  expect(await readMetric(bytes)).toBeUndefined();
  await superuser.unsafe("grant pg_read_all_stats to owner");
  await eventually(async () => (await readMetric(bytes)) !== undefined);
  await eventually(async () => ((await readMetric(bytes)) ?? LAG_BYTES) < LAG_BYTES);

  await replica.unsafe("select pg_wal_replay_pause()");
  await superuser.unsafe("create table filler as select repeat(md5(n::text), 20) from generate_series(1, 10000) n");
  await eventually(async () => ((await readMetric(bytes)) ?? 0) > LAG_BYTES && ((await readMetric(seconds)) ?? 0) > 1);
  await replica.unsafe("select pg_wal_replay_resume()");
  await eventually(async () => ((await readMetric(bytes)) ?? LAG_BYTES) < LAG_BYTES);
  await replica.end();
  await standby.stop();
  await eventually(async () => (await readMetric("wazi_standbys")) === 0);
  expect(await readMetric(bytes)).toBeUndefined();
  await superuser.end();
});
