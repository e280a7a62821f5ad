import { randomUUID } from "node:crypto";
import { DAY_MS, type Withdrawal, WITHDRAWAL_DECISION_MS } from "@wazi/contracts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { turnOnApp } from "../../../../../tests/harness/authenticator-app.ts";
import {
  accountOf,
  errorOf,
  mpesa,
  settleWithdrawal,
  startWithdrawal,
} from "../../../../../tests/harness/money-calls.ts";
import {
  PASSWORD,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";
import { listQueues } from "../../office/operations/store.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterEach(async () => expect(await test.differences()).toEqual([]));
afterAll(() => test.close());

const replace = (client: TestClient, id: string, amount: unknown, headers = {}): Promise<TestAnswer> =>
  client.call("POST", `/api/user/withdrawals/${id}/replace`, { amount }, headers);
const listOf = async (client: TestClient): Promise<Withdrawal[]> =>
  (await client.call("GET", "/api/user/withdrawals")).body;

describe("replacing a waiting withdrawal by a smaller one", () => {
  it("keeps its destination and its place, and returns the difference in one transaction", async () => {
    const investor = await test.funded("300");
    const first = await startWithdrawal(investor, "250.50");
    const answer = await replace(investor, first.id, "100.25");
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    const smaller = answer.body as Withdrawal;
    expect(smaller).toMatchObject({ amount: "100.25", status: "pending", phoneNumber: "+254712345678" });
    expect(await listOf(investor)).toMatchObject([
      smaller,
      { id: first.id, status: "rejected", isCancelled: true, decideBy: null },
    ]);
    expect(Date.parse(smaller.createdAt) - Date.parse(first.createdAt)).toBe(1);
    expect(await accountOf(investor)).toMatchObject({ balance: "199.75", withdrawalHold: "100.25" });
    const posted = await test.sql<{ amount: string; transactions: number }[]>`
      select e.amount::text, (select count(*)::int from ledger_entries o where o.transaction_id = e.transaction_id) as transactions
      from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.code = ${`user:${investor.userId}:withdrawal_hold`} order by e.transaction_id`;
    expect(posted.map(({ amount }) => amount)).toEqual(["250.50", "-150.25"]);
    expect((await settleWithdrawal(test.admin, first.id, { status: "completed" })).status).toBe(409);
    expect((await settleWithdrawal(test.admin, smaller.id, { status: "completed" })).status).toBe(200);
    expect(await accountOf(investor)).toMatchObject({ balance: "199.75", withdrawalHold: "0.00" });
  });

  it("mails it as one event", async () => {
    const investor = await test.funded("300");
    const { id } = await startWithdrawal(investor, "300");
    await test.sql`delete from mail_outbox where user_id = ${investor.userId}`;
    await replace(investor, id, "50");
    const mails = await test.sql`
      select template, data ->> 'amount' as amount, data ->> 'replaced' as replaced from mail_outbox where user_id = ${investor.userId}`;
    expect(mails).toEqual([{ template: "withdrawal-requested", amount: "50.00", replaced: "300.00" }]);
  });

  it("happens once per idempotency key and repeats the answer", async () => {
    const investor = await test.funded("300");
    const { id } = await startWithdrawal(investor, "300");
    const headers = { "idempotency-key": randomUUID() };
    const answers = [await replace(investor, id, "50", headers), await replace(investor, id, "50", headers)];
    expect(answers[1]!.text).toBe(answers[0]!.text);
    expect((await accountOf(investor)).balance).toBe("250.00");
  });

  it.each([
    ["300", "Please enter less than $300.00. For a larger amount, cancel this withdrawal and request another."],
    ["300.01", "Please enter less than $300.00. For a larger amount, cancel this withdrawal and request another."],
    ["9.99", "Minimum withdrawal amount is $10"],
    ["0", "Please enter a valid withdrawal amount"],
  ])("refuses %s", async (amount, message) => {
    const investor = await test.funded("300");
    const { id } = await startWithdrawal(investor, "300");
    const refused = await replace(investor, id, amount);
    expect([refused.status, errorOf(refused)]).toMatchObject([400, { message, fields: { amount: message } }]);
    expect((await accountOf(investor)).withdrawalHold).toBe("300.00");
  });

  it("is only for its owner, while it waits", async () => {
    const investor = await test.funded("300");
    const { id } = await startWithdrawal(investor, "300");
    expect((await replace(await test.funded("300"), id, "50")).status).toBe(404);
    await test.sql`update withdrawals set status = 'processing', version = version + 1 where id = ${id}`;
    expect(errorOf(await replace(investor, id, "50")).message).toBe(
      "This withdrawal is being paid out and cannot be replaced.",
    );
    await settleWithdrawal(test.admin, id, { status: "completed", transactionHash: "QK7TEST" });
    expect((await replace(investor, id, "50")).status).toBe(409);
  });

  it("asks again neither for the limit of the day nor for a place in the address book", async () => {
    const limited = await startTestApp(test.database, undefined, {
      WITHDRAWAL_DAILY_LIMIT: "300",
      ADDRESS_WAIT_HOURS: "24",
    });
    try {
      const investor = await test.funded("600");
      const { id } = await startWithdrawal(investor, "300");
      // The destination is not in the address book, and the limit of the day is used up: both were asked about before.
      const session = investor.through(limited);
      expect((await session.call("POST", "/api/user/withdrawals", mpesa("20"))).status).toBe(409);
      expect((await replace(session, id, "50")).status).toBe(201);
    } finally {
      await limited.close();
    }
  });

  it("asks who has a second factor for a proof of exactly this act", async () => {
    const investor = await test.funded("300");
    const { id } = await startWithdrawal(investor, "300");
    const { recoveryCodes } = await turnOnApp(investor, PASSWORD);
    const prove = (amount: string, code: string | undefined): Promise<TestAnswer> =>
      investor.prove({ code }, { method: "POST", path: `/api/user/withdrawals/${id}/replace`, body: { amount } });
    expect(errorOf(await replace(investor, id, "50")).code).toBe("STEP_UP_REQUIRED");
    expect((await prove("40", recoveryCodes[0])).status).toBe(200);
    expect(errorOf(await replace(investor, id, "50")).code, "of another amount").toBe("STEP_UP_REQUIRED");
    expect((await prove("50", recoveryCodes[1])).status).toBe(200);
    expect((await replace(investor, id, "50")).status).toBe(201);
  });

  it("lets a deactivated or frozen user replace too", async () => {
    const investor = await test.funded("300");
    const { id } = await startWithdrawal(investor, "300");
    await test.admin.call("POST", `/api/admin/users/${investor.userId}/deactivate`, { reason: "A test" });
    await test.admin.call("POST", `/api/admin/users/${investor.userId}/freeze`, { reason: "A test" });
    await investor.call("POST", "/api/auth/signin", { email: investor.email, password: PASSWORD });
    const answer = await replace(investor, id, "50");
    expect([answer.status, (answer.body as Withdrawal).hold?.reasons]).toEqual([201, ["account-frozen"]]);
    expect((await settleWithdrawal(test.admin, (answer.body as Withdrawal).id, { status: "completed" })).status).toBe(
      409,
    );
  });
});

describe("the latest time of a decision", () => {
  const MARGIN_MS = 5_000;

  it("is 48 hours after the request, and after a hold's end", async () => {
    const investor = await test.funded("300");
    const { id, createdAt, decideBy } = await startWithdrawal(investor, "300");
    expect(Date.parse(decideBy!) - Date.parse(createdAt)).toBe(WITHDRAWAL_DECISION_MS);
    await test.admin.call("POST", `/api/admin/users/${investor.userId}/freeze`, { reason: "A test" });
    await investor.call("POST", "/api/auth/signin", { email: investor.email, password: PASSWORD });
    const [held] = await listOf(investor);
    expect(Date.parse(held!.decideBy!) - Date.parse(held!.hold!.endsAt)).toBe(WITHDRAWAL_DECISION_MS);
    await test.admin.call("POST", `/api/admin/users/${investor.userId}/unfreeze`);
    const [freed] = await listOf(investor);
    const left = Date.parse(freed!.decideBy!) - Date.now();
    expect(Math.abs(left - WITHDRAWAL_DECISION_MS)).toBeLessThan(MARGIN_MS);
    await settleWithdrawal(test.admin, id, { status: "completed" });
    expect((await listOf(investor))[0]!.decideBy).toBeNull();
  });

  it("counts the age of the queue from then on, so that a hold alone is not overdue", async () => {
    const investor = await test.funded("300");
    await startWithdrawal(investor, "300");
    const ageDays = async (): Promise<number> => {
      const { oldestAt } = (await listQueues(test.sql)).find(({ name }) => name === "withdrawals")!;
      return Math.floor((Date.now() - Date.parse(oldestAt!)) / DAY_MS);
    };
    await test.sql`update withdrawals set created_at = created_at - interval '9 days' where user_id = ${investor.userId}`;
    expect(await ageDays()).toBe(9);
    await test.admin.call("POST", `/api/admin/users/${investor.userId}/freeze`, { reason: "A test" });
    expect(await ageDays()).toBe(0);
  });

  it("comes with the amount above which two people decide, where that is so", async () => {
    const limited = await startTestApp(test.database, undefined, { ADMIN_ALONE_DAILY_LIMIT: "10000" });
    const readPeople = async (client: TestClient): Promise<Withdrawal["twoPeople"]> =>
      (await listOf(client.through(limited)))[0]!.twoPeople;
    try {
      const [large, small] = [await test.funded("20000"), await test.funded("20000")];
      await startWithdrawal(large, "10000.01");
      await startWithdrawal(small, "10000");
      expect(await readPeople(large), "one administrator decides alone in a demo").toBeUndefined();
      await test.administrator("read-only");
      expect(await readPeople(large)).toEqual({ above: "10000.00", isPossible: false });
      await test.administrator("money");
      expect(await readPeople(large)).toEqual({ above: "10000.00", isPossible: true });
      expect(await readPeople(small)).toBeUndefined();
    } finally {
      await limited.close();
    }
  });
});
