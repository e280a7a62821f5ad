import { randomUUID } from "node:crypto";
import { DAY_MS } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startFakeTron } from "../../../../../tests/harness/chains/fake-tron.ts";
import { requestDeposit, settle, watchDepsOf } from "../../../../../tests/harness/chains/watched-world.ts";
import { createFakeProvider } from "../../../../../tests/harness/fake-payout-provider.ts";
import { approveWithdrawal, createKillWorld, runKilledPayout } from "../../../../../tests/harness/payout-kills.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { changeHistory } from "../../../../../tests/harness/change-history.ts";
import { LEDGER_START, type LedgerPosition } from "../../ledger/reconciliation/checkpoints/store.ts";
import { openPool, type Sql, type Tx } from "../../platform/db/pool.ts";
import { findRailDifferences, railCheckNames } from "../rail-checks/rail-checks.ts";

let test: TestApp;
/** Only the database's owner can corrupt it. */
let owner: Sql;
let hash = "";

/** A payment on a chain that was credited, and a withdrawal that a rail has paid. */
beforeAll(async () => {
  const provider = createFakeProvider();
  test = await startTestApp(undefined, undefined, { PAYOUTS: "automatic" }, undefined, [provider.rail]);
  owner = openPool(test.database.url, { role: null, max: 1 });
  const tron = await startFakeTron();
  const investor = await test.signUp();
  const { walletAddress } = await requestDeposit(investor, "200");
  await settle(watchDepsOf(test), tron.reader);
  hash = await tron.pay(walletAddress, "200", "USDT");
  await tron.mine(3);
  await settle(watchDepsOf(test), tron.reader);
  await tron.close();
  await approveWithdrawal(test, investor, "+254700000001");
  await runKilledPayout(createKillWorld(test, provider), { at: Infinity, mode: "before-call", behaviours: ["delay"] });
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const TODAY = new Date().toISOString().slice(0, 10);
const upload = (row: string): Promise<{ status: number }> =>
  test.admin.call("POST", "/api/admin/rail-statements", {
    account: "KCB 001",
    kind: "bank",
    format: "csv",
    fileName: `${row}.csv`,
    content: Buffer.from(`Date,Amount,Ccy,Ref,Text,Party\n${TODAY},${row}\n`).toString("base64"),
    columns: { date: "Date", amount: "Amount", currency: "Ccy", id: "Ref", text: ["Text"], name: "Party" },
  });

class Undone extends Error {}

/** Positions in the ledger before and after all that has happened. */
const BEFORE: LedgerPosition = { ...LEDGER_START, takenAt: new Date(Date.now() - DAY_MS) };
const AFTER: LedgerPosition = { ...LEDGER_START, takenAt: new Date(Date.now() + DAY_MS), lastTransaction: "1000000" };

/** The findings since a position while something is wrong. It is undone afterwards. */
async function findWith(corrupt: (tx: Tx) => Promise<unknown>, since: LedgerPosition): Promise<string[]> {
  let found: string[] = [];
  const running = changeHistory(owner, async (tx) => {
    await corrupt(tx);
    found = (await findRailDifferences(tx, { since })).map(({ check, subject }) => `${check}: ${subject}`);
    throw new Undone();
  });
  await running.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return found;
}

/** Puts the payout into a transaction on a chain that paid these references. */
async function insertTransaction(tx: Tx, paid: string): Promise<void> {
  const id = randomUUID();
  await tx`
    insert into chain_transfers (id, network, checked_height, mined_height, mined_hash, mined_paid, ended_at)
    select ${id}::uuid, 'LTC', 7, 7, receipt, ${tx.raw(paid)}, now() - interval '1 hour' from payouts`;
  await tx`
    insert into chain_payouts (reference, network, queued_at, transfer_id, place)
    select reference, 'LTC', now(), ${id}::uuid, 0 from payouts`;
}

const corruptions: [string, RegExp, (tx: Tx) => Promise<unknown>][] = [
  [
    "payouts and withdrawals",
    /^payouts and withdrawals: withdrawal [0-9a-f-]{36}$/,
    (tx) => tx`update withdrawals set status = 'pending'`,
  ],
  [
    "fee of each withdrawal",
    /^fee of each withdrawal: withdrawal [0-9a-f-]{36}$/,
    (tx) => tx`update payouts set fee = fee + 1`,
  ],
  [
    "other fees of payouts",
    /^other fees of payouts: platform:fees$/,
    (tx) => tx`update payouts set fee_transaction_id = null, fee = fee + 1`,
  ],
  [
    "payouts and transactions",
    /^payouts and transactions: withdrawal [0-9a-f-]{36}$/,
    (tx) => insertTransaction(tx, "array[]::text[]"),
  ],
  [
    "transactions and payouts",
    /^transactions and payouts: withdrawal [0-9a-f-]{36}$/,
    async (tx) => {
      await insertTransaction(tx, "array[(select reference from payouts)]");
      await tx`update payouts set state = 'unknown'`;
      await tx`update withdrawals set status = 'processing'`;
    },
  ],
  [
    "deposits and payments",
    /^deposits and payments: deposit [0-9a-f-]{36}$/,
    (tx) => tx`
      update deposit_payments set status = 'dropped', credited_deposit_id = null, credited_amount = null
      where transaction_hash = ${hash}`,
  ],
  [
    "charges of statements",
    /^charges of statements: platform:fees$/,
    (tx) => tx`
      insert into statement_charges (id, account, kind, month, currency, local_amount, rate, rate_at, amount, note, status,
        proposed_by, proposed_at, decided_by, decided_at, version)
      values (gen_random_uuid(), 'KCB 001', 'bank', '2026-11', 'KES', 250, 125, now(), 2, 'Fee', 'booked',
        ${test.admin.userId}, now(), gen_random_uuid(), now(), 1)`,
  ],
  [
    "payments and deposits",
    /^payments and deposits: payment [0-9a-f]{64}$/,
    (tx) => tx`update deposit_payments set credited_amount = credited_amount + 1 where transaction_hash = ${hash}`,
  ],
  [
    "reports and payments",
    /^reports and payments: receipt SGL1$/,
    (tx) => tx`
      insert into mpesa_events (kind, transaction_id, amount, result_code, handled_at)
      values ('confirmation', 'SGL1', 100, '0', now())`,
  ],
  // A part of a day that nothing had arrived for.
  [
    "interest of statements",
    /^interest of statements: all bots$/,
    async (tx) => {
      await tx`insert into interest_days (day, portion, carried, idle, growth) values ('2026-11-01', 1, 0, 100, 0.01)`;
      await tx`insert into interest_day_shares (day, bot_id, idle, part) select '2026-11-01', ${randomUUID()}, 100, 1`;
      await tx`
        insert into pool_interest (bot_id, feed, record, day, source, gross, margin, idle, series, close_sequence, nav_before,
          nav_after, units, pool_gain, fee, transaction_id)
        select bot_id, 'live', 0, day, 'statements', 0.01, 0, 1, 1, 0, 1, 1.01, 100, 1, 0, 1 from interest_day_shares`;
    },
  ],
];

it("finds nothing in books, rails and statements that agree, since any position", async () => {
  const positions = await test.sql<{ lastTransaction: string; takenAt: Date }[]>`
    select id::text as "lastTransaction", posted_at as "takenAt" from ledger_transactions`;
  expect(positions.length).toBeGreaterThan(2);
  for (const since of [LEDGER_START, BEFORE, AFTER, ...positions.map((each) => ({ ...LEDGER_START, ...each }))])
    expect(await findRailDifferences(test.sql, { since })).toEqual([]);
});

it.each(corruptions)("names each difference of %s", async (_name, expected, corrupt) => {
  expect(await findWith(corrupt, LEDGER_START)).toEqual([expect.stringMatching(expected)]);
  expect(await findWith(corrupt, BEFORE)).toEqual([expect.stringMatching(expected)]);
});

it("leaves payments from before a position to the comparison of all", async () => {
  expect(await findWith((tx) => tx`update payouts set fee = fee + 1`, AFTER)).toEqual([]);
});

it("names the lines of a statement that our books do not have, and charges that nobody has booked", async () => {
  expect((await upload("-900.00,KES,OUT1,cash,SOMEONE")).status).toBe(201);
  expect((await upload("-250.00,KES,FEE1,Ledger fee,")).status).toBe(201);
  const found = (await findRailDifferences(test.sql)).map(({ check, subject }) => `${check}: ${subject}`);
  expect(found).toContain("imported statements: KCB 001");
  expect(found).toContain(`charges to book: KCB 001, ${TODAY.slice(0, 7)}`);
});

it("names statements with more lines than can be compared, beside all other differences", async () => {
  const [found, ...others] = await findRailDifferences(test.sql, { mostLines: 1 });
  expect(found).toMatchObject({ check: "imported statements", subject: "all accounts" });
  expect(found?.actual).toContain("more than 1 lines");
  expect(others).toEqual([]);
});

it("has a test for each of its checks", () => {
  const tested = [...corruptions.map(([name]) => name), "imported statements", "charges to book"];
  expect(tested.sort()).toEqual([...railCheckNames].sort());
});
