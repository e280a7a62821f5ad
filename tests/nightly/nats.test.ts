import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { type Cluster, skipWithout, startCluster } from "../cluster/cluster.ts";
import { measureEvent } from "../cluster/event-stream.ts";
import { findClusterPrograms, startProgram, untilListening, type RunningProgram } from "../cluster/programs.ts";
import { endEverything, eventually } from "../harness/wazi-process.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { adapt, versionOf } from "./debian-programs.ts";

/** Debian's nats-server with Debian's own file, which has no JetStream, and then with the line of docs/how-to/operator/cluster.md. */
const found = findClusterPrograms();
const MEMBERS = ["api-1", "api-2", "trader-1", "trader-2"] as const;
const START_MS = 30_000;
const NO_JETSTREAM = "NATS has no JetStream. Add jetstream {} to nats-server.conf and restart nats-server.";

let folder: string;
let port: number;
let nats: RunningProgram;
let cluster: Cluster;

const saidBy = (name: (typeof MEMBERS)[number], text: string): number =>
  cluster.member(name).stdout().split(text).length - 1;

async function startNats(): Promise<void> {
  if ("missing" in found) return;
  const options = { owner: found.owner, env: { TMPDIR: folder } };
  nats = startProgram(found.nats, ["-c", join(folder, "nats-server.conf")], options);
  await untilListening("NATS", port, nats);
}

beforeAll(async () => {
  if ("missing" in found) return;
  folder = mkdtempSync(join(tmpdir(), "wazi-nats-server-"));
  port = await findFreePort();
  const debian = readFileSync("/etc/nats-server.conf", "utf8");
  writeFileSync(join(folder, "nats-server.conf"), adapt(debian, [["port: 4222", `port: ${port}`]]), { mode: 0o644 });
  if (found.owner) chownSync(folder, found.owner.uid, found.owner.gid);
  await startNats();
  cluster = await startCluster(found, {
    usesNats: false,
    env: { NATS_URL: `nats://127.0.0.1:${port}`, LOG_LEVEL: "info" },
  });
});

afterAll(async () => {
  await cluster?.stop();
  await nats?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
  await endEverything();
});

describe("two API processes with Debian's nats-server", () => {
  test("say that it has no JetStream, and go on without live updates between them", async (context) => {
    skipWithout(context, found);
    await expect(measureEvent(cluster)).rejects.toThrow();
    for (const name of MEMBERS) await eventually(() => saidBy(name, NO_JETSTREAM) === 1);
  });

  test("carry live updates when it has JetStream, without a restart of Wazi", async (context) => {
    skipWithout(context, found);
    await nats.stop();
    appendFileSync(join(folder, "nats-server.conf"), "\njetstream {}\n");
    await startNats();
    let tookMs = 0;
    await eventually(async () => (tookMs = await measureEvent(cluster).catch(() => 0)) > 0, stretchBound(START_MS));
    for (const name of ["api-1", "api-2"] as const) expect(saidBy(name, NO_JETSTREAM)).toBe(1);
    process.stdout.write(
      `nats-server ${versionOf("nats-server")}: an event reached the other process after ${tookMs} ms\n`,
    );
  });
});
