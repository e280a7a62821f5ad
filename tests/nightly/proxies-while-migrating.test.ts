import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { startServer } from "../../apps/server/src/start/run-server.ts";
import { readSettings } from "../../apps/server/src/start/settings/settings.ts";
import { silentLog } from "../harness/silent-log.ts";
import { createDataDir, endEverything, eventually } from "../harness/wazi-process.ts";
import { type Certificate, createVisitor, makeCertificate, type Visitor } from "./tls-client.ts";
import { skipWithoutPrograms, skipWithoutRoot } from "./debian-programs.ts";
import { SITE_NAME, startProxy, type ProxyName } from "./proxies.ts";

/** The proxies of `deploy` in front of a process that migrates, which is not ready and answers every call as busy. */

/** A migration that waits for the test. */
const WAITS = "select pg_advisory_xact_lock(29)";
/** Several checks of HAProxy, one a second. */
const WATCH_MS = 6_000;
const BETWEEN_MS = 50;
/** HAProxy takes a process for up until its first check. */
const NOTICED_MS = 3_000;

let folder: string;
let certificate: Certificate;
let database: EmbeddedDatabase;
let sql: Sql;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "wazi-migrating-"));
  certificate = makeCertificate(folder, SITE_NAME, [`DNS:${SITE_NAME}`]);
  const lock = acquireDataDirLock(createDataDir());
  database = await startEmbeddedDatabase({ lock, log: silentLog, durable: false });
  sql = openPool(database.url, { max: 1, role: null });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await sql.end();
  await database.stop();
  await endEverything();
  rmSync(folder, { recursive: true, force: true });
});

function start(port: number, migrations: { name: string; text: string }[] = []) {
  const env = { DATABASE_URL: database.url, PORT: String(port), DATA_DIR: createDataDir(), LOG_LEVEL: "fatal" };
  const server = startServer(readSettings(env), [], { migrations });
  server.started.catch(() => undefined);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= server.stop());
  stops.push(stop);
  return { started: server.started, stop };
}

/** Starts a process whose migration waits until `finish` is called. */
async function startMigrating(port: number): Promise<{ started: Promise<void>; finish: () => Promise<void> }> {
  await sql`select pg_advisory_lock(29)`;
  const { started } = start(port, [{ name: "9999-waits.sql", text: WAITS }]);
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return ((await answer?.json()) as { state?: string } | undefined)?.state === "migrating";
  });
  return { started, finish: async () => void (await sql`select pg_advisory_unlock(29)`) };
}

async function visitThrough(name: ProxyName, upstream: number, second?: number): Promise<Visitor> {
  const addresses = { upstream: `127.0.0.1:${upstream}`, ...(second && { second: `127.0.0.1:${second}` }) };
  const proxy = await startProxy(name, { folder, certificate, ...addresses });
  stops.push(() => proxy.stop());
  return createVisitor({ port: proxy.port, name: SITE_NAME, certificate: certificate.certificate }, "127.0.0.1");
}

const statusOf = async (visitor: Visitor): Promise<number> => (await visitor.call("GET", "/api/bots")).status;

test("HAProxy sends no call to a process that migrates, and uses it as soon as it is ready", async (context) => {
  skipWithoutPrograms(context, { haproxy: "haproxy" });
  skipWithoutRoot(context);
  const [firstPort, secondPort] = [await findFreePort(), await findFreePort()];
  const first = start(firstPort);
  await first.started;
  // A first start serves before it has prices, and is ready with them.
  await eventually(async () => (await fetch(`http://127.0.0.1:${firstPort}/readyz`)).status === 200);
  const visitor = await visitThrough("haproxy", firstPort, secondPort);
  await eventually(async () => (await statusOf(visitor)) === 200);
  // As in an upgrade: the second process was stopped, which HAProxy has noticed, and its new version migrates.
  // oxlint-disable-next-line wazi/no-fixed-sleeps -- HAProxy does not tell that it has asked
  await sleep(NOTICED_MS);
  const second = await startMigrating(secondPort);
  const statuses = new Map<number, number>();
  const endsAt = performance.now() + WATCH_MS;
  while (performance.now() < endsAt) {
    const status = await statusOf(visitor);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await sleep(BETWEEN_MS);
  }
  expect([...statuses.keys()]).toEqual([200]);
  await second.finish();
  await second.started;
  await first.stop();
  await eventually(async () => (await statusOf(visitor)) === 200);
});

test("nginx passes on that a process migrates, and its calls once it is ready", async (context) => {
  skipWithoutPrograms(context, { nginx: "nginx" });
  skipWithoutRoot(context);
  const port = await findFreePort();
  const migrating = await startMigrating(port);
  const visitor = await visitThrough("nginx", port);
  const call = await visitor.call("GET", "/api/bots");
  expect([call.status, call.body]).toMatchObject([503, { code: "BUSY" }]);
  expect(Number(call.headers.get("retry-after"))).toBeGreaterThan(0);
  const page = await visitor.call("GET", "/", undefined, { accept: "text/html" });
  expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
  await migrating.finish();
  await migrating.started;
  await eventually(async () => (await statusOf(visitor)) === 200);
});
