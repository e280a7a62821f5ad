import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findDebianPostgres } from "../../../../tests/harness/debian-packages.ts";
import { startDebianPostgres } from "../../../../tests/harness/debian-postgres.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/harness/test-database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openPool, type Sql } from "../platform/db/pool.ts";
import { listCandles } from "../trader/market-data/store.ts";
import { readCandles, removeOldCandles, saveCandles } from "../trader/feeds/store.ts";
import { maintainPartitions } from "../platform/retention/maintain-partitions.ts";
import { partitionRules } from "./modules.ts";
import { createPartition, listPartitionMonths } from "../platform/retention/store.ts";

const NOW = new Date("2026-11-23T10:00:00Z");
const SYMBOL = "BTC/USD";

let database: TestDatabase;
/** The application's own role. */
let sql: Sql;
let owner: Sql;

beforeEach(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url, { max: 2 });
  owner = openPool(database.url, { max: 1, role: null });
});
afterEach(async () => {
  await Promise.all([sql.end(), owner.end()]);
  await database.drop();
});

const keep = (now = NOW): Promise<void> => maintainPartitions(partitionRules, { sql, now: () => now });
const months = async (): Promise<string[]> =>
  (await listPartitionMonths(sql, "candle_hours")).map((month) => month.toISOString().slice(0, 7));

async function save(interval: "1m" | "1h", ...times: string[]): Promise<void> {
  const candles = times.map((time) => ({
    market: "crypto" as const,
    symbol: SYMBOL,
    interval,
    candle: { time: Date.parse(time), open: 1, high: 2, low: 1, close: 1.5, volume: 3 },
  }));
  await saveCandles(sql, "simulated", candles);
}

async function placesOf(): Promise<string[]> {
  const rows = await owner<{ place: string }[]>`
    select tableoid::regclass::text || ' ' || to_char(bar_time at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as place
    from candles order by bar_time`;
  return rows.map(({ place }) => place);
}

describe("maintainPartitions", () => {
  it("creates this month's partition and two more, and moves rows that came before their partition", async () => {
    await save("1h", "2026-09-30T23:00:00Z", "2026-10-01T00:00:00Z", "2026-11-23T09:00:00Z");
    await save("1m", "2026-11-23T09:00:00Z");
    expect((await placesOf()).filter((place) => place.startsWith("candle_hours_default"))).toHaveLength(3);
    await keep();
    expect(await months()).toEqual(["2026-09", "2026-10", "2026-11", "2026-12", "2027-01"]);
    await save("1h", "2026-11-23T10:00:00Z", "2026-12-01T00:00:00Z");
    expect((await placesOf()).sort()).toEqual([
      "candle_hours_2026_09 2026-09-30 23:00",
      "candle_hours_2026_10 2026-10-01 00:00",
      "candle_hours_2026_11 2026-11-23 09:00",
      "candle_hours_2026_11 2026-11-23 10:00",
      "candle_hours_2026_12 2026-12-01 00:00",
      "candle_minutes 2026-11-23 09:00",
    ]);
    // A candle that is saved again is not stored twice, wherever it is.
    await save("1h", "2026-09-30T23:00:00Z");
    expect(await placesOf()).toHaveLength(6);
  });

  it("removes months that ended 24 months before the newest hour, and no younger one", async () => {
    await save("1h", "2024-09-30T23:00:00Z", "2024-10-31T23:00:00Z", "2024-11-01T00:00:00Z", "2026-11-01T00:00:00Z");
    await createPartition(sql, "candle_hours", new Date("2024-10-01T00:00:00Z"));
    await keep();
    expect(await months()).toEqual(["2024-11", "2026-11", "2026-12", "2027-01"]);
    expect(await placesOf()).toEqual([
      "candle_hours_2024_11 2024-11-01 00:00",
      "candle_hours_2026_11 2026-11-01 00:00",
    ]);
  });

  it("keeps the candles of a feed that has stopped, until it goes on", async () => {
    await save("1h", "2022-01-01T00:00:00Z", "2022-03-01T00:00:00Z");
    await keep();
    expect(await placesOf()).toHaveLength(2);
  });

  it("counts from the clock for a market that is ahead of it", async () => {
    await save("1h", "2026-11-01T00:00:00Z", "2031-05-01T00:00:00Z");
    await keep();
    expect(await months()).toEqual(["2026-11", "2026-12", "2027-01", "2031-05"]);
  });

  it("gives up while a backup reads the table, and does it in the next run", async () => {
    await save("1h", "2026-11-01T00:00:00Z");
    await owner.begin(async (tx) => {
      await tx`select from candles`;
      await keep();
      expect(await months()).toEqual([]);
    });
    await keep();
    expect(await months()).toHaveLength(3);
  });

  it("can name no other table", async () => {
    const first = new Date("2026-11-01T00:00:00Z");
    for (const table of ["ledger_entries", "candles", "candle_hours_default", "none"])
      await expect(createPartition(sql, table, first)).rejects.toThrow(/has no monthly partitions/);
    await expect(sql.unsafe("drop table candle_hours_default")).rejects.toThrow(/must be owner/);
  });
});

describe("on an external PostgreSQL", () => {
  it("whose owner is no superuser, months are created and removed too", async (context) => {
    const programs = findDebianPostgres();
    if (programs === undefined) {
      context.skip("needs Debian's PostgreSQL (apt-get install postgresql), as root");
      return;
    }
    const parent = mkdtempSync(join(tmpdir(), "wazi-partitions-"));
    const server = await startDebianPostgres(programs, parent);
    const external = openPool(server.ownerUrl, { max: 1 });
    try {
      await migrate(server.ownerUrl);
      const candle = { open: 1, high: 2, low: 1, close: 1.5, volume: 3 };
      const closed = ["2024-10-31T23:00:00Z", "2026-10-31T23:00:00Z", "2026-11-01T00:00:00Z"].map((time) => ({
        ...{ market: "crypto" as const, symbol: SYMBOL, interval: "1h" as const },
        candle: { ...candle, time: Date.parse(time) },
      }));
      await saveCandles(external, "simulated", closed);
      await createPartition(external, "candle_hours", new Date("2024-10-01T00:00:00Z"));
      await maintainPartitions(partitionRules, { sql: external, now: () => NOW });
      const left = await listPartitionMonths(external, "candle_hours");
      expect(left.map((month) => month.toISOString().slice(0, 7))).toEqual([
        "2026-10",
        "2026-11",
        "2026-12",
        "2027-01",
      ]);
      expect(await external`select from candles`).toHaveLength(2);
      expect(await external`select from candle_hours_default`).toEqual([]);
      await saveCandles(external, "simulated", closed.slice(1));
      expect(await external`select from candles`).toHaveLength(2);
    } finally {
      await external.end();
      await server.stop();
      rmSync(parent, { recursive: true, force: true });
    }
  });
});

describe("candles in partitions", () => {
  it("are read across months and found by an index of each", async () => {
    await owner`
      insert into candles (symbol, interval, bar_time, feed, open, high, low, close, volume)
      select s, '1h', h, 'simulated', 1, 2, 1, 1.5, 3
      from generate_series(timestamptz '2026-06-01', timestamptz '2026-11-23', interval '1 hour') h,
        unnest(array['BTC/USD', 'ETH/USD', 'EUR/USD', 'AAPL']) s`;
    await keep();
    await owner.unsafe("analyze");
    const wanted = { feed: "simulated", symbol: SYMBOL, interval: "1h", limit: 1_000 } as const;
    const candles = await listCandles(sql, { ...wanted, to: "2026-10-10T00:00:00Z" });
    expect(candles).toHaveLength(1_000);
    expect(candles.at(-1)?.time).toBe("2026-10-09T23:00:00.000Z");
    const since = new Date("2026-08-25T00:00:00Z");
    expect(await readCandles(sql, "simulated", "1h", [SYMBOL], since)).toHaveLength(24 * 90 + 1);
    const plan = (await owner.unsafe(`
      explain select bar_time from candles where feed = 'simulated' and symbol = '${SYMBOL}' and interval = '1h'
      order by bar_time desc limit 500`)) as { "QUERY PLAN": string }[];
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(text).toContain("candle_hours_2026_11_pkey");
    expect(text).not.toMatch(/Seq Scan on candle_hours_\d|candle_minutes|Sort Key: .*\n.*Sort /);
    const recent = (await owner.unsafe(`
      explain select symbol from candles where feed = 'simulated' and interval = '1h' and symbol = any('{${SYMBOL}}')
        and bar_time >= '2026-11-01'`)) as { "QUERY PLAN": string }[];
    expect(recent.map((line) => line["QUERY PLAN"]).join("\n")).not.toContain("candle_hours_2026_10");
  });

  it("lose old minutes only", async () => {
    await save("1h", "2026-11-01T00:00:00Z");
    await save("1m", "2026-11-01T00:00:00Z", "2026-11-22T00:00:00Z", "2026-11-23T00:00:00Z");
    await removeOldCandles(sql);
    expect(await placesOf()).toEqual([
      "candle_hours_default 2026-11-01 00:00",
      "candle_minutes 2026-11-22 00:00",
      "candle_minutes 2026-11-23 00:00",
    ]);
  });
});
