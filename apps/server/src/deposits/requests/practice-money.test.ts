import type { Deposit } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const PATH = "/api/user/practice-money";

it("is a completed deposit that the system approved, audited, and given once, also to calls at once", async () => {
  const investor = await test.signUp();
  const answers = await Promise.all([1, 2, 3].map(() => investor.call("POST", PATH)));
  expect(answers.map(({ status }) => status)).toContain(201);
  expect(await accountOf(investor)).toMatchObject({ balance: "1000.00", depositFunds: "1000.00" });
  const deposits = (await investor.call("GET", "/api/user/deposits")).body as Deposit[];
  expect(deposits).toMatchObject([{ status: "completed", amount: "1000.00", currency: "USDT" }]);
  const audited = await test.sql<{ action: string; actor_id: string | null }[]>`
    select action, actor_id from audit_log where subject_id = ${deposits[0]!.id}`;
  expect(audited).toEqual([{ action: "deposit.practice", actor_id: null }]);
  expect(await investor.call("POST", PATH)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  expect(await test.differences()).toEqual([]);
});

it("is not for an account with a deposit", async () => {
  const investor = await test.funded("100");
  expect(await investor.call("POST", PATH)).toMatchObject({ status: 409 });
  expect(await accountOf(investor)).toMatchObject({ balance: "100.00" });
});
