import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { allOf, openPool, part, raw, type Part, type Sql } from "./pool.ts";

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url, { max: 3 });
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

describe("the pool behind a pooler in transaction mode", () => {
  test("leaves no prepared statement and no setting on a connection", async () => {
    const pooled = openPool(database.url, { max: 2, directUrl: database.url });
    await pooled`select ${1}::int as one`;
    await pooled.byKey`select ${1}::int as one`;
    await pooled.begin((tx) => tx`select ${1}::int as one`);
    expect(await pooled.byKey`select current_setting('enable_seqscan') as scans`).toEqual([{ scans: "off" }]);
    await expect(pooled.byKey`select 1 / ${0}::int`).rejects.toThrow("division by zero");
    expect(await pooled.byKey.unsafe("show plan_cache_mode")).toEqual([{ plan_cache_mode: "force_generic_plan" }]);
    const [row] = await pooled<{ prepared: number; timeout: string }[]>`
      select (select count(*) from pg_prepared_statements)::int as prepared, current_setting('statement_timeout') as timeout`;
    expect(row).toEqual({ prepared: 0, timeout: "0" });
    await pooled.end();
  });
});

describe("the pool", () => {
  test("uses the application's role on every connection, or the login role when requested", async () => {
    const users = await Promise.all(
      Array.from({ length: 6 }, () => sql<{ name: string }[]>`select current_user as name, pg_sleep(0.05)`),
    );
    expect(new Set(users.map(([row]) => row?.name))).toEqual(new Set(["wazi_app"]));
    await expect(sql`create table mine (id int)`).rejects.toMatchObject({ code: "42501" });
    const owner = openPool(database.url, { max: 1, role: null });
    const [row] = await owner<{ name: string }[]>`select current_user as name`;
    expect(row?.name).not.toBe("wazi_app");
    await owner.end();
  });

  test("returns int8 as bigint, numeric as text and days without a time", async () => {
    const [row] = await sql`
      select 9007199254740993::bigint as "int8", 1234567890.10::numeric(12,2) as "numeric", date '2000-02-29' as "day",
        timestamptz '2026-11-21T10:00:00.5Z' as "moment", 7::int as "int4"`;
    expect(row).toEqual({
      int8: 9007199254740993n,
      numeric: "1234567890.10",
      day: "2000-02-29",
      moment: new Date("2026-11-21T10:00:00.500Z"),
      int4: 7,
    });
    const [back] = await sql`select ${9007199254740993n}::bigint as "int8", ${"2000-02-29"}::date as "day"`;
    expect(back).toEqual({ int8: 9007199254740993n, day: "2000-02-29" });
  });

  test("keeps a plan by key that does not scan a table, even one that was empty when the plan was made", async () => {
    const owner = openPool(database.url, { max: 1, role: null });
    await owner`analyze idempotency_keys`;
    const one = openPool(database.url, { max: 1 });
    await one.byKey.unsafe(
      "prepare by_key (uuid) as select key from idempotency_keys where user_id = $1 and call = '/' and key = 'k'",
    );
    const plan = await one.byKey.unsafe("explain execute by_key('00000000-0000-0000-0000-000000000000')");
    expect(JSON.stringify(plan)).toContain("Index");
    expect(JSON.stringify(plan)).not.toContain("Seq Scan");
    expect(JSON.stringify(plan)).toContain("$1");
    await Promise.all([one.end(), owner.end()]);
  });

  test("limits the time of statements and idle transactions", async () => {
    const [row] = await sql`
      select current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone,
        current_setting('idle_in_transaction_session_timeout') as idle`;
    expect(row).toEqual({ statement: "15s", zone: "UTC", idle: "10s" });
  });

  test("reports a commit that the database refuses", async () => {
    const owner = openPool(database.url, { max: 1, role: null });
    await owner.unsafe("create table checked_late (id int unique deferrable initially deferred)");
    await owner.unsafe("grant insert on checked_late to wazi_app");
    const insertTwice = sql.begin(async (tx) => {
      await tx`insert into checked_late values (1)`;
      await tx`insert into checked_late values (1)`;
    });
    await expect(insertTwice).rejects.toMatchObject({ code: "23505" });
    await owner.end();
  });

  test("leaves it to the server how durable a commit is", async () => {
    for (const pool of [sql, sql.byKey]) {
      const [row] = await pool<{ source: string }[]>`select source from pg_settings where name = 'synchronous_commit'`;
      expect(row?.source).not.toBe("client");
    }
  });
});

describe("parts of a statement", () => {
  const read = (condition: Part): Promise<{ n: number }[]> =>
    sql<{ n: number }[]>`select n from generate_series(1, 6) n where ${condition} and n < ${6} order by n`;

  test("keep their values in any order and depth", async () => {
    const even = part`n % ${2} = 0`;
    const either = part`(${even} or n = ${5}) and ${raw("n")} > ${1}`;
    expect(await read(either)).toEqual([{ n: 2 }, { n: 4 }, { n: 5 }]);
  });

  test('are joined with "and", without the empty ones', async () => {
    expect(await read(allOf([]))).toHaveLength(5);
    expect(await read(allOf([undefined, "", part`n > ${3} or n = ${1}`, part`n <> ${4}`]))).toEqual([
      { n: 1 },
      { n: 5 },
    ]);
  });

  test("pass input as values and never as SQL", async () => {
    const [row] = await sql<{ text: string }[]>`select ${part`${"1' or true --"}::text`} as text`;
    expect(row?.text).toBe("1' or true --");
  });
});
