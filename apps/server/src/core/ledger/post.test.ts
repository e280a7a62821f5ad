import { randomUUID } from "node:crypto";
import { investorAccount } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "../../db/pool.ts";
import type { Operation } from "./operation.ts";
import { openDoor, type Door } from "./post.ts";

let database: TestDatabase;
let sql: Sql;
let door: Door;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url);
  door = openDoor(sql);
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function newInvestor(): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into users (email, hashed_password, first_name, last_name, phone, country, referral_code)
    values (${`${randomUUID()}@example.com`}, 'x', 'Amina', 'Otieno', '+254700000000', 'Kenya', ${randomUUID()}) returning id`;
  if (!row) throw new Error("no user");
  await sql`select open_user_accounts(${row.id}::uuid)`;
  return row.id;
}

function deposit(userId: string, amount: string, expected = "0.00"): Operation {
  const account = investorAccount(userId, "deposit_funds");
  return {
    operationId: randomUUID(),
    locks: { pools: {}, accounts: [account] },
    expects: { balances: { [account]: expected } },
    transaction: {
      kind: "deposit",
      actorId: null,
      reason: null,
      entries: [
        { account: "external:crypto", amount: `-${amount}` },
        { account, amount },
      ],
    },
  };
}

async function balanceOf(userId: string): Promise<string | undefined> {
  const code = investorAccount(userId, "deposit_funds");
  const [row] = await sql<{ balance: string }[]>`select balance from ledger_accounts where code = ${code}`;
  return row?.balance;
}

describe("the ledger's door", () => {
  it("posts an operation once, even when it is sent twice", async () => {
    const user = await newInvestor();
    const operation = deposit(user, "12.50");
    expect(await door.post(operation)).toBe("posted");
    expect(await door.post(operation)).toBe("posted");
    expect(await balanceOf(user)).toBe("12.50");
  });

  it('answers "moved" and posts nothing when a balance has changed since it was read', async () => {
    const user = await newInvestor();
    expect(await door.post(deposit(user, "5.00"))).toBe("posted");
    expect(await door.post(deposit(user, "7.00"))).toBe("moved");
    expect(await balanceOf(user)).toBe("5.00");
  });

  it("gives each of many simultaneous operations its own answer", async () => {
    const users = await Promise.all(Array.from({ length: 30 }, newInvestor));
    const operations = users.flatMap((user) => [deposit(user, "1.00"), deposit(user, "2.00")]);
    const outcomes = await Promise.all(operations.map((operation) => door.post(operation)));
    for (let index = 0; index < outcomes.length; index += 2) {
      expect(outcomes.slice(index, index + 2).sort()).toEqual(["moved", "posted"]);
    }
    for (const user of users) expect(["1.00", "2.00"]).toContain(await balanceOf(user));
  });

  it("posts the valid operations of a batch when another one is invalid", async () => {
    const [good, bad] = [await newInvestor(), await newInvestor()];
    const unbalanced = deposit(bad, "3.00");
    unbalanced.transaction?.entries.pop();
    const results = await Promise.allSettled([door.post(deposit(good, "1.00")), door.post(unbalanced)]);
    expect(results[0]).toEqual({ status: "fulfilled", value: "posted" });
    expect(results[1].status).toBe("rejected");
    expect(await balanceOf(good)).toBe("1.00");
    expect(await balanceOf(bad)).toBe("0.00");
  });
});

describe("the database's checks on the ledger", () => {
  it("rejects at commit a transaction that does not sum to zero", async () => {
    const user = await newInvestor();
    const operation = deposit(user, "3.00");
    if (operation.transaction?.entries[0]) operation.transaction.entries[0].amount = "-2.99";
    await expect(door.post(operation)).rejects.toThrow(/sums to 0.01 and not to zero/);
    expect(await balanceOf(user)).toBe("0.00");
  });

  it("rejects a negative balance of an investor account", async () => {
    const user = await newInvestor();
    await expect(
      door.post({
        ...deposit(user, "-1.00"),
        transaction: {
          kind: "deposit",
          actorId: null,
          reason: null,
          entries: [
            { account: "external:crypto", amount: "1.00" },
            { account: investorAccount(user, "deposit_funds"), amount: "-1.00" },
          ],
        },
      }),
    ).rejects.toThrow(/investors_are_never_overdrawn/);
  });

  it("rejects a new entry for a posted transaction", async () => {
    const user = await newInvestor();
    await door.post(deposit(user, "4.00"));
    const addLater = sql`
      insert into ledger_entries (transaction_id, account_id, amount)
      select (select max(id) from ledger_transactions), id, 0.01 from ledger_accounts where code = 'platform:fees'`;
    await expect(addLater).rejects.toThrow(/already posted/);
  });

  it.each([
    ["ledger_entries", "amount"],
    ["ledger_transactions", "reason"],
    ["position_events", "mark"],
    ["bot_trades", "pool_gain"],
    ["audit_log", "after"],
  ])("does not let the application's role change or delete rows of %s", async (table, column) => {
    await expect(sql.unsafe(`delete from ${table}`)).rejects.toThrow(/permission denied/);
    await expect(sql.unsafe(`update ${table} set ${column} = ${column}`)).rejects.toThrow(/permission denied/);
  });
});
