import type { AdminDeposit, AdminWithdrawal } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Queryable, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { listDepositsPendingFirst } from "../../apps/server/src/deposits/requests/store.ts";
import { listWithdrawalsWaitingFirst } from "../../apps/server/src/withdrawals/requests/store.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { seedBackOffice } from "../../lab/commands/seeding/seed-back-office.ts";

let test: TestApp;
let owner: Sql;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
  await seedBackOffice(owner, {
    seed: 5,
    now: new Date("2026-11-01T12:00:00Z"),
    users: 300,
    deposits: 1_200,
    withdrawals: 1_200,
    hashedPassword: "-",
    allowExistingUsers: false,
  });
  // Many rows have the same time, so the id decides the order.
  for (const table of ["deposits", "withdrawals"]) {
    await owner`update ${owner.raw(table)} set created_at = date_trunc('month', created_at) where md5(id::text) < '6'`;
  }
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const lists = [
  {
    name: "deposits",
    waits: "status = 'pending'",
    listed: "true",
    read: listDepositsPendingFirst,
    makeWait: "status = 'pending', settled_by = null, settled_at = null",
  },
  {
    name: "withdrawals",
    waits: "status in ('pending', 'processing')",
    listed: "hidden_at is null",
    read: (sql: Queryable, limit: number) => listWithdrawalsWaitingFirst(sql, test.admin.userId, limit),
    makeWait: "status = 'processing', settled_by = null, settled_at = null",
  },
] as const;

describe.each(lists)("the list of $name without parameters", ({ name, waits, listed, read, makeWait }) => {
  const inOrder = async (): Promise<string[]> => {
    const rows = await owner<{ id: string }[]>`
      select id from ${owner.raw(name)} where ${owner.raw(listed)}
      order by (${owner.raw(waits)}) desc, created_at desc, id desc`;
    return rows.map(({ id }) => id);
  };

  it("has waiting rows first, then the newest, up to any limit", async () => {
    const all = await inOrder();
    const [counted] = await owner<{ waiting: number }[]>`
      select count(*)::int as waiting from ${owner.raw(name)} where ${owner.raw(waits)}`;
    const waiting = counted?.waiting ?? 0;
    expect(waiting).toBeGreaterThan(3);
    for (const limit of [1, 2, waiting - 1, waiting, waiting + 1, waiting + 40, 1_000, 5_000]) {
      const rows = await read(test.sql, limit);
      expect(rows.map(({ id }) => id)).toEqual(all.slice(0, limit));
    }
  });

  it("has at most 1,000 rows", async () => {
    const answer = await test.admin.call("GET", `/api/admin/${name}`);
    const ids = (answer.body as (AdminDeposit | AdminWithdrawal)[]).map(({ id }) => id);
    expect(ids).toEqual((await inOrder()).slice(0, 1_000));
  });

  it("has only waiting rows when there are enough", async () => {
    // Each user can have one waiting row.
    await owner`
      update ${owner.raw(name)} t set ${owner.raw(makeWait)}
      from (select distinct on (user_id) id from ${owner.raw(name)} where ${owner.raw(listed)} and user_id not in (
        select user_id from ${owner.raw(name)} where ${owner.raw(waits)}) order by user_id, id) first
      where first.id = t.id`;
    const all = await inOrder();
    const rows = await read(test.sql, 60);
    expect(rows.map(({ id }) => id)).toEqual(all.slice(0, 60));
    expect(new Set(rows.map(({ status }) => status))).not.toContain("completed");
  });
});
