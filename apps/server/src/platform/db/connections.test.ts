import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTcpProxy } from "../../../../../tests/harness/tcp-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { DatabaseUnavailableError } from "./database-errors.ts";
import { listenOn } from "./listen.ts";
import { openPool, type Sql } from "./pool.ts";

/** Connections that PostgreSQL does not allow, and connections whose network fails. */

const ALLOWED = 2;
const WAIT_MS = 30_000;

let database: TestDatabase;
let owner: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openPool(database.url, { max: 1, role: null });
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

async function eventually(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("waited in vain");
    await sleep(10);
  }
}

describe("a role that may open fewer connections than the pool", () => {
  const login = `few_${randomBytes(4).toString("hex")}`;
  let sql: Sql;

  beforeAll(async () => {
    await owner.unsafe(`create role ${login} login password 'few' connection limit ${ALLOWED} in role wazi_app`);
    const url = new URL(database.url);
    url.username = login;
    url.password = "few";
    sql = openPool(url.href, { max: 8 });
  });

  afterAll(async () => {
    await sql.end();
    await owner.unsafe(`drop role ${login}`);
  });

  test("lets statements and transactions wait in place of failing", async () => {
    const statements = Array.from({ length: 30 }, () => sql<{ one: number }[]>`select 1 as one, pg_sleep(0.02)`);
    const transactions = Array.from({ length: 10 }, () => sql.begin((tx) => tx<{ one: number }[]>`select 1 as one`));
    const byKey = Array.from({ length: 10 }, () => sql.byKey<{ one: number }[]>`select 1 as one`);
    const rows = (await Promise.all([...statements, ...transactions, ...byKey])).flat();
    expect(rows.map(({ one }) => one)).toEqual(Array.from({ length: 50 }, () => 1));
    const open = sql.countConnections().map((each) => each.open);
    expect(open.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(ALLOWED);
  });
});

describe("connections whose network fell silent without an error", () => {
  test("cost one time-out in all, and not one for each connection", async () => {
    const timeoutMs = 500;
    const proxy = await startTcpProxy(database.url);
    const sql = openPool(proxy.url, { max: 6, queryTimeoutMs: timeoutMs });
    const both = [() => sql`select pg_sleep(0.1)`, () => sql.byKey`select pg_sleep(0.1)`];
    await Promise.all(both.flatMap((run) => Array.from({ length: 6 }, run)));
    const before = sql.countConnections();
    expect(before.map(({ idle }) => idle)).toEqual([6, 3]);

    proxy.set("silent");
    await expect(sql.begin((tx) => tx`select 1`)).rejects.toThrow(DatabaseUnavailableError);
    expect(sql.countConnections().map(({ open }) => open)).toEqual([0, 0]);
    proxy.set("open");
    const answers = await Promise.all(
      both.flatMap((run) =>
        Array.from({ length: 6 }, () =>
          run().then(
            () => "answered",
            () => "failed",
          ),
        ),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(["answered"]));
    await sql.end();
    await proxy.close();
  });
});

describe("the connection that listens", () => {
  test("is opened again after its network fell silent without an error, and hears what comes then", async () => {
    const proxy = await startTcpProxy(database.url);
    const heard: string[] = [];
    let listening = 0;
    const listener = listenOn(
      proxy.url,
      "probe_channel",
      { onMessage: (payload) => heard.push(payload), onListening: () => (listening += 1) },
      { probeEveryMs: 50, probeTimeoutMs: 1_000 },
    );
    await eventually(() => listening === 1);
    await owner.unsafe("notify probe_channel, 'before'");
    await eventually(() => heard.includes("before"));

    proxy.set("silent");
    await owner.unsafe("notify probe_channel, 'lost'");
    proxy.set("open");
    await eventually(() => listening === 2);
    await owner.unsafe("notify probe_channel, 'after'");
    await eventually(() => heard.includes("after"));
    expect(heard).toEqual(["before", "after"]);
    await listener.stop();
    await proxy.close();
  });
});
