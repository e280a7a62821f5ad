import { randomUUID } from "node:crypto";
import { investorAccount } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTcpProxy, type TcpProxy } from "../../../../../tests/harness/tcp-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { DatabaseUnavailableError } from "../../platform/db/database-errors.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { seedBots } from "../../investing/bots/store.ts";
import { stretchBound } from "../../../../../tests/harness/stretch-bound.ts";
import { createOperationId, type Operation } from "./operation.ts";
import { openDoor, type Door } from "./post.ts";

let database: TestDatabase;
let sql: Sql;
let door: Door;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url);
  await seedBots(sql);
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
    operationId: createOperationId(),
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

  it('answers "moved" when the price or the freeze of a pool has changed since it was read', async () => {
    const user = await newInvestor();
    const [pool] = await sql<
      { botId: string; version: string }[]
    >`select bot_id as "botId", version::text from pools limit 1`;
    if (!pool) throw new Error("no pool");
    const next = String(BigInt(pool.version) + 1n);
    const decidedOn = (expected: { version: string; frozen: boolean }): Operation => ({
      ...deposit(user, "4.00"),
      locks: { pools: { [pool.botId]: "shared" }, accounts: [investorAccount(user, "deposit_funds")] },
      expects: { pools: [{ botId: pool.botId, ...expected }] },
    });
    expect(await door.post(decidedOn({ version: next, frozen: false }))).toBe("moved");
    expect(await door.post(decidedOn({ version: pool.version, frozen: true }))).toBe("moved");
    expect(await balanceOf(user)).toBe("0.00");
    expect(await door.post(decidedOn({ version: pool.version, frozen: false }))).toBe("posted");
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

describe("locks that something else holds", () => {
  it("refuse what waits for them within 20 s, and not the others of its call", async () => {
    const users = await Promise.all(Array.from({ length: 6 }, newInvestor));
    const [free, ...held] = users as [string, ...string[]];
    const owner = openPool(database.url, { max: 1, role: null });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let report: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => (report = resolve));
    const holding = owner.begin("isolation level read committed", async (tx) => {
      await tx.unsafe("set local idle_in_transaction_session_timeout = 0");
      await tx`select from ledger_accounts where user_id = any(${held}::uuid[]) for update`;
      report();
      await released;
    });
    await locked;
    const startedAt = performance.now();
    const results = await Promise.allSettled(users.map((user) => door.post(deposit(user, "1.00"))));
    const tookMs = performance.now() - startedAt;
    release();
    await holding;
    await owner.end();
    expect(results[0]).toEqual({ status: "fulfilled", value: "posted" });
    for (const refused of results.slice(1))
      expect(refused).toMatchObject({ status: "rejected", reason: { code: "BUSY" } });
    expect(tookMs).toBeLessThan(stretchBound(20_000));
    expect(await Promise.all([free, ...held].map(balanceOf))).toEqual(["1.00", "0.00", "0.00", "0.00", "0.00", "0.00"]);
  });
});

describe("an operation whose connection is lost", () => {
  let proxy: TcpProxy;
  let distant: Sql;

  beforeAll(async () => {
    proxy = await startTcpProxy(database.url);
    distant = openPool(proxy.url, { max: 2 });
  });
  afterAll(async () => {
    await distant.end();
    await proxy.close();
  });

  it("is sent again until the database answers, and posted once", async () => {
    const user = await newInvestor();
    const before = proxy.accepted;
    proxy.set("refused");
    const posted = openDoor(distant).post(deposit(user, "2.00"));
    await expect.poll(() => proxy.accepted).toBeGreaterThan(before);
    proxy.set("open");
    expect(await posted).toBe("posted");
    expect(await balanceOf(user)).toBe("2.00");
  });

  it("is never called posted without the database, and can be sent again later", async () => {
    const user = await newInvestor();
    const operation = deposit(user, "3.00");
    proxy.set("refused");
    await expect(openDoor(distant).post(operation)).rejects.toThrow(DatabaseUnavailableError);
    expect(await balanceOf(user)).toBe("0.00");
    proxy.set("open");
    expect(await openDoor(distant).post(operation)).toBe("posted");
    expect(await balanceOf(user)).toBe("3.00");
  });
});

describe("a call of the door", () => {
  const KEYS = "POST /bench";

  const withKey = (operation: Operation, userId: string, key: string): Operation => ({
    ...operation,
    answer: { userId, call: KEYS, key, payloadHash: "00".repeat(32), status: 200, body: "{}" },
  });

  /** Holds the door's calls back until all operations wait, so that they share calls. */
  async function postTogether(operations: readonly Operation[]): Promise<string[]> {
    const gate = await Promise.all(Array.from({ length: 4 }, newInvestor));
    const busy = gate.map((user) => door.post(deposit(user, "1.00")));
    const posted = operations.map((operation) => door.post(operation));
    await Promise.all(busy);
    return Promise.all(posted);
  }

  it("writes nothing of an operation that moved or whose key has an answer, and all of the others", async () => {
    const users = await Promise.all(Array.from({ length: 6 }, newInvestor));
    const [one, moved, answered, fresh, resent, plain] = users as [string, string, string, string, string, string];
    const before = withKey(deposit(answered, "9.00"), answered, "used");
    const sent = withKey(deposit(resent, "5.00"), resent, "sent");
    expect([await door.post(before), await door.post(sent)]).toEqual(["posted", "posted"]);
    const outcomes = await postTogether([
      deposit(one, "1.00"),
      withKey(deposit(moved, "2.00", "7.00"), moved, "moved"),
      withKey(deposit(answered, "3.00", "9.00"), answered, "used"),
      withKey(deposit(fresh, "4.00"), fresh, "fresh"),
      sent,
      deposit(plain, "6.00"),
    ]);
    expect(outcomes).toEqual(["posted", "moved", "answered", "posted", "posted", "posted"]);
    expect(await Promise.all(users.map(balanceOf))).toEqual(["1.00", "0.00", "9.00", "4.00", "5.00", "6.00"]);
    const keys = await sql<{ key: string }[]>`select key from idempotency_keys where call = ${KEYS} order by key`;
    expect(keys.map(({ key }) => key)).toEqual(["fresh", "sent", "used"]);
  });

  it("never has another operation beside one that locks a pool exclusively", async () => {
    const [pool] = await sql<
      { botId: string; version: string }[]
    >`select bot_id as "botId", version::text from pools limit 1`;
    if (!pool) throw new Error("no pool");
    const expected = { botId: pool.botId, version: pool.version, frozen: false };
    const shared = (user: string): Operation => ({
      ...deposit(user, "1.00"),
      locks: { pools: { [pool.botId]: "shared" }, accounts: [investorAccount(user, "deposit_funds")] },
      expects: { pools: [expected] },
    });
    const users = await Promise.all(Array.from({ length: 12 }, newInvestor));
    const alone: Operation = {
      operationId: createOperationId(),
      locks: { pools: { [pool.botId]: "exclusive" }, accounts: [] },
      expects: { pools: [expected] },
      writes: {
        pools: [
          {
            ...{ botId: pool.botId, status: "trading", haltReason: null, series: 1, nav: "1", unitsAtClose: "0" },
            ...{ cashAtClose: "0", closeSequence: "0", wonTrades: "0", frozen: false, openTrades: [], closes: false },
            ...{ interestSum: "0", interestDay: null, interestOf: null, billIndex: "1" },
            version: String(BigInt(pool.version) + 1n),
          },
        ],
      },
    };
    const operations = [...users.slice(0, 6).map(shared), alone, ...users.slice(6).map(shared)];
    const outcomes = await postTogether(operations);
    expect(outcomes[6]).toBe("posted");
    // Everything that is posted after the pool's change was decided before it.
    const [late] = await sql<{ late: number }[]>`
      select count(*)::int as late from ledger_transactions t join pools p on p.bot_id = ${pool.botId}
      where t.operation_id = any(${operations.map(({ operationId }) => operationId)}::uuid[]) and t.database_transaction >= p.xmin::text::xid8`;
    expect(late?.late).toBe(0);
  });
});

describe("the database's checks on the ledger", () => {
  it("rejects a transaction that does not sum to zero", { tags: ["append-only"] }, async () => {
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

  it("rejects an entry without its transaction or its account", async () => {
    const toNothing = sql`
      insert into ledger_entries (transaction_id, account_id, amount)
      select 999999999, id, 0.01 from ledger_accounts where code = 'platform:fees'`;
    await expect(toNothing).rejects.toThrow(/does not exist or is already posted/);
    const withoutAccount = sql`
      with posted as (
        insert into ledger_transactions (operation_id, kind) values (gen_random_uuid(), 'deposit') returning id
      ) insert into ledger_entries (transaction_id, account_id, amount) select id, 999999999, 0.01 from posted`;
    await expect(withoutAccount).rejects.toThrow(/needs a ledger account/);
  });

  it("rejects an actor who is not a user", async () => {
    const user = await newInvestor();
    const operation = deposit(user, "5.00");
    const posted = door.post({
      ...operation,
      ...(operation.transaction ? { transaction: { ...operation.transaction, actorId: randomUUID() } } : {}),
    });
    await expect(posted).rejects.toThrow(/actor of a ledger transaction/);
  });

  it("rejects an event without its position or its transaction", async () => {
    const event = (transactionId: string) => sql`
      insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark,
        units_delta, own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share)
      values (${transactionId}, gen_random_uuid(), gen_random_uuid(), 'allocation', 1, 0, false, 1, 1, 1, 0, 0, 1, 0)`;
    await expect(event("999999999")).rejects.toThrow(/needs its position/);
  });

  it.each([
    ["delete from ledger_entries"],
    ["update ledger_entries set amount = amount"],
    ["delete from ledger_transactions"],
    ["update ledger_transactions set kind = kind"],
    ["delete from position_events"],
    ["delete from ledger_accounts"],
    ["delete from users"],
    ["delete from pools"],
    ["truncate ledger_entries"],
  ])("refuses %s, also to the owner of the database", async (statement) => {
    const owner = openPool(database.url, { max: 1, role: null });
    await expect(owner.unsafe(statement)).rejects.toThrow(/are only appended|are never removed|cannot truncate/);
    await owner.end();
  });

  it.each([
    ["ledger_entries", "amount"],
    ["ledger_transactions", "reason"],
    ["position_events", "mark"],
    ["bot_trades", "pool_gain"],
    ["audit_log", "after"],
  ])(
    "does not let the application's role change or delete rows of %s",
    { tags: ["append-only", "S60"] },
    async (table, column) => {
      await expect(sql.unsafe(`delete from ${table}`)).rejects.toThrow(/permission denied/);
      await expect(sql.unsafe(`update ${table} set ${column} = ${column}`)).rejects.toThrow(/permission denied/);
    },
  );
});
