import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { takeLease } from "../../platform/jobs/store.ts";
import { findReadinessProblem } from "../../platform/health/readiness.ts";
import { createPriceCheck, findTraderProblem, readTraderHealth } from "./trader-health.ts";

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

/** Asks through new connections, which have the settings of the database. */
async function askOnOwnPool<T>(ask: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openPool(database.url, { max: 1 });
  try {
    return await ask(sql);
  } finally {
    await sql.end();
  }
}
const problem = (dataDir = tmpdir()): Promise<string | null> =>
  askOnOwnPool((sql) => findReadinessProblem({ sql, dataDir }, [createPriceCheck(sql)]));

async function savePrice(age: string): Promise<void> {
  await owner`
    insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
    values ('forex', 'EUR/USD', 1.1, 0, 'simulated', clock_timestamp() - ${age}::interval, 0)
    on conflict (market, symbol) do update set priced_at = excluded.priced_at`;
}

describe("readiness", () => {
  it("needs prices, a schema, a database that takes writes, and space on the disk", async () => {
    expect(await problem()).toBe("There are no prices yet.");
    await savePrice("1 second");
    expect(await problem()).toBeNull();
    // A file system without any space.
    expect(await problem("/proc")).toBe("Less than 64 MiB are free on the disk of the data folder.");
    const [row] = await owner<{ name: string }[]>`select quote_ident(current_database()) as name`;
    await owner.unsafe(`alter database ${row?.name ?? ""} set default_transaction_read_only = on`);
    expect(await problem()).toBe("The database takes no writes.");
    await owner.unsafe(`alter database ${row?.name ?? ""} reset default_transaction_read_only`);
    await owner`delete from schema_migrations where name = 'functions/door.sql'`;
    expect(await problem()).toBe("The database is not migrated.");
  });
});

describe("the trader's health", () => {
  it("needs a process with the lease and fresh prices, and tells a standby from it", async () => {
    const health = (holder: string) => askOnOwnPool((sql) => readTraderHealth(sql, holder));
    await savePrice("1 second");
    expect(await health("one")).toEqual({ problem: "No process trades." });
    await askOnOwnPool((sql) => takeLease(sql, "one", false));
    expect(await health("one")).toMatchObject({ status: "trading", thisProcess: "trading" });
    expect(await health("other")).toMatchObject({ status: "trading", thisProcess: "standby" });
    await savePrice("5 minutes");
    expect(await health("one")).toEqual({ problem: "The newest price is 300 s old." });
    await savePrice("-1 hour");
    expect(await health("one")).toEqual({
      problem: expect.stringMatching(/^The clock was set back\. Trading waits until \d\d:\d\d UTC\.$/) as string,
    });
  });

  it("says the time until which trading waits", () => {
    const state = { isAlive: true, newestPriceAgeSeconds: -3_600, waitsUntil: new Date("2026-11-23T14:05:30Z") };
    expect(findTraderProblem(state)).toBe("The clock was set back. Trading waits until 14:05 UTC.");
    expect(findTraderProblem({ ...state, waitsUntil: null })).toBeNull();
  });
});

describe("a lease that ends later than any lease can", () => {
  it("is taken over, because the clock was set back since", async () => {
    await askOnOwnPool((sql) => takeLease(sql, "one", false));
    expect(await askOnOwnPool((sql) => takeLease(sql, "two", false))).toBeNull();
    await owner`update leases set expires_at = clock_timestamp() + interval '1 hour'`;
    expect(await askOnOwnPool((sql) => takeLease(sql, "two", false))).not.toBeNull();
  });
});
