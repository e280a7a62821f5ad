import type { AdminWithdrawal, Withdrawal } from "@wazi/contracts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { untilLockWait } from "../harness/lock-waits.ts";
import {
  accountOf,
  atOnce,
  isSuccess,
  mpesa,
  settleWithdrawal,
  startTwins,
  startWithdrawal,
  statusCounts,
  type Twins,
} from "../harness/money-calls.ts";
import { recordSecurityEvent } from "../../apps/server/src/people/security-holds/store.ts";
import { PASSWORD, startTestApp, type TestAnswer, type TestApp, type TestClient } from "../harness/test-app.ts";
import { byDepth } from "../harness/test-depth.ts";

const ROUNDS = byDepth({ ci: 3, long: 8 });
const CALLS = 16;

let twins: Twins;
let test: TestApp;

beforeAll(async () => {
  twins = await startTwins();
  test = twins.one;
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

const paid = { status: "completed", transactionHash: "receipt 1" };
const cancel = (client: TestClient, id: string): Promise<TestAnswer> =>
  client.call("POST", `/api/user/withdrawals/${id}/cancel`);
const listAll = async (): Promise<AdminWithdrawal[]> => (await test.admin.call("GET", "/api/admin/withdrawals")).body;
const listOf = async (client: TestClient): Promise<Withdrawal[]> =>
  (await client.call("GET", "/api/user/withdrawals")).body;

describe("cancelling and completing a withdrawal at once", { tags: ["S50"] }, () => {
  it("does one of them, once", { tags: ["cancel"] }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const investor = await test.funded("300");
      const { id } = await startWithdrawal(investor, "300");
      const sessions = twins.both(investor);
      const admins = [twins.one.admin, twins.two.admin] as const;
      const answers = await Promise.all(
        Array.from({ length: CALLS }, (_, index) => {
          const place = Math.floor(index / 2) % 2;
          return index % 2 === round % 2 ? cancel(sessions[place]!, id) : settleWithdrawal(admins[place]!, id, paid);
        }),
      );
      expect(answers.filter(isSuccess), JSON.stringify(statusCounts(answers))).toHaveLength(1);
      for (const answer of answers) expect([200, 409, 503], answer.text).toContain(answer.status);
      const isPaid = (await listOf(investor))[0]!.status === "completed";
      expect(await accountOf(investor)).toMatchObject({
        balance: isPaid ? "0.00" : "300.00",
        withdrawalHold: "0.00",
      });
    }
  });
});

describe("replacing a withdrawal and", { tags: ["S50"] }, () => {
  const replace = (client: TestClient, id: string, amount: string): Promise<TestAnswer> =>
    client.call("POST", `/api/user/withdrawals/${id}/replace`, { amount });

  it("completing it at once: one of them happens", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const investor = await test.funded("300");
      const { id } = await startWithdrawal(investor, "300");
      const sessions = twins.both(investor);
      const admins = [twins.one.admin, twins.two.admin] as const;
      const answers = await Promise.all(
        Array.from({ length: CALLS }, (_, index) => {
          const place = Math.floor(index / 2) % 2;
          return index % 2 === round % 2
            ? replace(sessions[place]!, id, "120.01")
            : settleWithdrawal(admins[place]!, id, paid);
        }),
      );
      expect(answers.filter(isSuccess), JSON.stringify(statusCounts(answers))).toHaveLength(1);
      const [newest] = await listOf(investor);
      const isPaid = newest!.status === "completed";
      expect(await accountOf(investor)).toMatchObject({
        balance: isPaid ? "0.00" : "179.99",
        withdrawalHold: isPaid ? "0.00" : "120.01",
      });
      expect([newest!.amount, newest!.status]).toEqual(isPaid ? ["300.00", "completed"] : ["120.01", "pending"]);
    }
  });

  it("replacing or cancelling it again at once: one of them happens", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const investor = await test.funded("300");
      const { id } = await startWithdrawal(investor, "300");
      const sessions = twins.both(investor);
      const answers = await Promise.all([
        ...Array.from({ length: CALLS }, (_, index) => replace(sessions[index % 2]!, id, `${100 + index}`)),
        cancel(sessions[round % 2]!, id),
      ]);
      expect(answers.filter(isSuccess), JSON.stringify(statusCounts(answers))).toHaveLength(1);
      const open = (await listOf(investor)).filter(({ status }) => status === "pending");
      expect(open.length).toBeLessThanOrEqual(1);
      const held = Number(open[0]?.amount ?? 0);
      expect(await accountOf(investor)).toMatchObject({
        balance: (300 - held).toFixed(2),
        withdrawalHold: held.toFixed(2),
      });
    }
  });

  it("confirming it at once: the confirmation is not for the smaller one", async () => {
    const limited = await startTestApp(test.database, undefined, { ADMIN_ALONE_DAILY_LIMIT: "10000" });
    const admin = test.admin.through(limited);
    const second = (await test.administrator("money")).through(limited);
    for (let round = 0; round < ROUNDS; round += 1) {
      const investor = await test.funded("20000");
      const { id } = await startWithdrawal(investor, "15000");
      const seen = (await listAll()).find((each) => each.id === id)!;
      const confirm = (): Promise<TestAnswer> =>
        second.call("POST", `/api/admin/withdrawals/${id}/confirm`, {
          amount: seen.amount,
          destination: seen.destination,
        });
      const calls = [confirm, () => replace(twins.both(investor)[1], id, "12000")];
      if (round % 2 === 1) calls.reverse();
      const answers = await Promise.all(calls.map((run) => run()));
      const [confirmed, replaced] = round % 2 === 1 ? answers.toReversed() : answers;
      expect([200, 409]).toContain(confirmed!.status);
      expect(replaced!.status, replaced!.text).toBe(201);
      const smaller = (replaced!.body as Withdrawal).id;
      expect((await settleWithdrawal(admin, id, paid)).status).toBe(409);
      const alone = await settleWithdrawal(admin, smaller, paid);
      expect([alone.status, alone.text]).toEqual([409, expect.stringContaining("needs two administrators")]);
      expect((await listAll()).find((each) => each.id === smaller)).toMatchObject({ confirmation: null });
    }
    await limited.close();
  });

  it("freezing the account at once: both happen, and the smaller one waits", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const investor = await test.funded("300");
      const { id } = await startWithdrawal(investor, "300");
      const [frozen, replaced] = await Promise.all([
        test.admin.call("POST", `/api/admin/users/${investor.userId}/freeze`, { reason: "A test" }),
        replace(twins.both(investor)[1], id, "100"),
      ]);
      expect(frozen.status).toBe(200);
      // The freeze ends the session, which may be before the call.
      expect([201, 401]).toContain(replaced.status);
      const waiting = replaced.status === 201 ? (replaced.body as Withdrawal).id : id;
      expect((await settleWithdrawal(twins.two.admin, waiting, paid)).status).toBe(409);
    }
  });
});

describe("changing the password and completing a withdrawal at once", { tags: ["S56"] }, () => {
  it("never pays out after the change", { tags: ["withdrawals-wait"] }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const investor = await test.funded("300");
      const { id } = await startWithdrawal(investor, "300");
      const change = { currentPassword: PASSWORD, newPassword: "An0ther-h0rse!", confirmPassword: "An0ther-h0rse!" };
      const changed = investor.call("POST", "/api/user/password", change);
      const settled: TestAnswer[] = [];
      let isChanged = false;
      void changed.then(() => (isChanged = true));
      do {
        settled.push(await settleWithdrawal(twins.two.admin, id, { status: "completed" }));
      } while (!isChanged && settled.at(-1)!.status !== 200);
      expect((await changed).status).toBeLessThan(300);
      // The event and the payout took the same lock, so their times are in the order of their commits.
      const [row] = await test.sql<{ isOrdered: boolean; status: string }[]>`
        select w.status, w.status <> 'completed' or (select t.posted_at from ledger_transactions t
            where t.kind = 'withdrawal-paid' and exists (select from ledger_entries e join ledger_accounts a on a.id = e.account_id
              where e.transaction_id = t.id and a.user_id = w.user_id)) <= clock_timestamp() as "isOrdered"
        from withdrawals w where w.id = ${id}`;
      expect(row!.isOrdered).toBe(true);
      if (row!.status === "pending") {
        expect((await settleWithdrawal(test.admin, id, { status: "completed" })).status).toBe(409);
        expect((await listOf(investor))[0]!.hold?.reasons).toEqual(["password-changed"]);
      }
    }
  });

  it("never pays out after a freeze, and frees it once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const investor = await test.funded("300");
      const { id } = await startWithdrawal(investor, "300");
      const act = (by: TestClient, what: string): Promise<TestAnswer> =>
        by.call("POST", `/api/admin/users/${investor.userId}/${what}`, what === "freeze" ? { reason: "A test" } : {});
      const settle = (by: TestClient): Promise<TestAnswer> => settleWithdrawal(by, id, { status: "completed" });
      const [frozen, ...settled] = await Promise.all([
        act(test.admin, "freeze"),
        ...[twins.one.admin, twins.two.admin, twins.two.admin].map(settle),
      ]);
      expect(frozen.status).toBe(200);
      const isPaid = settled.some(isSuccess);
      expect((await settle(test.admin)).status).toBe(409);
      const ends = await atOnce(4, [twins.one.admin, twins.two.admin], (by) => act(by, "unfreeze"));
      expect(statusCounts(ends)).toEqual({ 204: 1, 409: 3 });
      expect((await settle(test.admin)).status).toBe(isPaid ? 409 : 200);
    }
  });

  it("waits for an event that is being recorded, and then refuses", async () => {
    const investor = await test.funded("300");
    const { id } = await startWithdrawal(investor, "300");
    let settling: Promise<TestAnswer> | undefined;
    await test.sql.begin(async (tx) => {
      await recordSecurityEvent(tx, investor.userId, "factor-changed", new Date());
      settling = settleWithdrawal(twins.two.admin, id, { status: "completed" });
      await untilLockWait(test.database.url);
    });
    expect((await settling!).status).toBe(409);
  });
});

describe("requests at once below and above the daily limit", { tags: ["S57"] }, () => {
  it("never sum to more than it", async () => {
    const limited = await startTestApp(test.database, undefined, { WITHDRAWAL_DAILY_LIMIT: "1000" });
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const investor = await test.funded("5000");
        const session = investor.through(limited);
        // A pending withdrawal blocks the next, so each is completed as soon as it is there.
        for (let step = 0; step < 4; step += 1) {
          const answers = await atOnce(CALLS, [session], (client) =>
            client.call("POST", "/api/user/withdrawals", mpesa("350")),
          );
          for (const answer of answers) expect([201, 409, 422, 503], answer.text).toContain(answer.status);
          const created = answers.find(isSuccess);
          if (created) await settleWithdrawal(test.admin, (created.body as Withdrawal).id, paid);
        }
        const asked = (await listOf(investor)).reduce((sum, { amount }) => sum + Number(amount), 0);
        expect(asked).toBe(700);
      }
    } finally {
      await limited.close();
    }
  });
});
