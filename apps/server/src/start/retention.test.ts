import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HOUR_MS } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../tests/harness/test-app.ts";
import { removeExpiredRows } from "../platform/retention/remove-expired-rows.ts";
import { partitionRules, retentionRules } from "./modules.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
/** More than one statement removes. */
const OLD_ROWS = 12_000;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe("removeExpiredRows", () => {
  it("removes in one run all keys, sessions and counts that have expired, however many, and no other", async () => {
    const now = new Date();
    const { userId } = await test.signUp();
    for (const [hours, rows] of [
      [25, OLD_ROWS],
      [23, 3],
    ] as const) {
      const at = new Date(now.getTime() - hours * HOUR_MS);
      await test.sql`
        insert into idempotency_keys (user_id, call, key, payload_hash, status, body, stored_at)
        select ${userId}, 'POST /x', ${`${hours}-`} || n, '\\x00', 200, '{}', ${at} from generate_series(1, ${rows}::int) n`;
    }
    await test.sql`
      insert into throttles (key, tries, expires_at)
      select decode(lpad(to_hex(n), 64, '0'), 'hex'), '{}', ${new Date(now.getTime() - 1)} from generate_series(1, ${OLD_ROWS}::int) n`;
    expect(await removeExpiredRows(retentionRules, { sql: test.sql, now: () => now })).toBeGreaterThanOrEqual(
      2 * OLD_ROWS,
    );
    const [left] = await test.sql<{ keys: number; throttles: number }[]>`
      select (select count(*) from idempotency_keys where user_id = ${userId})::int as keys,
        (select count(*) from throttles where expires_at <= ${now})::int as throttles`;
    expect(left).toEqual({ keys: 3, throttles: 0 });
    expect(await removeExpiredRows(retentionRules, { sql: test.sql, now: () => now })).toBe(0);
  });

  it("removes results of reconciliations after two years, except those with differences", async () => {
    const now = new Date();
    await test.sql`
      insert into reconciliations (checked_at, checks, differences)
      select ${now}::timestamptz - make_interval(days => age), 7, differences from (values (731, 0), (731, 2), (729, 0)) v (age, differences)`;
    await removeExpiredRows(retentionRules, { sql: test.sql, now: () => now });
    const left = await test.sql`
      select extract(day from ${now}::timestamptz - checked_at)::int as age, differences from reconciliations
      where checks = 7 order by age, differences`;
    expect(left).toEqual([
      { age: 729, differences: 0 },
      { age: 731, differences: 2 },
    ]);
  });

  it("finds the rows of every rule by an index", async () => {
    for (const { table, column } of retentionRules) {
      const indexes = await test.sql`
        select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = ${table}::regclass and a.attname = ${column}`;
      expect(indexes.length, `${table}.${column}`).toBeGreaterThan(0);
    }
  });
});

describe("docs/reference/retention.md", () => {
  const text = readFileSync(join(ROOT, "docs/reference/retention.md"), "utf8");
  const section = text.split("<!-- retention: held by retention.test.ts -->")[1]?.split("<!-- /retention -->")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const tablesOf = (row: string): string[] =>
    [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);

  it("says for every table, once, how long its rows are kept", async () => {
    const tables = await test.sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`;
    expect(rows.flatMap(tablesOf).sort()).toEqual(tables.map(({ name }) => name));
  });

  it("names a job for each table whose rows are removed", () => {
    const removed = rows.filter((row) => row.includes("every 10 minutes")).flatMap(tablesOf);
    const tables = [...retentionRules, ...partitionRules].map(({ table }) =>
      table === "candle_hours" ? "candles" : table,
    );
    expect(removed.sort()).toEqual([...new Set(tables)].sort());
  });
});
