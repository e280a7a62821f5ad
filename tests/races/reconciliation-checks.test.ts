import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHECKPOINT_CHECK } from "../../apps/server/src/ledger/reconciliation/checkpoints/store.ts";
import {
  checkNames,
  checkNamesSince,
  compareBooks,
  findDifferences,
} from "../../apps/server/src/ledger/reconciliation/compare-books.ts";
import { saveReconciliation } from "../../apps/server/src/ledger/reconciliation/store.ts";

import { storeLedgerDays } from "../../apps/server/src/ledger/days/store-ledger-days.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { accountOf, activate, settleDeposit, startDeposit, startWithdrawal } from "../harness/money-calls.ts";
import { OWN_TIME, startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";
import { changeHistory } from "../harness/change-history.ts";
import { passDays } from "../harness/pass-days.ts";

let test: TestApp;
let bots: ScriptedBots;
let owner: Sql;
let investor: TestClient;
/** Has had interest on the balance. */
let saver: TestClient;
let botId: string;

/** An investor with money in every account, beside a second investor. */
beforeAll(async () => {
  test = await startTestApp(undefined, undefined, {
    ...OWN_TIME,
    PROFIT_SHARE_ABOVE: "bills",
    CASH_INTEREST_SOURCE: "fixed:4.5",
    BALANCE_INTEREST_LEGAL_BASIS: "Deposit licence 12/2026",
  });
  bots = await startScriptedBots(test);
  // Only the database's owner can corrupt it. The product's role may not.
  owner = openPool(test.database.url, { role: null, max: 1 });
  botId = bots.ids[0]!;
  // All that follows comes after this checkpoint.
  await findDifferences(owner, { storesCheckpoint: true });
  await saveReconciliation(owner, { checkedAt: new Date(), checks: 0, differences: 0, since: null });
  saver = await test.funded("1000");
  await passDays(test, 1);
  for (const isOn of [true, false]) {
    expect((await saver.call("POST", "/api/user/balance-interest", { isOn })).status).toBe(200);
    if (isOn) await passDays(test, 30);
  }
  investor = await test.funded("1000");
  const other = await test.funded("500");
  await activate(investor, botId, "400");
  await activate(other, botId, "300");
  await bots.open(0, { side: "buy", price: 100, exposure: "1" });
  await bots.close(0, 110);
  await bots.open(0, { side: "buy", price: 100, exposure: "1" });
  await bots.close(0, 104);
  for (const day of [20_000, 20_001]) await bots.earn(0, day, { gross: 120_600_000n, margin: 13_300_000n });
  await activate(investor, bots.ids[1], "100");
  await startWithdrawal(investor, "150");
  await test.admin.call("POST", `/api/admin/users/${other.userId}/balance`, {
    totalInvested: "310",
    totalProfit: "70",
  });
  await startDeposit(other, "100");
  // All of it is three days ago, so that there are complete days.
  await passDays(test, 3);
  await owner`update bot_trades set executed_at = executed_at - interval '3 days'`;
  await changeHistory(owner, (tx) => tx`update pool_interest set posted_at = posted_at - interval '3 days'`);
  await storeLedgerDays({ sql: test.sql, now: () => new Date() });
});

afterAll(async () => {
  await owner.end();
  await test.close();
});

type Corruption = [what: string, statement: () => string, found: () => Record<string, string[]>];

const account = (kind: string): string => `user:${investor.userId}:${kind}`;
const figure = (name: string): string => `account of user ${investor.userId}: ${name}`;
const position = (): string => `position of user ${investor.userId} in bot ${botId}`;
const mine = (): string => `user_id = '${investor.userId}'`;

const DAY_CHECK = "a day's totals equal its entries";
const UNITS_CHECK = "a day's closing units equal the position events up to that day";
const NAV_CHECK = "a day's closing nav equals the nav after the latest trade";
const DAY = expect.stringMatching(/^day \d{4}-\d\d-\d\d$/) as string;
/** The first day with units. */
const FIRST_DAY = "day = (select min(day) from ledger_day_pools where units > 0)";
const endOfFirstDay = (): string[] => [
  expect.stringMatching(new RegExp(`^pool:${botId} on \\d{4}-\\d\\d-\\d\\d$`)) as string,
];
const BALANCE_CHECK = "an account's balance equals the sum of its entries";
const BILLS_CHECK = "what bills would have earned equals a position's own money over time";
const TREASURY_CHECK = "all that the treasury paid beside interest of pools is interest on balances";
const EARNED_CHECK = "interest on a balance equals its rate on each day's closing balance";
const earnedOf = ({ userId }: TestClient): string => `interest on the balance of user ${userId}`;
const FIGURE_CHECK = "an account figure equals the ledger";

const corruptions: Corruption[] = [
  [
    "a balance that is a cent too high",
    () => `update ledger_accounts set balance = balance + 0.01 where code = '${account("profit_funds")}'`,
    () => ({
      [BALANCE_CHECK]: [account("profit_funds")],
      [FIGURE_CHECK]: [figure("balance"), figure("profit_funds")],
    }),
  ],
  [
    "a withdrawal hold that differs from the unpaid withdrawals",
    () => `update ledger_accounts set balance = balance - 1 where code = '${account("withdrawal_hold")}'`,
    () => ({
      [BALANCE_CHECK]: [account("withdrawal_hold")],
      "a withdrawal hold equals the sum of unpaid withdrawals": [account("withdrawal_hold")],
    }),
  ],
  [
    "a withdrawal whose amount was raised",
    () => `update withdrawals set amount = 250, from_deposit = 250 where ${mine()}`,
    () => ({ "a withdrawal hold equals the sum of unpaid withdrawals": [account("withdrawal_hold")] }),
  ],
  [
    "a withdrawal that was marked as paid without a posting",
    () => `update withdrawals set status = 'completed' where ${mine()}`,
    () => ({ "a withdrawal hold equals the sum of unpaid withdrawals": [account("withdrawal_hold")] }),
  ],
  [
    "a deposit whose received amount is too high",
    () => `update deposits set received_amount = 1001 where ${mine()}`,
    () => ({ [FIGURE_CHECK]: [figure("total_deposits")] }),
  ],
  [
    "a deposit that was set back to pending",
    () => `update deposits set status = 'pending' where ${mine()}`,
    () => ({ [FIGURE_CHECK]: [figure("total_deposits")] }),
  ],
  [
    "a position with one unit in the last place too many",
    () => `update positions set units = units + 0.000000000001 where ${mine()} and bot_id = '${botId}'`,
    () => ({
      "a position equals the sum of its events": [position()],
      "a pool's units equal the sum of its positions": [`pool:${botId}`],
    }),
  ],
  [
    "a position with more own money than was put in",
    () => `update positions set own_deposit = own_deposit + 1 where ${mine()} and bot_id = '${botId}'`,
    () => ({
      "a position equals the sum of its events": [position()],
      [FIGURE_CHECK]: [figure("total_invested")],
      [BILLS_CHECK]: [position()],
    }),
  ],
  [
    "a position with a loss that never happened",
    () => `update positions set loss_carried = 5 where ${mine()} and bot_id = '${botId}'`,
    () => ({ "a position equals the sum of its events": [position()] }),
  ],
  [
    "a bot with one won trade too many",
    () => `update pools set won_trades = won_trades + 1 where bot_id = '${botId}'`,
    () => ({ "a bot's record matches its trades": [`record of bot ${botId}`] }),
  ],
  [
    "a pool whose cash at the last close is wrong",
    () => `update pools set cash_at_close = cash_at_close + 0.01 where bot_id = '${botId}'`,
    () => ({ "a pool's cash equals the sum of its entries": [`pool:${botId}`] }),
  ],
  [
    "a pool whose units at the last close are wrong",
    () => `update pools set units_at_close = units_at_close - 1 where bot_id = '${botId}'`,
    () => ({ "a pool's units equal the sum of its positions": [`pool:${botId}`] }),
  ],
  [
    "a pool whose nav was raised",
    () => `update pools set nav = nav + 0.01 where bot_id = '${botId}'`,
    () => ({
      "a pool's cash covers the value of its units": [`pool:${botId}`],
      "a pool's nav equals the nav after its last trade": [`pool:${botId}`],
    }),
  ],
  [
    "a trade whose gain is not what was posted",
    () => `update bot_trades set pool_gain = pool_gain + 0.01 where bot_id = '${botId}' and sequence = 1`,
    () => ({ "a trade's gain equals the amount posted": ["trade 1"] }),
  ],
  [
    "a trade that starts at another nav than the previous trade ended",
    () => `update bot_trades set nav_before = nav_before + 0.01 where bot_id = '${botId}' and sequence = 2`,
    () => ({ "each trade starts at the nav after the previous trade": ["trade 2"] }),
  ],
  [
    "a trade that ends at another nav than the next trade starts",
    () => `update bot_trades set nav_after = nav_after + 0.01 where bot_id = '${botId}' and sequence = 1`,
    () => ({ "each trade starts at the nav after the previous trade": ["trade 2"] }),
  ],
  [
    "interest that is not what the treasury paid",
    () => `update pool_interest set fee = fee + 0.01 where bot_id = '${botId}'`,
    () => ({ "a pool's interest equals the amount posted": [`interest of bot ${botId} on 2024-10-04`] }),
  ],
  [
    "interest on a balance that the treasury did not pay",
    () => "update balance_interest_postings set fee = fee + 0.01",
    () => ({
      [TREASURY_CHECK]: [expect.stringMatching(/^interest of transaction \d+$/) as string],
      [EARNED_CHECK]: [earnedOf(saver)],
    }),
  ],
  [
    "interest on a balance that went to an investor who did not turn it on",
    () => `update balance_interest_postings set user_id = '${investor.userId}'`,
    () => ({
      "interest on a balance goes to its own profit funds": [
        expect.stringContaining(`${earnedOf(investor)} until `) as string,
      ],
      [EARNED_CHECK]: [saver, investor].map(earnedOf).sort(),
    }),
  ],
  [
    "interest on a balance that was posted twice",
    () => "update balance_interest_postings set amount = amount * 2, fee = fee * 2",
    () => ({
      [TREASURY_CHECK]: [expect.any(String) as string],
      "interest on a balance goes to its own profit funds": [expect.stringContaining(earnedOf(saver)) as string],
      [EARNED_CHECK]: [earnedOf(saver)],
    }),
  ],
  [
    "a rate of a day that was raised later",
    () => `update balance_interest_days set gross = gross + 0.001 where source <> 'none' and day = (
      select max(day) from balance_interest_days)`,
    () => ({
      "a day's sum of rates on balances equals its days": [
        expect.stringMatching(/^rates of \d{4}-\d\d-\d\d$/) as string,
      ],
    }),
  ],
  [
    "a pool whose sum of interest was raised",
    () => `update pools set interest_sum = interest_sum + 0.001 where bot_id = '${botId}'`,
    () => ({ "a pool's sum of interest equals its days": [`pool:${botId}`] }),
  ],
  [
    "a pool whose index of bills was raised",
    () => `update pools set bill_index = bill_index + 0.001 where bot_id = '${botId}'`,
    () => ({ "a pool's index of bills equals its days": [`pool:${botId}`] }),
  ],
  [
    "a position that claims more of bills, on which no share is taken",
    () => `update positions set bill_interest = bill_interest + 1 where ${mine()} and bot_id = '${botId}'`,
    () => ({ [BILLS_CHECK]: [position()] }),
  ],
  [
    "a position that claims more interest, on which no share is taken",
    () => `update positions set interest = interest + 1 where ${mine()} and bot_id = '${botId}'`,
    () => ({ "a position's interest equals what its units earned, less what was taken": [position()] }),
  ],
  [
    "an adjustment whose units are worth more than it paid",
    () => `update position_events set value_delta = value_delta + 1 where kind = 'adjustment'`,
    () => ({
      "an adjustment's platform entry equals the amount given or taken": [
        expect.stringMatching(/^transaction \d+$/) as string,
      ],
    }),
  ],
  [
    "an entry that was changed",
    () => `update ledger_entries set amount = amount + 0.01 where account_id =
      (select id from ledger_accounts where code = '${account("withdrawal_hold")}')`,
    () => ({
      "a transaction's entries sum to zero": [expect.stringMatching(/^transaction \d+$/) as string],
      [BALANCE_CHECK]: [account("withdrawal_hold")],
      [DAY_CHECK]: [DAY],
    }),
  ],
  [
    "an entry that was removed",
    () => `delete from ledger_entries where account_id =
      (select id from ledger_accounts where code = 'external:crypto') and transaction_id = 1`,
    () => ({ "a transaction's entries sum to zero": ["transaction 1"], [DAY_CHECK]: [DAY] }),
  ],
  [
    "a day with more deposits than were posted",
    () => `update ledger_days set money_in = money_in + 1, balances = balances + 1 where ${FIRST_DAY}`,
    () => ({ [DAY_CHECK]: [DAY] }),
  ],
  [
    "closing units that are too high",
    () => `update ledger_day_pools set units = units + 0.000000000001 where bot_id = '${botId}' and ${FIRST_DAY}`,
    () => ({ [UNITS_CHECK]: endOfFirstDay() }),
  ],
  [
    "a closing nav that differs from the latest trade",
    () => `update ledger_day_pools set nav = nav + 0.000000000001 where bot_id = '${botId}' and ${FIRST_DAY}`,
    () => ({ [NAV_CHECK]: endOfFirstDay() }),
  ],
  [
    "a day that lacks one of the bots",
    () => `delete from ledger_day_pools where bot_id = '${botId}' and ${FIRST_DAY}`,
    () => ({ [UNITS_CHECK]: endOfFirstDay(), [NAV_CHECK]: endOfFirstDay() }),
  ],
];

const findTable = (statement: string): string => /^(?:update|delete from) (\w+)/.exec(statement)?.[1] ?? "";

/** The checks since the checkpoint that have found something. */
const foundSince = new Set<string>();

async function listChecksSince(): Promise<string[]> {
  const comparison = await compareBooks(test.sql, {
    further: { names: [], find: () => Promise.resolve([]) },
    totalMs: 60_000,
    now: () => new Date(),
  });
  expect(comparison?.since).not.toBeNull();
  return (comparison?.differences ?? []).map(({ check }) => check);
}

/**
 * Finds the differences while the database is corrupted by a statement, which is undone afterwards. The comparison since a
 * checkpoint finds one too.
 */
async function findDifferencesWhile(statement: string): Promise<Record<string, string[]>> {
  const table = findTable(statement);
  const [before] = await owner<{ rows: string }[]>`
    select jsonb_agg(to_jsonb(t.*))::text as rows from ${owner.raw(table)} t`;
  await changeHistory(owner, (tx) => tx.unsafe(statement));
  try {
    const found: Record<string, string[]> = {};
    for (const { check, subject, expected, actual } of await test.differences()) {
      expect(expected).not.toBe(actual);
      (found[check] ??= []).push(subject);
    }
    const checks = await listChecksSince();
    expect(checks).not.toEqual([]);
    for (const check of checks) foundSince.add(check);
    return found;
  } finally {
    await restore(table, before!.rows);
  }
}

/** Restores a table's rows without triggers and foreign keys. */
async function restore(table: string, rows: string): Promise<void> {
  await changeHistory(owner, async (tx) => {
    await tx`delete from ${tx.raw(table)}`;
    // Generated columns cannot be written.
    const [given] = await tx<{ columns: string }[]>`
      select string_agg(attname, ', ') as columns from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
    const columns = tx.raw(given!.columns);
    await tx`
      insert into ${tx.raw(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${tx.raw(table)}, ${rows}::text::jsonb)`;
  });
}

describe("reconciliation", () => {
  it("finds no difference in correct books", async () => {
    expect(await test.differences()).toEqual([]);
    expect(await listChecksSince()).toEqual([]);
  });

  it.each(corruptions)("finds and names %s", async (_what, statement, found) => {
    expect(await findDifferencesWhile(statement())).toEqual(found());
    expect(await test.differences()).toEqual([]);
  });

  it("has a test for every check above, except the one that the database prevents", { tags: ["reconciled"] }, () => {
    const tried = new Set(corruptions.flatMap(([, , found]) => Object.keys(found())));
    expect(checkNames.filter((name) => !tried.has(name))).toEqual([
      "no investor account is negative",
      CHECKPOINT_CHECK,
    ]);
    expect(checkNamesSince.filter((name) => !foundSince.has(name))).toEqual([]);
  });
});

describe("the database", () => {
  it("does not let an investor's account become negative for any role", async () => {
    await expect(
      owner.unsafe(`update ledger_accounts set balance = -0.01 where code = '${account("deposit_funds")}'`),
    ).rejects.toThrow("investors_are_never_overdrawn");
  });

  it.each([
    "update ledger_entries set amount = amount",
    "delete from ledger_entries",
    "update ledger_transactions set kind = kind",
  ])("does not allow the product's role: %s", async (statement) => {
    await expect(test.sql.unsafe(statement)).rejects.toThrow("permission denied");
  });
});

describe("an amount with more than twelve digits", () => {
  let large: TestApp;

  beforeAll(async () => {
    large = await startTestApp();
    const owning = await large.signUp();
    for (let time = 0; time < 2; time += 1) {
      const { id } = await startDeposit(owning, "9999999999.99");
      expect((await settleDeposit(large.admin, id, { status: "completed" })).status).toBe(200);
    }
    expect(await accountOf(owning)).toMatchObject({ balance: "19999999999.98" });
  });
  afterAll(() => large.close());

  it("is reconciled", async () => {
    expect(await large.differences()).toEqual([]);
  });
});
