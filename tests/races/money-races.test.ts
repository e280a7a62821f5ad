import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accountOf,
  activate,
  atOnce,
  botsOf,
  deactivate,
  errorOf,
  isSuccess,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startTwins,
  startWithdrawal,
  statusCounts,
  toCents,
  transferInvestment,
  transferProfit,
  usdt,
  type Twins,
} from "../harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import type { TestAnswer, TestApp, TestClient } from "../harness/test-app.ts";
import { byDepth } from "../harness/test-depth.ts";

const CALLS = 32;
const ROUNDS = byDepth({ ci: 1, long: 4 });
const CROWD = 30;
const TRADES = 12;

let twins: Twins;
let test: TestApp;
let bots: ScriptedBots;
let admins: readonly [TestClient, TestClient];

beforeAll(async () => {
  twins = await startTwins();
  test = twins.one;
  bots = await startScriptedBots(test);
  admins = [twins.one.admin, twins.two.admin];
});

afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  const [row] = await test.sql<{ deadlocks: string }[]>`
    select deadlocks::text from pg_stat_database where datname = current_database()`;
  expect(row?.deadlocks).toBe("0");
  await twins.close();
});

/** Deposits less payouts: the sum of all other accounts. */
async function conservation(): Promise<{ outside: string; inside: string }> {
  const [row] = await test.sql<{ outside: string; inside: string }[]>`
    select coalesce(-sum(e.amount) filter (where a.code like 'external:%'), 0)::text as outside,
      coalesce(sum(e.amount) filter (where a.code not like 'external:%'), 0)::text as inside
    from ledger_entries e join ledger_accounts a on a.id = e.account_id`;
  return row!;
}

/** Expects one success, and refusals with one of these statuses for the others. */
function expectOneWinner(answers: readonly TestAnswer[], refusals: readonly number[]): TestAnswer {
  const winners = answers.filter(isSuccess);
  expect(winners.length, JSON.stringify(statusCounts(answers))).toBe(1);
  for (const answer of answers) {
    if (!isSuccess(answer)) expect(refusals, answer.text).toContain(answer.status);
  }
  return winners[0]!;
}

async function rounds(run: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await run(round);
}

describe("32 calls at once, over two instances", () => {
  it("start one deposit", () =>
    rounds(async () => {
      const investor = await test.signUp();
      const answers = await atOnce(CALLS, twins.both(investor), (client) =>
        client.call("POST", "/api/user/deposits", usdt("100")),
      );
      expect(expectOneWinner(answers, [409]).status).toBe(201);
      const listed = (await investor.call("GET", "/api/user/deposits")).body as unknown[];
      expect(listed).toHaveLength(1);
    }));

  it("approve a deposit once, and credit it once", () =>
    rounds(async () => {
      const investor = await test.signUp();
      const { id } = await startDeposit(investor, "250.25");
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        settleDeposit(admin, id, { status: "completed", transactionHash: `${id}-${index}` }),
      );
      const winner = expectOneWinner(answers, [409]);
      expect(winner.status).toBe(200);
      expect(await accountOf(investor)).toMatchObject({ balance: "250.25", totalDeposits: "250.25" });
      const [audited] = await test.sql<{ count: number }[]>`
        select count(*)::int from audit_log where subject_id = ${id}`;
      expect(audited?.count).toBe(1);
    }));

  it("credit a transaction on the chain to one deposit only", () =>
    rounds(async () => {
      const hash = randomUUID();
      const investors = await Promise.all(Array.from({ length: 8 }, () => test.signUp()));
      const ids = await Promise.all(investors.map(async (each) => (await startDeposit(each, "100")).id));
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        settleDeposit(admin, ids[index % ids.length]!, { status: "completed", transactionHash: hash }),
      );
      expectOneWinner(answers, [409]);
      const credited = await Promise.all(investors.map(async (each) => toCents((await accountOf(each)).balance)));
      expect(credited.reduce((sum, amount) => sum + amount, 0n)).toBe(10_000n);
    }));

  it("cancel or approve a deposit, never both", () =>
    rounds(async () => {
      const investor = await test.signUp();
      const { id } = await startDeposit(investor, "100");
      const sessions = twins.both(investor);
      const answers = await atOnce(CALLS, admins, (admin, index) => {
        if (index % 4 === 0) return settleDeposit(admin, id, { status: "completed" });
        if (index % 4 === 1) return settleDeposit(admin, id, { status: "failed" });
        return sessions[index % 2]!.call("POST", `/api/user/deposits/${id}/cancel`);
      });
      const { status } = expectOneWinner(answers, [409]).body as { status: string };
      expect((await accountOf(investor)).balance).toBe(status === "completed" ? "100.00" : "0.00");
      const [listed] = (await investor.call("GET", "/api/user/deposits")).body as { status: string }[];
      expect(listed?.status).toBe(status);
    }));

  it("activate a bot once", () =>
    rounds(async () => {
      const investor = await test.funded("1000");
      const answers = await atOnce(CALLS, twins.both(investor), (client) => activate(client, bots.ids[3], "30"));
      expectOneWinner(answers, [409]);
      expect(await accountOf(investor)).toMatchObject({ balance: "970.00", totalInvested: "30.00" });
    }));

  it("close a whole position by a transfer or by a deactivation, never by both", () =>
    rounds(async () => {
      const investor = await test.funded("1000");
      await activate(investor, bots.ids[4], "1000");
      const answers = await atOnce(CALLS, twins.both(investor), (client, index) =>
        Math.floor(index / 2) % 2 === 0 ? deactivate(client, bots.ids[4]) : transferInvestment(client, "1000"),
      );
      expectOneWinner(answers, [409, 422]);
      expect(await accountOf(investor)).toMatchObject({ balance: "1000.00", totalInvested: "0.00" });
    }));

  it("transfer slices until less than 100 would be left, and never more than the position", () =>
    rounds(async () => {
      const investor = await test.funded("1000");
      await activate(investor, bots.ids[4], "1000");
      const answers = await atOnce(CALLS, twins.both(investor), (client) => transferInvestment(client, "150"));
      for (const answer of answers) {
        expect([200, 422, 503], answer.text).toContain(answer.status);
        if (answer.status === 503) expect([errorOf(answer).code, answer.headers["retry-after"]]).toEqual(["BUSY", "1"]);
      }
      const { balance, totalInvested } = await accountOf(investor);
      expect(toCents(balance) + toCents(totalInvested)).toBe(100_000n);
      const taken = answers.filter(isSuccess).length;
      // Five slices leave 250; the sixth leaves exactly 100, which stays; the last 100 are less than a slice.
      expect(taken).toBeLessThanOrEqual(6);
      expect(toCents(balance)).toBe(BigInt(taken) * 15_000n);
    }));

  it("transfer a running profit once", { tags: ["S50"] }, () =>
    rounds(async () => {
      const investor = await test.funded("1000");
      await activate(investor, bots.ids[5], "1000");
      await bots.open(5, { side: "buy", price: 1, exposure: "0.5" });
      await bots.close(5, 1.1);
      const { totalProfit } = await accountOf(investor);
      const answers = await atOnce(CALLS, twins.both(investor), (client) => transferProfit(client, totalProfit));
      expectOneWinner(answers, [422]);
      expect(await accountOf(investor)).toMatchObject({
        balance: totalProfit,
        profitFunds: totalProfit,
        totalProfit: "0.00",
        totalInvested: "1000.00",
      });
      await deactivate(investor, bots.ids[5]);
    }),
  );

  it("reject or complete a withdrawal, never both", () =>
    rounds(async () => {
      const investor = await test.funded("500");
      const { id } = await startWithdrawal(investor, "500");
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        settleWithdrawal(admin, id, { status: Math.floor(index / 2) % 2 === 0 ? "completed" : "rejected" }),
      );
      const { status } = expectOneWinner(answers, [409]).body as { status: string };
      expect(await accountOf(investor)).toMatchObject({
        balance: status === "completed" ? "0.00" : "500.00",
        withdrawalHold: "0.00",
      });
    }));
});

/** Joins and leaves the bot until the trading is over. Every answer must be a success or an expected refusal. */
async function joinAndLeave(client: TestClient, amount: string, isOver: () => boolean): Promise<TestAnswer[]> {
  const answers: TestAnswer[] = [];
  for (let turn = 0; !isOver(); turn += 1) {
    answers.push(await activate(client, bots.ids[6], amount));
    if (turn % 3 === 0) answers.push(await transferInvestment(client, "12.34"));
    if (turn % 3 === 1) answers.push(await transferProfit(client, "0.01"));
    answers.push(await deactivate(client, bots.ids[6]));
  }
  return answers;
}

async function tradeOften(): Promise<void> {
  for (let trade = 0; trade < TRADES; trade += 1) {
    await bots.open(6, { side: trade % 3 === 0 ? "sell" : "buy", price: 100, exposure: "1" });
    for (const price of [101, 99.5, 102]) await bots.price(6, price);
    await bots.close(6, trade % 2 === 0 ? 101.7 : 99.1);
  }
}

describe("a bot that opens and closes trades while thirty investors join and leave it", () => {
  it("keeps every cent, has no deadlocks, and gives a reason for every refusal", async () => {
    const investors = await Promise.all(Array.from({ length: CROWD }, () => test.funded("1000")));
    const before = await conservation();
    expect(before.inside).toBe(before.outside);
    let over = false;
    const crowd = investors.flatMap((investor, index) => {
      const amount = `${200 + index}.${10 + index}`;
      // The last ten use both instances at once and compete with themselves.
      const sessions = index < CROWD - 10 ? [twins.both(investor)[index % 2]!] : twins.both(investor);
      return sessions.map((session) => joinAndLeave(session, amount, () => over));
    });
    await tradeOften().finally(() => (over = true));
    const answers = (await Promise.all(crowd)).flat();
    const counts = statusCounts(answers);
    const odd = answers.filter(({ status }) => ![200, 409, 422, 503].includes(status));
    expect(odd.map(({ text }) => text)).toEqual([]);
    const unavailable = answers.filter(({ status }) => status === 503);
    expect([...new Set(unavailable.map((answer) => errorOf(answer).code))].filter((code) => code !== "BUSY")).toEqual(
      [],
    );
    expect(unavailable.length, JSON.stringify(counts)).toBeLessThan(answers.length / 50);
    expect(counts[200]).toBeGreaterThan(CROWD * 4);
    expect(await test.differences()).toEqual([]);

    for (const investor of investors) {
      if ((await botsOf(investor)).length > 0) expect((await deactivate(investor, bots.ids[6])).status).toBe(200);
    }
    expect(await conservation()).toEqual(before);
    const [pool] = await test.sql<{ units: string; cash: string }[]>`
      select (select coalesce(sum(units), 0) from positions where bot_id = ${bots.ids[6]!})::text as units,
        (select sum(amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id
          where a.code = ${`pool:${bots.ids[6]!}`})::text as cash`;
    expect(Number(pool?.units)).toBe(0);
    expect(Number(pool?.cash)).toBeGreaterThanOrEqual(0);
    await bots.open(6, { side: "buy", price: 100, exposure: "1" });
    await bots.close(6, 100);
  });
});
