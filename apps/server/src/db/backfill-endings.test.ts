import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "./pool.ts";

const FOLDER = join(import.meta.dirname, "migrations");
const MIGRATION = "0016-sort-the-back-office.sql";
const textOf = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

let database: TestDatabase;
let sql: Sql;

/** A database as it was before that migration, in a schema of its own. */
beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url, { max: 1, role: null });
  await sql.unsafe("drop schema public cascade; create schema public");
  const before = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql") && name < MIGRATION)
    .sort();
  for (const name of before) await sql.unsafe(textOf(name));
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

describe("deposits and withdrawals that ended before the moment was kept", () => {
  const ended = new Date("2026-03-01T10:00:00Z");
  const touched = new Date("2026-04-01T10:00:00Z");
  const user = "00000000-0000-4000-8000-000000000001";
  const id = (number: number): string => `00000000-0000-4000-8000-00000000001${number}`;

  const addDeposit = (number: number, status: string): Promise<unknown> => sql`
    insert into deposits (id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate, status,
      created_at, updated_at, version)
    values (${id(number)}, ${user}, 100, 'USDT', 'TRC20', ${`T${number}`}, true, 100, 1, ${status}, ${ended}, ${ended}, 1)`;
  const addWithdrawal = (number: number, status: string): Promise<unknown> => sql`
    insert into withdrawals (id, user_id, amount, from_deposit, from_profit, withdrawal_type, status, created_at, updated_at, version)
    values (${id(number)}, ${user}, 10, 10, 0, 'bank', ${status}, ${new Date(0)}, ${touched}, 1)`;
  const audit = (number: number, action: string, at: Date): Promise<unknown> => sql`
    insert into audit_log (action, subject_type, subject_id, happened_at) values (${action}, 'withdrawal', ${id(number)}, ${at})`;

  it("get it from where it stands: the audit log, or the row itself", async () => {
    await sql`
      insert into users (id, email, hashed_password, first_name, last_name, phone, country, referral_code)
      values (${user}, 'a@example.com', 'x', 'A', 'B', '1', 'Kenya', 'a')`;
    await addDeposit(1, "completed");
    await addDeposit(2, "pending");
    await addWithdrawal(3, "completed");
    await audit(3, "withdrawal.settle", ended);
    await audit(3, "withdrawal.delete", touched);
    await addWithdrawal(4, "rejected");
    await audit(4, "withdrawal.delete", ended);
    await addWithdrawal(5, "rejected");
    await addWithdrawal(6, "processing");
    await sql.unsafe(textOf(MIGRATION));
    const rows = await sql<{ id: string; settled_at: Date | null }[]>`
      select id, settled_at from deposits union all select id, settled_at from withdrawals order by id`;
    expect(rows).toEqual([
      { id: id(1), settled_at: ended },
      { id: id(2), settled_at: null },
      { id: id(3), settled_at: ended },
      { id: id(4), settled_at: ended },
      { id: id(5), settled_at: touched },
      { id: id(6), settled_at: null },
    ]);
  });
});
