import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { recordSettings } from "./setting-fingerprints.ts";

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

interface Event {
  actor: string | null;
  before: Record<string, string>;
  after: Record<string, unknown>;
}
const eventsOf = (role: string): Promise<Event[]> => sql<Event[]>`
  select actor_id as actor, before, after from audit_log
  where action = 'settings.start' and subject_id = ${role} order by id`;

describe("the settings of a start", { tags: ["S65"] }, () => {
  const password = { name: "ADMIN_PASSWORD", value: "Sesame-0pen!" };
  const limit = { name: "ADJUSTMENT_LIMIT", value: "1000" };

  it("are in the audit log when they differ from the last start, as fingerprints", async () => {
    expect(await recordSettings(sql, "all", [password, limit])).toEqual(["ADJUSTMENT_LIMIT", "ADMIN_PASSWORD"]);
    expect(await recordSettings(sql, "all", [password, limit])).toEqual([]);
    expect(await recordSettings(sql, "all", [password, { ...limit, value: "1000000" }])).toEqual(["ADJUSTMENT_LIMIT"]);
    expect(await recordSettings(sql, "all", [password])).toEqual(["ADJUSTMENT_LIMIT"]);
    const events = await eventsOf("all");
    expect(events).toHaveLength(3);
    expect(events[1]!.actor).toBeNull();
    expect(events[1]!.after["changed"]).toEqual(["ADJUSTMENT_LIMIT"]);
    expect(events[1]!.before["ADJUSTMENT_LIMIT"]).toMatch(/^[0-9a-f]{64}$/);
    expect(events[1]!.before["ADJUSTMENT_LIMIT"]).not.toBe(events[1]!.after["ADJUSTMENT_LIMIT"]);
    expect(JSON.stringify(events)).not.toContain(password.value);
  });

  it("are compared with the last start of the same role", async () => {
    expect(await recordSettings(sql, "trader", [limit])).toEqual(["ADJUSTMENT_LIMIT"]);
    expect(await recordSettings(sql, "trader", [limit])).toEqual([]);
  });

  it("are recorded once by processes that start together", async () => {
    await Promise.all([1, 2, 3, 4].map(() => recordSettings(sql, "api", [password, limit])));
    expect(await eventsOf("api")).toHaveLength(1);
  });

  it("have fingerprints that another installation's key changes", async () => {
    const other = await createTestDatabase();
    const pool = openPool(other.url);
    try {
      await recordSettings(pool, "all", [password]);
      const [theirs] = await pool<{ fingerprint: string }[]>`select fingerprint from setting_fingerprints`;
      const [first] = await eventsOf("all");
      expect(theirs!.fingerprint).not.toBe(first!.after["ADMIN_PASSWORD"]);
    } finally {
      await pool.end();
      await other.drop();
    }
  });
});
