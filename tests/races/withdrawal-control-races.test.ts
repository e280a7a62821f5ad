import type { Withdrawal } from "@wazi/contracts";
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
