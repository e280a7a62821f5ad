import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { ensureFirstAdmin, type FirstAdminDeps } from "./first-admin.ts";
import { createPasswordHasher } from "./passwords.ts";

let database: TestDatabase;
const pools: Sql[] = [];

function process(): FirstAdminDeps {
  const sql = openPool(database.url, { max: 2 });
  pools.push(sql);
  return { sql, passwords: createPasswordHasher(), now: () => new Date() };
}

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await Promise.all(pools.map((sql) => sql.end()));
  await database.drop();
});

describe("the first administrator", () => {
  test("is created once, even with concurrent starts, and its password is returned once", async () => {
    const input = { email: "root@wazi.local", password: undefined };
    const made = await Promise.all([process(), process(), process()].map((deps) => ensureFirstAdmin(deps, input)));
    const told = made.filter((admin) => admin !== undefined);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ email: "root@wazi.local" });
    const { sql, passwords } = process();
    const rows = await sql<
      { hashed_password: string; is_admin: boolean }[]
    >`select hashed_password, is_admin from users`;
    expect(rows).toHaveLength(1);
    expect(rows[0]!.is_admin).toBe(true);
    expect(await passwords.verify(rows[0]!.hashed_password, told[0]!.generatedPassword!)).toBe(true);
    expect(await ensureFirstAdmin(process(), { email: "other@wazi.local", password: "Another-1" })).toBeUndefined();
  });

  test("cannot take the address of an investor", async () => {
    const deps = process();
    await deps.sql`update users set is_admin = false`;
    await expect(ensureFirstAdmin(deps, { email: "ROOT@wazi.local", password: "Another-1" })).rejects.toThrow(
      /^ADMIN_EMAIL/,
    );
    const made = await ensureFirstAdmin(deps, { email: "second@wazi.local", password: "Another-1" });
    expect(made).toEqual({ email: "second@wazi.local", generatedPassword: null });
  });
});
