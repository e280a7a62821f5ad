import { appendFileSync, chownSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { startDatabase } from "../cluster/cluster-database.ts";
import { clusterTest } from "../cluster/cluster-test.ts";
import { measureEvent } from "../cluster/event-stream.ts";
import { startProgram, untilListening, type RunningProgram } from "../cluster/programs.ts";
import { eventually } from "../harness/wazi-process.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { adapt, versionOf } from "./nightly-programs.ts";

/** Debian's nats-server with Debian's own file, which has no JetStream, and then with the line of docs/how-to/operator/cluster.md. */
const MEMBERS = ["api-1", "api-2", "trader-1", "trader-2"] as const;
const START_MS = 30_000;
const NO_JETSTREAM = "NATS has no JetStream. Add jetstream {} to nats-server.conf and restart nats-server.";

const test = clusterTest
  .extend("nats", { scope: "file" }, async ({ folder, programs, stopLater }) => {
    const port = await findFreePort();
    const file = join(folder, "nats-server.conf");
    const debian = readFileSync("/etc/nats-server.conf", "utf8");
    writeFileSync(file, adapt(debian, [["port: 4222", `port: ${port}`]]), { mode: 0o644 });
    if (programs.owner) chownSync(folder, programs.owner.uid, programs.owner.gid);
    let program: RunningProgram;
    const start = async (): Promise<void> => {
      program = startProgram(programs.nats, ["-c", file], { owner: programs.owner, env: { TMPDIR: folder } });
      await untilListening("NATS", port, program);
    };
    stopLater(() => program.stop());
    await start();
    return { url: `nats://127.0.0.1:${port}`, file, start, stop: () => program.stop() };
  })
  .extend("cluster", { scope: "file" }, ({ nats, startCluster }) =>
    startCluster({ usesNats: false, env: { NATS_URL: nats.url, LOG_LEVEL: "info" }, startDatabase }),
  );

const saidBy = (cluster: Cluster, name: (typeof MEMBERS)[number], text: string): number =>
  cluster.member(name).stdout().split(text).length - 1;

describe("two API processes with Debian's nats-server", () => {
  test("say that it has no JetStream, and go on without live updates between them", async ({ cluster }) => {
    await expect(measureEvent(cluster)).rejects.toThrow();
    for (const name of MEMBERS) await eventually(() => saidBy(cluster, name, NO_JETSTREAM) === 1);
  });

  test("carry live updates when it has JetStream, without a restart of Wazi", async ({ cluster, nats }) => {
    await nats.stop();
    appendFileSync(nats.file, "\njetstream {}\n");
    await nats.start();
    let tookMs = 0;
    await eventually(async () => (tookMs = await measureEvent(cluster).catch(() => 0)) > 0, stretchBound(START_MS));
    for (const name of ["api-1", "api-2"] as const) expect(saidBy(cluster, name, NO_JETSTREAM)).toBe(1);
    process.stdout.write(
      `nats-server ${versionOf("nats-server")}: an event reached the other process after ${tookMs} ms\n`,
    );
  });
});
