import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { startServer } from "../../apps/server/src/start/run-server.ts";
import { readSettings } from "../../apps/server/src/start/settings/settings.ts";
import { silentLog } from "../harness/silent-log.ts";
import { processTest } from "../harness/process-test.ts";
import { createDataDir, eventually } from "../harness/wazi-process.ts";
import { createVisitor, makeCertificate, type Visitor } from "./tls-client.ts";
import { explainMissing, NO_ROOT } from "./nightly-programs.ts";
import { SITE_NAME, startProxy, type ProxyName } from "./proxies.ts";

/** The proxies of `deploy` in front of a process that migrates, which is not ready and answers every call as busy. */

/** A migration that waits for the test. */
const WAITS = "select pg_advisory_xact_lock(29)";
/** Several checks of HAProxy, one a second. */
const WATCH_MS = 6_000;
const BETWEEN_MS = 50;
/** HAProxy takes a process for up until its first check. */
const NOTICED_MS = 3_000;

const test = processTest
  .extend("certificate", { scope: "file" }, ({ folder }) => makeCertificate(folder, SITE_NAME, [`DNS:${SITE_NAME}`]))
  .extend("database", async ({ stopLater }) => {
    const lock = acquireDataDirLock(createDataDir());
    const database = await startEmbeddedDatabase({ lock, log: silentLog, durable: false });
    stopLater(() => database.stop());
    return database;
  })
  .extend("sql", ({ database, stopLater }) => {
    const sql = openPool(database.url, { max: 1, role: null });
    stopLater(() => sql.end());
    return sql;
  })
  .extend("start", ({ database, stopLater }) => (port: number, migrations: { name: string; text: string }[] = []) => {
    const env = { DATABASE_URL: database.url, PORT: String(port), DATA_DIR: createDataDir(), LOG_LEVEL: "fatal" };
    const server = startServer(readSettings(env), [], { migrations });
    server.started.catch(() => undefined);
    let stopping: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopping ??= server.stop());
    stopLater(stop);
    return { started: server.started, stop };
  })
  /** Starts a process whose migration waits until `finish` is called. */
  .extend("startMigrating", ({ sql, start }) => async (port: number) => {
    await sql`select pg_advisory_lock(29)`;
    const { started } = start(port, [{ name: "9999-waits.sql", text: WAITS }]);
    await eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      return ((await answer?.json()) as { state?: string } | undefined)?.state === "migrating";
    });
    return { started, finish: async () => void (await sql`select pg_advisory_unlock(29)`) };
  })
  .extend(
    "visitThrough",
    ({ folder, certificate, stopLater }) =>
      async (name: ProxyName, upstream: number, second?: number): Promise<Visitor> => {
        const addresses = { upstream: `127.0.0.1:${upstream}`, ...(second && { second: `127.0.0.1:${second}` }) };
        const proxy = await startProxy(name, { folder, certificate, ...addresses });
        stopLater(() => proxy.stop());
        return createVisitor({ port: proxy.port, name: SITE_NAME, certificate: certificate.certificate }, "127.0.0.1");
      },
  );
const haproxyTest = test.extend("skipReason", explainMissing({ haproxy: "haproxy" }) || NO_ROOT);
const nginxTest = test.extend("skipReason", explainMissing({ nginx: "nginx" }) || NO_ROOT);

const statusOf = async (visitor: Visitor): Promise<number> => (await visitor.call("GET", "/api/bots")).status;

haproxyTest(
  "HAProxy sends no call to a process that migrates, and uses it as soon as it is ready",
  async ({ start, startMigrating, visitThrough }) => {
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
  },
);

nginxTest(
  "nginx passes on that a process migrates, and its calls once it is ready",
  async ({ startMigrating, visitThrough }) => {
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
  },
);
