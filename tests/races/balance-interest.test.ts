import { randomUUID } from "node:crypto";
import type { BalanceInterest, MoneyFlowDay, Statement } from "@wazi/contracts";
import {
  add,
  addDailyRate,
  balanceInterest,
  earnOnBalance,
  factor,
  formatCents,
  parseCents,
  rateSum,
  splitBalanceInterest,
} from "@wazi/domain";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openRateSource } from "../../apps/server/src/trader/interest/cash-interest.ts";
import { postMonths, runRateDays } from "../../apps/server/src/trader/balance-interest/post-months.ts";
import { createHoldingDoor } from "../harness/holding-door.ts";
import {
  accountOf,
  atOnce,
  isSuccess,
  mpesa,
  settleWithdrawal,
  startWithdrawal,
  statusCounts,
} from "../harness/money-calls.ts";
import { BALANCE_RATE, passDays } from "../harness/pass-days.ts";
import { PASSWORD, startTestApp, type TestAnswer, type TestApp, type TestClient } from "../harness/test-app.ts";

const PATH = "/api/user/balance-interest";
const LEGAL_BASIS = "Deposit licence 12/2026 of the Central Bank of Example";
const SETTINGS = {
  BALANCE_INTEREST_LEGAL_BASIS: LEGAL_BASIS,
  CASH_INTEREST_SOURCE: "fixed:4",
  CASH_INTEREST_MARGIN_PCT: "0.5",
};
const source = openRateSource(BALANCE_RATE)!;
const DAILY = source.findDay("2026-01-01")!;

/** Pays interest, and a second process over the same database; one that does not offer it. */
let test: TestApp;
let second: TestApp;
let without: TestApp;
const door = createHoldingDoor();

beforeAll(async () => {
  test = await startTestApp(undefined, door.wrap, SETTINGS);
  second = await startTestApp(test.database, undefined, SETTINGS);
  without = await startTestApp(test.database);
  const running = await runRateDays({ sql: test.sql, now: () => new Date(), source }, { warn: () => undefined });
  await running.stop();
});
afterEach(async () => {
  expect(await test.differences()).toEqual([]);
});
afterAll(async () => {
  await without.close();
  await second.close();
  await test.close();
});

const choose = (client: TestClient, isOn: boolean): Promise<TestAnswer> => client.call("POST", PATH, { isOn });
const read = async (client: TestClient): Promise<BalanceInterest> => (await client.call("GET", PATH)).body;

async function earning(amount: string): Promise<TestClient> {
  const client = await test.funded(amount);
  expect(await choose(client, true)).toMatchObject({ status: 200, body: { isOn: true } });
  return client;
}

interface Posting {
  amount: string;
  fee: string;
  days: number;
}

const listPostings = ({ userId }: TestClient): Promise<Posting[]> => test.sql<Posting[]>`
  select amount::text, fee::text, last_day - first_day + 1 as days from balance_interest_postings
  where user_id = ${userId} order by transaction_id`;

/** The cents that the rules of packages/domain pay on a balance for some days, after as many days of another one. */
function expectedInterest(balance: string, days: number, balanceBefore = "0.00"): string {
  let sum = rateSum(0n);
  for (let day = 0; day < days; day += 1) sum = addDailyRate(sum, factor(DAILY.gross - DAILY.margin));
  const earned = earnOnBalance(parseCents(balance), { from: rateSum(0n), to: sum });
  const { rest } = splitBalanceInterest(earnOnBalance(parseCents(balanceBefore), { from: rateSum(0n), to: sum }));
  return formatCents(splitBalanceInterest(balanceInterest(rest + earned)).posted);
}

const settleMonths = (app: TestApp = test): Promise<void> =>
  postMonths({ sql: app.sql, door: app.door, now: () => nextMonth(), source });

/** A time at which every day so far is in a month that is over. */
const nextMonth = (): Date => new Date(Date.now() + 32 * 86_400_000);

const withdraw = (client: TestClient, amount: string): Promise<unknown> => startWithdrawal(client, amount);

describe("interest on a balance", () => {
  it("is off until the investor turns it on, and nothing is paid to those who did not", async () => {
    const [off, on] = [await test.funded("1000"), await earning("1000")];
    await passDays(test, 10);
    expect(await read(off)).toMatchObject({
      isOffered: true,
      isOn: false,
      accrued: "0.000000",
      legalBasis: LEGAL_BASIS,
    });
    expect(await read(on)).toMatchObject({
      isOn: true,
      ratePct: 3.5,
      marginPct: 0.5,
      accrued: "0.942549",
      payable: "0.94",
      posted: "0.00",
    });
    await settleMonths();
    expect(await listPostings(off)).toEqual([]);
    expect(await listPostings(on)).toEqual([{ amount: "0.94", fee: "0.13", days: 10 }]);
    expect((await accountOf(on)).balance).toBe("1000.94");
    expect((await accountOf(off)).balance).toBe("1000.00");
  });

  it("is posted before the balance moves, to profit funds, as its own movement", async () => {
    const investor = await earning("10000");
    await passDays(test, 30);
    await withdraw(investor, "4000");
    const interest = expectedInterest("10000", 30);
    const account = await accountOf(investor);
    expect([account.balance, account.profitFunds]).toEqual([
      formatCents(add(parseCents("6000"), parseCents(interest))),
      interest,
    ]);
    const month = new Date().toISOString().slice(0, 7);
    const { lines } = (await investor.call("GET", `/api/user/statement?month=${month}`)).body as Statement;
    expect(lines.map(({ kind }) => kind).slice(-2)).toEqual(["balance-interest", "withdrawal-hold"]);
    expect(lines.at(-2)).toMatchObject({ text: `Interest of $${interest} on your balance.`, profitShare: "0.00" });
    const csv = (await investor.call("GET", `/api/user/statement.csv?month=${month}`)).text;
    expect(csv).toContain(`Interest of $${interest} on your balance.`);
    const office = (await test.admin.call("GET", `/api/admin/users/${investor.userId}/movements`)).text;
    expect(office).toContain(`Interest of $${interest} on the user's balance.`);
    // The rest of the time, on what was left.
    await passDays(test, 30);
    await settleMonths();
    expect((await listPostings(investor))[1]).toMatchObject({
      amount: expectedInterest(account.balance, 30, "10000"),
      days: 30,
    });
  });

  it("counts a day for the balance at its end, and no day twice", async () => {
    const investor = await earning("1000");
    await withdraw(investor, "500");
    await passDays(test, 365);
    await settleMonths();
    await settleMonths(second);
    await choose(investor, false);
    expect(await listPostings(investor)).toMatchObject([{ amount: expectedInterest("500", 365), days: 365 }]);
  });

  it("is posted when it is declined, and then earns nothing", async () => {
    const investor = await earning("5000");
    await passDays(test, 20);
    expect((await choose(investor, false)).body).toEqual({ isOn: false });
    const paid = expectedInterest("5000", 20);
    expect(await read(investor)).toMatchObject({ isOn: false, posted: paid, payable: "0.00", firstDay: null });
    await passDays(test, 20);
    await withdraw(investor, "100");
    expect(await listPostings(investor)).toHaveLength(1);
    // On again: the days in between stay without.
    await choose(investor, true);
    await passDays(test, 5);
    await settleMonths();
    expect(await listPostings(investor)).toMatchObject([{ amount: paid, days: 20 }, { days: 5 }]);
    const actions = await test.sql<{ action: string }[]>`
      select action from audit_log where subject_id = ${investor.userId} and action like 'user.interest%' order by id`;
    expect(actions.map(({ action }) => action)).toEqual(["on", "off", "on"].map((each) => `user.interest-${each}`));
  });

  it("earns nothing on a day for which no rate was stored, and says so", async () => {
    const investor = await earning("100000");
    await passDays(test, 3, false);
    await withdraw(investor, "50");
    expect(await listPostings(investor)).toMatchObject([{ amount: expectedInterest("100000", 1) }]);
    const days = await test.sql<
      { source: string }[]
    >`select source from balance_interest_days order by day desc limit 2`;
    expect(days.map(({ source: name }) => name)).toEqual(["none", "none"]);
  });
});

it("ends with the account", async () => {
  const investor = await earning("100");
  const { id } = await startWithdrawal(investor, "100");
  await settleWithdrawal(test.admin, id, { status: "completed", transactionHash: "receipt" });
  expect((await test.admin.call("DELETE", `/api/admin/users/${investor.userId}`)).status).toBe(204);
  const choices = await test.sql<{ isOn: boolean }[]>`
    select is_on as "isOn" from balance_interest_choices where user_id = ${investor.userId} order by id`;
  expect(choices).toEqual([{ isOn: true }, { isOn: false }]);
});

describe("what is refused", () => {
  it("is turning it on where it is not offered, without a deposit, and with practice money", async () => {
    const investor = await test.funded("100");
    const elsewhere = investor.through(without);
    expect(await read(elsewhere)).toMatchObject({ isOffered: false, legalBasis: null, ratePct: null });
    expect(await choose(elsewhere, true)).toMatchObject({
      status: 409,
      body: { message: "Interest on balances is not offered here." },
    });
    const practising = await test.signUp();
    const refused = {
      status: 409,
      body: { message: "Interest starts with a completed deposit. Practice money earns none." },
    };
    expect(await choose(practising, true)).toMatchObject(refused);
    expect((await practising.call("POST", "/api/user/practice-money")).status).toBe(201);
    expect(await choose(practising, true)).toMatchObject(refused);
    expect((await choose(practising, false)).status).toBe(200);
  });

  it("is turning it on by a deactivated user, who can still turn it off and is paid until then", async () => {
    const [on, off] = [await earning("1000"), await test.funded("1000")];
    for (const { userId } of [on, off]) {
      const path = `/api/admin/users/${userId}/deactivate`;
      expect((await test.admin.call("POST", path, { reason: "Checks" })).status).toBe(200);
    }
    for (const client of [on, off])
      await client.call("POST", "/api/auth/signin", { email: client.email, password: PASSWORD });
    expect((await choose(off, true)).status).toBe(403);
    await passDays(test, 30);
    expect((await choose(on, false)).status).toBe(200);
    expect(await listPostings(on)).toMatchObject([{ amount: expectedInterest("1000", 30) }]);
  });
});

describe("interest at the same moment as something else", () => {
  it("is posted once by many movements in two processes", async () => {
    const investor = await earning("10000");
    await passDays(test, 60);
    const calls = await atOnce(12, [investor, investor.through(second)], (client, index) =>
      index % 3 === 0 ? client.call("POST", "/api/user/withdrawals", mpesa("50")) : choose(client, index % 3 === 1),
    );
    expect(calls.filter(isSuccess).length, JSON.stringify(statusCounts(calls))).toBeGreaterThan(0);
    expect(await listPostings(investor)).toMatchObject([{ amount: expectedInterest("10000", 60), days: 60 }]);
  });

  it("is posted once at the month's end beside withdrawals, and by two processes", async () => {
    const investors = await Promise.all(Array.from({ length: 6 }, () => earning("3000")));
    await passDays(test, 31);
    await Promise.all([
      settleMonths(),
      settleMonths(second),
      ...investors.map((each) => withdraw(each.through(second), "1000")),
    ]);
    for (const investor of investors) {
      expect(await listPostings(investor)).toMatchObject([{ amount: expectedInterest("3000", 31), days: 31 }]);
    }
  });

  it("is lost and doubled nowhere when the job is killed before or after a posting", async () => {
    const investors = await Promise.all(Array.from({ length: 3 }, () => earning("3000")));
    await passDays(test, 31);
    const held = door.holdNext();
    door.failNext(new Error("killed"));
    const job = settleMonths().catch((error: unknown) => error);
    await held;
    door.release();
    expect(await job).toEqual(new Error("killed"));
    await settleMonths(second);
    await settleMonths();
    for (const investor of investors) {
      expect(await listPostings(investor)).toMatchObject([{ amount: expectedInterest("3000", 31), days: 31 }]);
    }
  });

  it("answers a repeated request with its key, and posts once", async () => {
    const investor = await earning("8000");
    await passDays(test, 30);
    const headers = { "idempotency-key": randomUUID() };
    const answers = await atOnce(6, [investor, investor.through(second)], (client) =>
      client.call("POST", PATH, { isOn: false }, headers),
    );
    expect(statusCounts(answers)).toEqual({ 200: 6 });
    expect(await listPostings(investor)).toHaveLength(1);
  });
});

it("ends for everyone when the operator no longer offers it, with all that accrued", async () => {
  const investor = await earning("2000");
  await passDays(test, 31);
  await postMonths({ sql: without.sql, door: without.door, now: () => new Date(), source: undefined });
  expect(await listPostings(investor)).toMatchObject([{ amount: expectedInterest("2000", 31), days: 31 }]);
  expect(await read(investor.through(without))).toMatchObject({ isOffered: false, isOn: false });
  const [left] = await test.sql<{ count: number }[]>`
    select count(*)::int from ledger_accounts where earns`;
  expect(left?.count).toBe(0);
});

it("is in the flows of money as interest, not as a deposit", async () => {
  const flows = (await test.admin.call("GET", "/api/admin/money-flows?days=30")).body as { days: MoneyFlowDay[] };
  const posted = await test.sql<{ total: string }[]>`
    select sum(p.amount + p.fee)::text as total from balance_interest_postings p
    join ledger_transactions t on t.id = p.transaction_id where t.posted_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`;
  expect(flows.days.at(-1)?.interest).toBe(posted[0]?.total);
});
