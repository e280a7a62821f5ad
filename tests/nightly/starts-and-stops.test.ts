import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { startServer } from "../../apps/server/src/start/run-server.ts";
import { readSettings } from "../../apps/server/src/start/settings/settings.ts";
import { signUp } from "../harness/http-client.ts";
import { sharedDatabaseTest } from "../harness/process-test.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { startTcpProxy } from "../harness/tcp-proxy.ts";
import { createDataDir, eventually, findPostgres, launch, startWazi, type Serving } from "../harness/wazi-process.ts";

/** The longest stop in any state (docs/reference/metrics.md). */
const STOP_BOUND_MS = 5_000;
/** More than the log integrates in a stop. */
const BACKLOG = 400_000;

const test = sharedDatabaseTest
  .extend("sql", { scope: "file" }, ({ database }, { onCleanup }) => {
    const sql = openPool(database.url, { max: 1, role: null, statementTimeoutMs: 0, queryTimeoutMs: 0 });
    onCleanup(() => sql.end());
    return sql;
  })
  .extend("begin", ({ task: _task }, { onCleanup }) => {
    const stops: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const stop of stops) await stop();
    });
    return async (url: string, text: string) => {
      const [port, metricsPort] = [await findFreePort(), await findFreePort()];
      const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
      const env = { DATABASE_URL: url, ...ports, DATA_DIR: createDataDir(), LOG_LEVEL: "fatal" };
      const server = startServer(readSettings(env), [], { migrations: [{ name: "9999-slow.sql", text }] });
      server.started.catch(() => undefined);
      stops.push(() => server.stop());
      return { server, address: `http://127.0.0.1:${port}`, metrics: `http://127.0.0.1:${metricsPort}/metrics` };
    };
  });

async function expectStop(serving: Serving): Promise<void> {
  const { afterMs, ...exit } = await serving.stop();
  expect(exit).toEqual({ code: 0, signal: null });
  expect(afterMs).toBeLessThan(stretchBound(STOP_BOUND_MS));
  process.stdout.write(`stopped after ${afterMs} ms\n`);
}

describe("a stop takes at most 5 s", () => {
  test("while the public log catches up with a backlog", async ({ database, sql }) => {
    const serving = await startWazi(createDataDir(), { env: { DATABASE_URL: database.url } });
    await sql`
      select append_log_leaf('test', null, jsonb_build_object('n', n)) from generate_series(1, ${BACKLOG}::int) n`;
    const countLeaves = async (): Promise<number> => {
      const [row] = await sql<{ leaves: number }[]>`select count(*)::int as leaves from log_leaves`;
      return row?.leaves ?? 0;
    };
    await eventually(async () => (await countLeaves()) > 5_000);
    await expectStop(serving);
    expect(await countLeaves()).toBeLessThan(BACKLOG);
    await sql`truncate log_outbox`;
  });

  test("while the database is silent, and says what was cut off", async ({ database }) => {
    const proxy = await startTcpProxy(database.url);
    const serving = await startWazi(createDataDir(), { env: { DATABASE_URL: proxy.url } });
    proxy.set("silent");
    void serving
      .client()
      .call("GET", "/api/bots")
      .catch(() => undefined);
    // A statement waits for an answer that does not come.
    await eventually(() => proxy.swallowed > 0);
    await expectStop(serving);
    expect(serving.stdout()).toMatch(/"cut":\["[^\]]+\],"msg":"Wazi has stopped, and cut off/);
    await proxy.close();
  });

  test("while a reader of live updates reads nothing", async ({ database }) => {
    const serving = await startWazi(createDataDir(), { env: { DATABASE_URL: database.url } });
    const investor = serving.client();
    await signUp(investor);
    const socket = connect(Number(new URL(serving.address).port), "127.0.0.1");
    await once(socket, "connect");
    const cookie = [...investor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = ["host: x", "accept: text/event-stream", `cookie: ${cookie}`];
    socket.write(["GET /api/events HTTP/1.1", ...headers, "", ""].join("\r\n"));
    const body = ["POST /api/verification/submit HTTP/1.1", "host: x", `cookie: ${cookie}`, "content-length: 9000000"];
    const upload = connect(Number(new URL(serving.address).port), "127.0.0.1");
    await once(upload, "connect");
    upload.write([...body, "content-type: application/json", "", '{"a":'].join("\r\n"));
    await once(socket, "readable");
    socket.pause();
    await expectStop(serving);
    for (const each of [socket, upload]) each.destroy();
  });

  test("at any moment of a first start", async () => {
    for (const afterMs of [300, 1_000, 2_000, 4_000]) {
      const dataDir = createDataDir();
      const starting = launch(dataDir);
      // oxlint-disable-next-line wazi/no-fixed-sleeps -- the moment is what is tested
      await sleep(afterMs);
      const stoppedAt = performance.now();
      starting.kill("SIGTERM");
      const { code, signal } = await starting.exited;
      // A process that Node.js still loads has nothing to stop, so the signal ends it.
      expect([0, "SIGTERM"]).toContain(code ?? signal);
      expect(performance.now() - stoppedAt).toBeLessThan(stretchBound(STOP_BOUND_MS));
      await eventually(() => findPostgres(dataDir) === undefined);
    }
  });
});

describe("a start that migrates for long", () => {
  const SLEEPER = "select pg_sleep(3600)";
  const ask = async (address: string, path: string) => {
    const answer = await fetch(`${address}${path}`).catch(() => undefined);
    return [answer?.status, await answer?.json().catch(() => undefined)];
  };

  test("answers from the first moment, and so does a process that waits for it; both stop in time", async ({
    database,
    sql,
    begin,
  }) => {
    await sql`create database slow_start`;
    const url = database.url.replace(/\/wazi$/, "/slow_start");
    const first = await begin(url, SLEEPER);
    const isAtStep = async (address: string, step: number): Promise<boolean> => {
      const [, body] = await ask(address, "/readyz");
      const { state, step: at, of } = (body ?? {}) as { state?: string; step?: number; of?: number };
      return state === "migrating" && (step < 0 ? at === of : at === step);
    };
    await eventually(() => isAtStep(first.address, -1));
    const second = await begin(url, SLEEPER);
    await eventually(() => isAtStep(second.address, 0));
    for (const { address, metrics } of [first, second]) {
      const figures = await (await fetch(metrics)).text();
      for (const line of ["wazi_ready 0", "wazi_trader_up 0"]) expect(figures.split("\n")).toContain(line);
      expect(figures).not.toMatch(/^wazi_database_up /m);
      expect(await ask(address, "/healthz")).toEqual([200, { status: "ok" }]);
      expect(await ask(address, "/api/bots")).toMatchObject([503, { code: "BUSY" }]);
    }
    for (const { server } of [second, first]) {
      const stoppedAt = performance.now();
      await server.stop();
      expect(performance.now() - stoppedAt).toBeLessThan(stretchBound(STOP_BOUND_MS));
    }
    const left = () => sql`select from pg_stat_activity where application_name = 'wazi migrate'`;
    await expect.poll(left).toEqual([]);
  });

  test("hands over to the application on the same port", async ({ database, sql, begin }) => {
    await sql`create database short_start`;
    const url = database.url.replace(/\/wazi$/, "/short_start");
    const { server, address } = await begin(url, "select pg_sleep(2)");
    await eventually(async () => (await ask(address, "/readyz"))[0] === 503);
    await server.started;
    await eventually(async () => (await ask(address, "/readyz"))[0] === 200);
    expect((await ask(address, "/api/bots"))[0]).toBe(200);
  });
});
