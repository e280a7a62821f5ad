import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CHECKPOINT_CHECK } from "../../apps/server/src/ledger/reconciliation/checkpoints/store.ts";
import { compareBooks, findDifferences } from "../../apps/server/src/ledger/reconciliation/compare-books.ts";
import type { Difference } from "../../apps/server/src/ledger/reconciliation/difference.ts";
import { saveReconciliation } from "../../apps/server/src/ledger/reconciliation/store.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { railChecks } from "../../apps/server/src/bank/rail-checks/rail-checks.ts";
import { changeHistory } from "../harness/change-history.ts";
import { activate, errorOf } from "../harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

let test: TestApp;
let owner: Sql;
let bots: ScriptedBots;
/** Their money moved before the checkpoint, and after it. */
let early: TestClient;
let late: TestClient;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
  owner = openPool(test.database.url, { role: null, max: 2 });
  early = await test.funded("1000");
  await activate(early, bots.ids[0], "400");
  await bots.open(0, { side: "buy", price: 100, exposure: "1" });
  await bots.close(0, 110);
  expect(await runCommand()).toEqual([]);
  late = await test.funded("500");
  await activate(late, bots.ids[1], "100");
  await bots.open(0, { side: "buy", price: 100, exposure: "1" });
  await bots.close(0, 105);
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

/** Like `npm run reconcile`: compares all entries and stores a checkpoint. */
async function runCommand(): Promise<string[]> {
  const { differences } = await findDifferences(owner, { storesCheckpoint: true });
  await saveReconciliation(owner, { checkedAt: new Date(), checks: 1, differences: differences.length, since: null });
  return toSubjects(differences);
}

/** Like the hourly comparison. */
const compare = () => compareBooks(test.sql, { further: railChecks, totalMs: 60_000, now: () => new Date() });

async function compareSince(): Promise<string[]> {
  const comparison = await compare();
  expect(comparison?.since).toBeInstanceOf(Date);
  return toSubjects(comparison?.differences ?? []);
}

const toSubjects = (differences: readonly Difference[]): string[] =>
  differences.map(({ check, subject }) => `${check}: ${subject}`);

/** Compares in both ways while something is altered. */
async function compareWhile(alteration: string, undo: string): Promise<{ since: string[]; command: string[] }> {
  await changeHistory(owner, (tx) => tx.unsafe(alteration));
  try {
    return {
      since: await compareSince(),
      command: toSubjects((await findDifferences(owner)).differences),
    };
  } finally {
    await changeHistory(owner, (tx) => tx.unsafe(undo));
  }
}

const readCheckpoint = async (): Promise<{ id: string; openIds: string }> => {
  const [row] = await owner<{ id: string; openIds: string }[]>`
    select id::text, open_ids::text as "openIds" from ledger_checkpoints c order by c.id desc limit 1`;
  return row!;
};

describe("a comparison since a checkpoint", () => {
  it("finds no difference in correct books", async () => {
    expect(await compareSince()).toEqual([]);
  });

  it("leaves an amount from before the checkpoint to the command", async () => {
    const entry = `account_id = (select id from ledger_accounts where code = 'user:${early.userId}:deposit_funds') and transaction_id = 1`;
    const { since, command } = await compareWhile(
      `update ledger_entries set amount = amount + 0.01 where ${entry}`,
      `update ledger_entries set amount = amount - 0.01 where ${entry}`,
    );
    expect(since).toEqual([]);
    expect(command).toContain("a transaction's entries sum to zero: transaction 1");
    expect(command).toContain(`an account's balance equals the sum of its entries: user:${early.userId}:deposit_funds`);
  });

  it("finds an amount from after the checkpoint, as the command does", async () => {
    const account = `user:${late.userId}:deposit_funds`;
    const entry = `account_id = (select id from ledger_accounts where code = '${account}') and amount > 0`;
    const { since, command } = await compareWhile(
      `update ledger_entries set amount = amount + 0.01 where ${entry}`,
      `update ledger_entries set amount = amount - 0.01 where ${entry}`,
    );
    for (const found of [since, command]) {
      expect(found).toContainEqual(expect.stringMatching(/^a transaction's entries sum to zero: transaction \d+$/));
      expect(found).toContain(`an account's balance equals the sum of its entries: ${account}`);
    }
  });

  it("finds a balance that was changed without an entry, in an account that nothing has touched", async () => {
    const account = `code = 'user:${early.userId}:profit_funds'`;
    const { since } = await compareWhile(
      `update ledger_accounts set balance = balance + 1 where ${account}`,
      `update ledger_accounts set balance = balance - 1 where ${account}`,
    );
    expect(since).toEqual([
      "all balances together equal all entries, and no balance is negative: all investors' accounts",
    ]);
  });
});

describe("the command", () => {
  it.each([
    ["the investors' total", "ledger_checkpoints", "investor_total = investor_total + 1", "investors"],
    ["the deposits' total", "ledger_checkpoints", "deposit_total = deposit_total - 1", "deposits"],
    ["a later position", "ledger_checkpoints", "last_transaction = last_transaction + 1000", "last transaction"],
    ["an earlier position", "ledger_checkpoints", "last_transaction = 1", "investors"],
    ["open ids that are hidden", "ledger_checkpoints", "open_ids = '{[1,2)}'", "investors"],
    ["a later day", "ledger_checkpoints", "last_day = '2199-01-01'", "last day"],
    ["a later time", "ledger_checkpoints", "taken_at = taken_at + interval '1 day'", "time"],
    ["the sum of an account", "ledger_checkpoint_accounts", "total = total + 0.01 where total <> 0", "external:crypto"],
    ["a pool's own money", "ledger_checkpoint_pools", "own_deposit = own_deposit + 1 where units > 0", "pool:"],
    ["a bot's trades", "ledger_checkpoint_pools", "won_trades = won_trades + 1 where closed_trades > 0", "pool:"],
  ])("finds a checkpoint with %s altered", async (_what, table, change, part) => {
    await owner.unsafe(`create table kept as select * from ${table}`);
    await owner.unsafe(`update ${table} set ${change}`);
    const command = toSubjects((await findDifferences(owner)).differences);
    await changeHistory(owner, async (tx) => {
      await tx.unsafe(`delete from ${table}`);
      await tx.unsafe(
        `insert into ${table} ${table === "ledger_checkpoints" ? "overriding system value" : ""} select * from kept`,
      );
    });
    await owner.unsafe("drop table kept");
    expect(command).toContainEqual(
      expect.stringMatching(new RegExp(`^${CHECKPOINT_CHECK}: checkpoint of .*: ${part}`)),
    );
    expect(toSubjects((await findDifferences(owner)).differences)).toEqual([]);
  });

  it("replaces an altered checkpoint by one that it computes from the first entry on, whatever its number", async () => {
    await owner`
      insert into ledger_checkpoints (id, taken_at, last_transaction, open_ids, last_day, investor_total, deposit_total)
      overriding system value
      select id + 1000, taken_at, last_transaction, open_ids, last_day, investor_total + 1, deposit_total
      from ledger_checkpoints order by id desc limit 1`;
    expect(await runCommand()).not.toEqual([]);
    expect(await runCommand()).toEqual([]);
  });

  it("stores no checkpoint of books that differ", async () => {
    const before = await readCheckpoint();
    await owner`update pools set won_trades = won_trades + 1 where bot_id = ${bots.ids[0]!}`;
    expect(await runCommand()).toHaveLength(1);
    expect(await readCheckpoint()).toEqual(before);
    await owner`update pools set won_trades = won_trades - 1 where bot_id = ${bots.ids[0]!}`;
    expect(await runCommand()).toEqual([]);
  });
});

describe("money that moves while a checkpoint is stored", () => {
  it("is after the checkpoint, and does not disturb it", async () => {
    const { running, movedFrom } = await owner.begin(async (tx) => {
      await tx`lock table ledger_checkpoints in share mode`;
      // In an object, because the transaction would wait for a promise.
      const command = { running: runCommand() };
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 30_000 });
      const [now] = await test.sql<{ at: Date }[]>`select clock_timestamp() as at`;
      const investor = await test.funded("300");
      await activate(investor, bots.ids[0], "100");
      await bots.open(0, { side: "buy", price: 100, exposure: "1" });
      await bots.close(0, 103);
      return { ...command, movedFrom: now!.at };
    });
    expect(await running).toEqual([]);
    const [checkpoint] = await owner<{ takenAt: Date }[]>`
      select taken_at as "takenAt" from ledger_checkpoints order by id desc limit 1`;
    expect(checkpoint!.takenAt < movedFrom).toBe(true);
    expect(await compareSince()).toEqual([]);
    expect(await runCommand()).toEqual([]);
  });

  async function countWaiting(): Promise<number> {
    const [row] = await test.sql<{ count: number }[]>`
      select count(*)::int as count from pg_locks where not granted and relation = 'ledger_checkpoints'::regclass`;
    return row!.count;
  }
});

describe("a transaction that commits after later ones", () => {
  let lateId = "";

  /** Takes its id before the checkpoint, and is committed after it. */
  beforeAll(async () => {
    await owner.begin(async (tx) => {
      const [row] = await tx<{ id: string }[]>`
        insert into ledger_transactions (operation_id, kind) values (gen_random_uuid(), 'adjustment') returning id::text as id`;
      lateId = row!.id;
      await tx`
        insert into ledger_entries (transaction_id, account_id, amount)
        select ${lateId}::bigint, id, case code when 'market' then 7 else -7 end from ledger_accounts
        where code in ('market', 'platform:rounding')`;
      await test.funded("200");
      expect(await runCommand()).toEqual([]);
    });
  });

  it("is after the checkpoint, although its id is lower than the last one", async () => {
    expect((await readCheckpoint()).openIds).toContain(`[${lateId},`);
    expect(await compareSince()).toEqual([]);
    const entry = `transaction_id = ${lateId} and amount > 0`;
    const { since } = await compareWhile(
      `update ledger_entries set amount = amount + 1 where ${entry}`,
      `update ledger_entries set amount = amount - 1 where ${entry}`,
    );
    expect(since).toContain(`a transaction's entries sum to zero: transaction ${lateId}`);
  });

  it("is before the next checkpoint", async () => {
    expect(await runCommand()).toEqual([]);
    expect((await readCheckpoint()).openIds).not.toContain(`[${lateId},`);
    expect(await runCommand()).toEqual([]);
  });
});

describe("the hourly comparison", () => {
  it("compares all entries of small books again until they have no difference", async () => {
    const alter = (by: number) =>
      changeHistory(owner, async (tx) => {
        await tx`update ledger_entries set amount = amount + ${by} where transaction_id = 1 and amount > 0`;
      });
    await alter(1);
    try {
      expect(await compareSince()).toEqual([]);
      expect(await runCommand()).not.toEqual([]);
      const again = await compare();
      expect(again?.since).toBeNull();
      expect(again?.differences).not.toEqual([]);
    } finally {
      await alter(-1);
    }
    expect(await compare()).toMatchObject({ since: null, differences: [] });
    expect(await runCommand()).toEqual([]);
    expect(await compareSince()).toEqual([]);
  });

  it("stores a checkpoint when much has come, which the command finds right", async () => {
    const before = await readCheckpoint();
    expect(await compareSince()).toEqual([]);
    expect(await readCheckpoint()).toEqual(before);
    await addTransactions(20_000);
    expect(await compareSince()).toEqual([]);
    expect((await readCheckpoint()).id).not.toBe(before.id);
    expect(toSubjects((await findDifferences(owner)).differences)).toEqual([]);
  });

  it("asks for the command when large books have no checkpoint", async () => {
    await owner`delete from ledger_checkpoints`;
    await addTransactions(200_000);
    const answer = await test.admin.call("POST", "/api/admin/reconciliations");
    expect(errorOf(answer)).toMatchObject({
      statusCode: 503,
      message: expect.stringContaining("npm run reconcile") as string,
    });
    expect(await runCommand()).toEqual([]);
    expect((await test.admin.call("POST", "/api/admin/reconciliations")).status).toBe(201);
  });

  /** The ids in between count, like those of transactions that were rolled back. */
  const addTransactions = (count: number) => owner`
    insert into ledger_transactions (id, operation_id, kind) overriding system value
    select setval('ledger_transactions_id_seq', max(id) + ${count}::int), gen_random_uuid(), 'adjustment' from ledger_transactions`;
});
