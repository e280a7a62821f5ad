import type { WaitingAdjustment } from "@wazi/contracts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createHoldingDoor } from "../harness/holding-door.ts";
import {
  accountOf,
  creditLateDeposit,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startWithdrawal,
  statusCounts,
} from "../harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../harness/test-app.ts";
import { byDepth } from "../harness/test-depth.ts";

const ROUNDS = byDepth({ ci: 2, long: 6 });
const CALLS = 12;

const door = createHoldingDoor();
let one: TestApp;
let two: TestApp;
let jane: TestClient;
let omar: TestClient;

beforeAll(async () => {
  const limit = { ADMIN_ALONE_DAILY_LIMIT: "1000" };
  one = await startTestApp(undefined, undefined, limit);
  two = await startTestApp(one.database, door.wrap, limit);
  jane = await one.administrator("money");
  omar = await one.administrator("full");
});
afterEach(async () => {
  expect(await one.differences()).toEqual([]);
});
afterAll(async () => {
  const [row] = await one.sql<{ deadlocks: string }[]>`
    select deadlocks::text from pg_stat_database where datname = current_database()`;
  expect(row?.deadlocks).toBe("0");
  await two.close();
  await one.close();
});

const through = (client: TestClient, index: number): TestClient => client.through(index % 2 === 0 ? one : two);
const many = (call: (index: number) => Promise<TestAnswer>): Promise<TestAnswer[]> =>
  Promise.all(Array.from({ length: CALLS }, (_, index) => call(index)));

describe("adjustments at once", { tags: ["S60"] }, () => {
  it("by one administrator alone never sum to more than the limit", { tags: ["two-administrators"] }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await one.administrator("money");
      const investors = await Promise.all(Array.from({ length: CALLS / 3 }, () => one.signUp()));
      const answers = await many((index) =>
        through(alone, index).call("POST", `/api/admin/users/${investors[index % investors.length]!.userId}/balance`, {
          balance: String(400 * (1 + (index % 3))),
          reason: "race",
        }),
      );
      for (const answer of answers) expect([200, 202, 503], answer.text).toContain(answer.status);
      const [row] = await one.sql<{ alone: string; posted: string }[]>`
        select acted_alone(${alone.userId}, now() - interval '1 hour')::text as alone,
          (select coalesce(sum(abs(e.amount)), 0)::text from ledger_entries e join ledger_accounts a on a.id = e.account_id
            where a.user_id = any(${investors.map(({ userId }) => userId)}::uuid[])) as posted`;
      expect(Number(row!.alone), JSON.stringify(statusCounts(answers))).toBeLessThanOrEqual(1_000);
      expect(Number(row!.alone)).toBeGreaterThan(0);
      expect(Number(row!.posted)).toBe(Number(row!.alone));
    }
  });

  it("are approved, rejected or withdrawn once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const investor = await one.signUp();
      const body = { balance: "5000", reason: "race" };
      const asked = await jane.call("POST", `/api/admin/users/${investor.userId}/balance`, body);
      const { id } = (asked.body as WaitingAdjustment).pendingAdjustment;
      const answers = await many((index) => {
        const path = `/api/admin/adjustments/${id}`;
        if (index % 3 === 0) return through(jane, index).call("POST", `${path}/withdraw`);
        if (index % 3 === 1) return through(omar, index).call("POST", `${path}/approve`);
        return through(omar, index).call("POST", `${path}/reject`, { note: "race" });
      });
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners, JSON.stringify(statusCounts(answers))).toHaveLength(1);
      const isApplied = (winners[0]!.body as { status: string }).status === "applied";
      expect((await accountOf(investor)).balance).toBe(isApplied ? "5000.00" : "0.00");
    }
  });
});

describe("credits and payments at once", { tags: ["S60"] }, () => {
  it("for one request do not each take the whole request", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await one.administrator("money");
      const investor = await one.signUp();
      const { id } = await startDeposit(investor, "600");
      await settleDeposit(alone, id, { status: "failed" });
      const answers = await many((index) =>
        creditLateDeposit(through(alone, index), id, {
          amount: "600",
          transactionHash: `late ${id} ${index}`,
          reason: "race",
        }),
      );
      expect(
        answers.filter(({ status }) => status === 201),
        JSON.stringify(statusCounts(answers)),
      ).toHaveLength(1);
      expect((await accountOf(investor)).balance).toBe("600.00");
    }
  });

  it("for one request void an approval that was asked for before", async () => {
    const investor = await one.signUp();
    const { id } = await startDeposit(investor, "600");
    await settleDeposit(jane, id, { status: "failed" });
    const credit = (amount: string): Promise<TestAnswer> =>
      creditLateDeposit(jane, id, { amount, transactionHash: `late ${id} ${amount}`, reason: "race" });
    const { pendingAdjustment } = (await credit("1500")).body as WaitingAdjustment;
    const arrived = door.holdNext();
    const later = omar.through(two).call("POST", `/api/admin/adjustments/${pendingAdjustment.id}/approve`);
    await arrived;
    expect((await credit("100")).status).toBe(201);
    door.release();
    expect((await later).status).toBe(409);
    expect((await accountOf(investor)).balance).toBe("100.00");
  });

  it("by one administrator, of different kinds, share one limit", async () => {
    const alone = await one.administrator("money");
    const [investor, paid] = [await one.signUp(), await one.funded("800")];
    const { id: withdrawal } = await startWithdrawal(paid, "800");
    const { id } = await startDeposit(investor, "800");
    const arrived = door.holdNext();
    const later = settleWithdrawal(alone.through(two), withdrawal, { status: "completed" });
    await arrived;
    expect((await settleDeposit(alone, id, { status: "completed" })).status).toBe(200);
    door.release();
    expect((await later).status).toBe(409);
    expect((await accountOf(paid)).withdrawalHold).toBe("800.00");
  });
});
