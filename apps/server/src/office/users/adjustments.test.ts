import type { AdminUser, AuditEvent } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accountOf,
  activate,
  botsOf,
  deactivate,
  errorOf,
  startWithdrawal,
  transferProfit,
} from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { readTradingFlows } from "../../investing/positions/store.ts";

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});

afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

function adjust(
  { userId }: Pick<TestClient, "userId">,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  return test.admin.call("POST", `/api/admin/users/${userId}/balance`, body, headers);
}

const refusal = (answer: TestAnswer): [number, string, string] => [
  answer.status,
  errorOf(answer).code,
  errorOf(answer).message,
];

describe("setting the balance", () => {
  it("adds to deposit funds, and takes from deposit funds before profit funds", async () => {
    const investor = await test.funded("500");
    const up = await adjust(investor, { balance: "750.25" });
    expect(up.status).toBe(200);
    expect((up.body as AdminUser).account).toMatchObject({ balance: "750.25", depositFunds: "750.25" });
    await adjust(investor, { totalProfit: "100" });
    await transferProfit(investor, "100");
    expect(await accountOf(investor)).toMatchObject({ depositFunds: "750.25", profitFunds: "100.00" });
    expect((await adjust(investor, { balance: "60" })).status).toBe(200);
    expect(await accountOf(investor)).toMatchObject({
      balance: "60.00",
      depositFunds: "0.00",
      profitFunds: "60.00",
      totalDeposits: "500.00",
    });
    expect((await adjust(investor, { balance: 0 })).status).toBe(200);
    expect((await accountOf(investor)).balance).toBe("0.00");
  });

  it("does not touch a withdrawal hold", async () => {
    const investor = await test.funded("500");
    await startWithdrawal(investor, "200");
    await adjust(investor, { balance: "0" });
    expect(await accountOf(investor)).toMatchObject({ balance: "0.00", withdrawalHold: "200.00" });
  });

  it("is recorded in the ledger with administrator and reason, and in the audit log", async () => {
    const investor = await test.funded("100");
    await adjust(investor, { balance: "130", reason: "Bank transfer 4711" });
    const [posted] = await test.sql<{ kind: string; actor: string; reason: string; entries: string }[]>`
      select t.kind, t.actor_id as actor, t.reason,
        (select string_agg(regexp_replace(a.code, '^user:[^:]+:', '') || ' ' || e.amount, ', ' order by a.code)
          from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id) as entries
      from ledger_transactions t order by id desc limit 1`;
    expect(posted).toEqual({
      kind: "adjustment",
      actor: test.admin.userId,
      reason: "Bank transfer 4711",
      entries: "platform:adjustments -30.00, deposit_funds 30.00",
    });
    const path = `/api/admin/audit?subjectId=${investor.userId}&action=user.adjust`;
    const { items } = (await test.admin.call("GET", path)).body as { items: AuditEvent[] };
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      actorId: test.admin.userId,
      before: { balance: "100.00" },
      after: { balance: "130.00", reason: "Bank transfer 4711" },
      address: "127.0.0.1",
    });
  });
});

describe("setting the running profit", () => {
  it("changes only granted profit, down to a loss", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[0], "1000");
    await adjust(investor, { totalProfit: "40" });
    expect(await accountOf(investor)).toMatchObject({ totalProfit: "40.00", adjustmentProfit: "40.00" });
    await bots.open(0, { side: "buy", price: 100, exposure: "0.5" });
    await bots.close(0, 90);
    const { totalProfit } = await accountOf(investor);
    const earned = Number(totalProfit) - 40;
    expect(earned).toBeLessThan(-40);
    const least = earned.toFixed(2);
    expect((await adjust(investor, { totalProfit: (earned + 5).toFixed(2) })).status).toBe(200);
    expect(await accountOf(investor)).toMatchObject({ adjustmentProfit: "5.00" });
    expect(refusal(await adjust(investor, { totalProfit: (earned - 0.01).toFixed(2) }))).toEqual([
      422,
      "INSUFFICIENT_FUNDS",
      `totalProfit cannot be set below ${least}. Only money granted by adjustments can be taken away.`,
    ]);
    expect((await adjust(investor, { totalProfit: least })).status).toBe(200);
    expect(await accountOf(investor)).toMatchObject({ totalProfit: least, adjustmentProfit: "0.00" });
    await deactivate(investor, bots.ids[0]);
  });

  it("does not count granted money or investments as earned", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[1], "500");
    await adjust(investor, { totalProfit: "300", totalInvested: "900" });
    await transferProfit(investor, "300");
    await deactivate(investor, bots.ids[1]);
    expect(await accountOf(investor)).toMatchObject({ balance: "1700.00" });
    const flow = (await readTradingFlows(test.sql, null, 100)).find(({ userId }) => userId === investor.userId);
    expect(Number(flow?.net)).toBe(0);
  });
});

describe("setting the total invested", () => {
  it("buys and cancels units in proportion, and returns them as deposit funds", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[2], "300");
    await activate(investor, bots.ids[3], "100");
    expect((await adjust(investor, { totalInvested: "800" })).status).toBe(200);
    expect((await botsOf(investor)).map(({ allocatedAmount }) => allocatedAmount)).toEqual(["600.00", "200.00"]);
    expect((await adjust(investor, { totalInvested: "200" })).status).toBe(200);
    expect((await botsOf(investor)).map(({ allocatedAmount }) => allocatedAmount)).toEqual(["150.00", "50.00"]);
    await adjust(investor, { totalInvested: "1000" });
    await deactivate(investor, bots.ids[2]);
    await deactivate(investor, bots.ids[3]);
    expect(await accountOf(investor)).toMatchObject({ balance: "1600.00", depositFunds: "1600.00" });
  });

  it("keeps the gain unchanged and closes an empty position", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[4], "1000");
    await bots.open(4, { side: "buy", price: 100, exposure: "0.5" });
    await bots.close(4, 110);
    const { totalProfit } = await accountOf(investor);
    expect((await adjust(investor, { totalInvested: "10.50" })).status).toBe(200);
    expect(await accountOf(investor)).toMatchObject({ totalInvested: "10.50", totalProfit });
    expect((await adjust(investor, { totalInvested: "0" })).status).toBe(200);
    expect(await accountOf(investor)).toMatchObject({ totalInvested: "0.00", totalProfit });
    // Only gain is left: the position stays open and pays it out.
    expect(await botsOf(investor)).toHaveLength(1);
    await deactivate(investor, bots.ids[4]);
    expect(await accountOf(investor)).toMatchObject({ balance: totalProfit, profitFunds: totalProfit });
    expect(refusal(await adjust(investor, { totalInvested: "1" }))).toEqual([
      422,
      "BOT_UNAVAILABLE",
      "This user has no active bot: there is nothing to invest in",
    ]);
    const other = await test.funded("1000");
    await activate(other, bots.ids[5], "250");
    await adjust(other, { totalInvested: "0" });
    expect(await botsOf(other)).toEqual([]);
  });

  it("refuses to take more out of a position than its value", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[5], "400");
    await bots.open(5, { side: "buy", price: 100, exposure: "0.5" });
    await bots.close(5, 60);
    const answer = await adjust(investor, { totalInvested: "50" });
    expect([answer.status, errorOf(answer).code]).toEqual([422, "INSUFFICIENT_FUNDS"]);
    expect(errorOf(answer).message).toMatch(/^The position in Crypto-Scalper-03 is worth only \$3\d\d\.\d\d$/);
    expect((await accountOf(investor)).totalInvested).toBe("400.00");
    await deactivate(investor, bots.ids[5]);
  });

  it("requires a fresh price while a trade is open, except for the balance", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[6], "400");
    await bots.open(6, { side: "buy", price: 100, exposure: "0.5" });
    await test.sql`update pool_marks set priced_at = clock_timestamp() - interval '1 hour'`;
    for (const body of [{ totalInvested: "500" }, { totalProfit: "5" }]) {
      const answer = await adjust(investor, body);
      expect([answer.status, errorOf(answer).code, answer.headers["retry-after"]]).toEqual([
        503,
        "PRICE_UNAVAILABLE",
        "5",
      ]);
    }
    expect((await adjust(investor, { balance: "610" })).status).toBe(200);
    await bots.price(6, 101);
    expect((await adjust(investor, { totalInvested: "500", totalProfit: "7.5", balance: "620.75" })).status).toBe(200);
    await bots.close(6, 101);
    expect(await accountOf(investor)).toMatchObject({ balance: "620.75", totalInvested: "500.00" });
    await deactivate(investor, bots.ids[6]);
  });
});

describe("an adjustment of several figures", () => {
  it("is applied completely or not at all", async () => {
    const investor = await test.funded("1000");
    const before = await accountOf(investor);
    const answer = await adjust(investor, { balance: "5000", totalProfit: "10", totalInvested: "10" });
    expect(answer.status).toBe(422);
    expect(await accountOf(investor)).toEqual(before);
  });

  it("is refused if a figure has changed", async () => {
    const investor = await test.funded("1000");
    const answer = await adjust(investor, { balance: "1100", expected: { balance: "999.99", totalProfit: "0" } });
    expect(refusal(answer)).toEqual([409, "CONFLICT", "balance is now 1000.00, not 999.99. Please check again."]);
    expect((await adjust(investor, { balance: "1100", expected: { balance: 1000 } })).status).toBe(200);
  });

  it("is applied once per idempotency key", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[7], "100");
    const key = { "idempotency-key": "adjust-1" };
    const first = await adjust(investor, { totalInvested: "150" }, key);
    const again = await adjust(investor, { totalInvested: "150" }, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await adjust(investor, { totalInvested: "151" }, key)).status).toBe(422);
    const [posted] = await test.sql<{ count: number }[]>`
      select count(*)::int from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where t.kind = 'adjustment' and a.code = ${`pool:${bots.ids[7]!}`}`;
    expect(posted?.count).toBe(1);
  });

  it.each([
    [{}, "Please fill in all fields"],
    [{ reason: "only a reason" }, "Please fill in all fields"],
    [{ balance: "-1" }, "balance must be an amount of 0 or more with at most two decimals, such as 1250.00"],
    [{ balance: "1.005" }, "balance must be an amount of 0 or more with at most two decimals, such as 1250.00"],
    [{ balance: 1e21 }, "balance must be an amount of 0 or more with at most two decimals, such as 1250.00"],
    [
      { totalInvested: "1,000" },
      "totalInvested must be an amount of 0 or more with at most two decimals, such as 1250.00",
    ],
    [{ totalProfit: "--1" }, "totalProfit must be an amount with at most two decimals, such as 1250.00"],
    [{ totalProfit: null }, "totalProfit must be an amount with at most two decimals, such as 1250.00"],
    [{ balance: "1", kycStatus: "approved" }, "kycStatus is not a known field"],
    [{ balance: "1", reason: "x".repeat(501) }, "reason must be at most 500 characters"],
  ])("rejects %j with a reason", async (body, message) => {
    const investor = await test.signUp();
    expect(refusal(await adjust(investor, body))).toEqual([400, "VALIDATION", message]);
  });

  it("is refused for the caller, another administrator and an unknown user", async () => {
    expect(refusal(await adjust(test.admin, { balance: "1000000" }))).toEqual([
      403,
      "FORBIDDEN",
      "You cannot manage your own account.",
    ]);
    const other = await test.signUp();
    await test.sql`update users set is_admin = true where id = ${other.userId}`;
    expect(refusal(await adjust(other, { balance: "1" }))[0]).toBe(403);
    await test.sql`update users set is_admin = false where id = ${other.userId}`;
    const nobody = { userId: "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e" };
    expect(refusal(await adjust(nobody, { balance: "1" }))).toEqual([404, "NOT_FOUND", "User not found."]);
  });
});
