import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Deposit, Withdrawal } from "@wazi/contracts";
import {
  accountOf,
  atOnce,
  creditLateDeposit,
  deleteWithdrawal,
  isSuccess,
  mpesa,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startTwins,
  startWithdrawal,
  statusCounts,
  toCents,
  type Twins,
} from "../harness/money-calls.ts";
import type { TestAnswer, TestApp, TestClient } from "../harness/test-app.ts";
import { byDepth } from "../harness/test-depth.ts";

const CALLS = 32;
const ROUNDS = byDepth({ ci: 2, long: 4 });

let twins: Twins;
let test: TestApp;
let admins: readonly [TestClient, TestClient];

beforeAll(async () => {
  twins = await startTwins();
  test = twins.one;
  admins = [twins.one.admin, twins.two.admin];
});
afterEach(async () => {
  expect(await test.differences()).toEqual([]);
});
afterAll(async () => {
  const [row] = await test.sql<{ deadlocks: string }[]>`
    select deadlocks::text from pg_stat_database where datname = current_database()`;
  expect(row?.deadlocks).toBe("0");
  await twins.close();
});

async function rounds(run: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await run(round);
}

/** Expects that every answer is a success or a refusal with one of these statuses. */
function expectRefusals(answers: readonly TestAnswer[], refusals: readonly number[]): TestAnswer[] {
  for (const answer of answers) if (!isSuccess(answer)) expect(refusals, answer.text).toContain(answer.status);
  return answers.filter(isSuccess);
}

const listWithdrawals = async (client: TestClient): Promise<Withdrawal[]> =>
  (await client.call("GET", "/api/user/withdrawals")).body;
const listDeposits = async (client: TestClient): Promise<Deposit[]> =>
  (await client.call("GET", "/api/user/deposits")).body;

async function failedDeposit(investor: TestClient): Promise<string> {
  const { id } = await startDeposit(investor, "100");
  await settleDeposit(test.admin, id, { status: "failed" });
  return id;
}

/** The distinct actions on a withdrawal in the audit log. */
async function listAuditActions(id: string): Promise<string[]> {
  const rows = await test.sql<{ action: string }[]>`select action from audit_log where subject_id = ${id} order by id`;
  return rows.map(({ action }) => action);
}

describe("32 calls at once on the rails, over two instances", () => {
  it("create one withdrawal", () =>
    rounds(async () => {
      const investor = await test.funded("1000");
      const answers = await atOnce(CALLS, twins.both(investor), (client) =>
        client.call("POST", "/api/user/withdrawals", mpesa("10")),
      );
      const winners = expectRefusals(answers, [409]);
      expect(winners.map(({ status }) => status)).toEqual([201]);
      expect(await accountOf(investor)).toMatchObject({ balance: "990.00", withdrawalHold: "10.00" });
      expect(await listWithdrawals(investor)).toHaveLength(1);
    }));

  it("delete or complete a withdrawal, and move its money once", () =>
    rounds(async () => {
      const investor = await test.funded("500");
      const { id } = await startWithdrawal(investor, "500");
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        Math.floor(index / 2) % 2 === 0
          ? deleteWithdrawal(admin, id)
          : settleWithdrawal(admin, id, { status: "completed" }),
      );
      // A later deletion can hide a completed withdrawal. A deleted one is never completed.
      const winners = expectRefusals(answers, [404, 409]).map(({ status }) => status);
      const isPaid = winners.includes(200);
      expect(winners.filter((status) => status === 204).length, JSON.stringify(statusCounts(answers))).toBe(1);
      expect(winners.length).toBe(isPaid ? 2 : 1);
      expect(await accountOf(investor)).toMatchObject({ balance: isPaid ? "0.00" : "500.00", withdrawalHold: "0.00" });
      expect((await listWithdrawals(investor))[0]?.status).toBe(isPaid ? "completed" : "rejected");
      expect(await listAuditActions(id)).toEqual([...(isPaid ? ["withdrawal.settle"] : []), "withdrawal.delete"]);
    }));

  it("delete, reject and complete withdrawals in turn, and lose no cent", () =>
    rounds(async () => {
      const investor = await test.funded("300");
      const { id } = await startWithdrawal(investor, "300");
      const sessions = twins.both(investor);
      await atOnce(CALLS, admins, (admin, index) => {
        if (index % 4 === 0) return deleteWithdrawal(admin, id);
        if (index % 4 === 1) return settleWithdrawal(admin, id, { status: "rejected" });
        if (index % 4 === 2) return sessions[index % 2]!.call("POST", "/api/user/withdrawals", mpesa("300"));
        return settleWithdrawal(admin, id, { status: "completed" });
      });
      const paid = (await listWithdrawals(investor)).filter(({ status }) => status === "completed").length;
      const { balance, withdrawalHold } = await accountOf(investor);
      expect(toCents(balance) + toCents(withdrawalHold)).toBe(paid === 0 ? 30_000n : 0n);
      expect(paid).toBeLessThanOrEqual(1);
    }));

  it("complete a withdrawal in processing once, with one hash", () =>
    rounds(async () => {
      const investor = await test.funded("200");
      const { id } = await startWithdrawal(investor, "200");
      await test.sql`update withdrawals set status = 'processing', version = version + 1 where id = ${id}`;
      const answers = await atOnce(CALLS, admins, (admin, index) => {
        if (index % 4 === 0) return settleWithdrawal(admin, id, { status: "completed", transactionHash: `T${index}` });
        if (index % 4 === 1) return settleWithdrawal(admin, id, { status: "completed" });
        if (index % 4 === 2) return settleWithdrawal(admin, id, { status: "rejected" });
        return deleteWithdrawal(admin, id);
      });
      const winners = expectRefusals(answers, [400, 404, 409]).map(({ status }) => status);
      expect(winners.filter((status) => status === 200)).toHaveLength(1);
      expect(winners.length).toBeLessThanOrEqual(2);
      expect(await accountOf(investor)).toMatchObject({ balance: "0.00", withdrawalHold: "0.00" });
    }));

  it("credit a late payment once, to any of several deposits", () =>
    rounds(async () => {
      const investors = await Promise.all(Array.from({ length: 8 }, () => test.signUp()));
      const ids = await Promise.all(investors.map(failedDeposit));
      const hash = randomUUID().replaceAll("-", "");
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        creditLateDeposit(admin, ids[index % ids.length]!, {
          amount: "55.55",
          transactionHash: index % 3 === 0 ? `0x${hash.toUpperCase()}` : hash,
        }),
      );
      expect(expectRefusals(answers, [409])).toHaveLength(1);
      const credited = await Promise.all(investors.map(async (each) => toCents((await accountOf(each)).totalDeposits)));
      expect(credited.reduce((sum, amount) => sum + amount, 0n)).toBe(5_555n);
    }));

  it("credit a transaction by approval or as a late payment, never both", () =>
    rounds(async () => {
      const [waiting, late] = [await test.signUp(), await test.signUp()];
      const { id } = await startDeposit(waiting, "100");
      const failedId = await failedDeposit(late);
      const transactionHash = randomUUID();
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        Math.floor(index / 2) % 2 === 0
          ? settleDeposit(admin, id, { status: "completed", transactionHash })
          : creditLateDeposit(admin, failedId, { amount: "100", transactionHash }),
      );
      expect(expectRefusals(answers, [409])).toHaveLength(1);
      const balances = [(await accountOf(waiting)).balance, (await accountOf(late)).balance];
      expect(balances.sort()).toEqual(["0.00", "100.00"]);
    }));

  it("credit each of many late payments of one deposit once", () =>
    rounds(async () => {
      const investor = await test.signUp();
      const id = await failedDeposit(investor);
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        creditLateDeposit(admin, id, { amount: "1.25", transactionHash: `${id}-${index % 8}` }),
      );
      const winners = expectRefusals(answers, [409]);
      const credited = (await listDeposits(investor)).filter(({ lateFor }) => lateFor === id);
      expect(credited).toHaveLength(winners.length);
      expect(new Set(credited.map(({ transactionHash }) => transactionHash)).size).toBe(winners.length);
      expect(toCents((await accountOf(investor)).balance)).toBe(125n * BigInt(winners.length));
      expect(winners.length).toBe(8);
    }));
});
