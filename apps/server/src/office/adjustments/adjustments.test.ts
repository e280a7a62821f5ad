import type { AdminDeposit, Adjustment, AdjustmentPreview, WaitingAdjustment } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accountOf,
  creditLateDeposit,
  errorOf,
  settleDeposit,
  startDeposit,
} from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";

let test: TestApp;
let owner: Sql;
let jane: TestClient;
let omar: TestClient;
let reader: TestClient;

beforeAll(async () => {
  test = await startTestApp(undefined, undefined, { ADMIN_ALONE_DAILY_LIMIT: "1000" });
  owner = openPool(test.database.url, { role: null, max: 1 });
  jane = await test.administrator("money", { firstName: "Jane", lastName: "Doe" });
  omar = await test.administrator("full", { firstName: "Omar", lastName: "Sall" });
  reader = await test.administrator("read-only");
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await owner.end();
  await test.close();
});

const adjust = (by: TestClient, investor: TestClient, body: object): Promise<TestAnswer> =>
  by.call("POST", `/api/admin/users/${investor.userId}/balance`, body);
const decide = (by: TestClient, id: string, how: "approve" | "reject" | "withdraw", body?: object) =>
  by.call("POST", `/api/admin/adjustments/${id}/${how}`, body);
const listOf = async (by: TestClient, query = ""): Promise<Adjustment[]> =>
  ((await by.call("GET", `/api/admin/adjustments${query}`)).body as { items: Adjustment[] }).items;
const said = (answer: TestAnswer): [number, string] => [answer.status, errorOf(answer).message];

async function asked(amount = "5000.00"): Promise<{ investor: TestClient; adjustment: Adjustment }> {
  const investor = await test.signUp();
  const answer = await adjust(jane, investor, { balance: amount, reason: "Refund of case 12" });
  expect(answer.status, answer.text).toBe(202);
  return { investor, adjustment: (answer.body as WaitingAdjustment).pendingAdjustment };
}

describe("an adjustment above the limit", { tags: ["S60"] }, () => {
  it("moves no money, and waits with the exact figures before and after", async () => {
    const { investor, adjustment } = await asked();
    expect(adjustment).toMatchObject({
      kind: "account",
      user: { id: investor.userId },
      before: { balance: "0.00" },
      after: { balance: "5000.00" },
      counted: "5000.00",
      reason: "Refund of case 12",
      status: "pending",
      askedBy: { id: jane.userId, firstName: "Jane" },
      decidedBy: null,
    });
    expect((await accountOf(investor)).balance).toBe("0.00");
    expect((await listOf(omar, "?status=pending")).map(({ id }) => id)).toContain(adjustment.id);
    const { adjustments } = (await omar.call("GET", "/api/admin/overview")).body as { adjustments: { count: number } };
    expect(adjustments.count).toBeGreaterThan(0);
  });

  it("is applied when another administrator approves it, once", { tags: ["two-administrators"] }, async () => {
    const { investor, adjustment } = await asked();
    expect(said(await decide(jane, adjustment.id, "approve"))).toEqual([
      403,
      "You asked for this adjustment; another administrator must approve it.",
    ]);
    expect((await decide(reader, adjustment.id, "approve")).status).toBe(403);
    expect((await decide(investor, adjustment.id, "approve")).status).toBe(403);
    const approved = await decide(omar, adjustment.id, "approve");
    expect([approved.status, approved.body]).toMatchObject([
      200,
      { status: "applied", decidedBy: { id: omar.userId } },
    ]);
    expect((await accountOf(investor)).balance).toBe("5000.00");
    expect(said(await decide(omar, adjustment.id, "approve"))).toEqual([
      409,
      expect.stringMatching(/^This adjustment is no longer pending: it was applied by Omar Sall at /),
    ]);
    const events = await test.sql<object[]>`
      select actor_id as by, action from audit_log where subject_id = ${investor.userId} and action ~ 'adjust' order by id`;
    expect(events).toEqual([
      { by: jane.userId, action: "adjustment.request" },
      { by: omar.userId, action: "user.adjust" },
      { by: omar.userId, action: "adjustment.approve" },
    ]);
  });

  it("is void when the figure has changed since it was asked for", async () => {
    const { investor, adjustment } = await asked();
    expect((await adjust(omar, investor, { balance: "10.00" })).status).toBe(200);
    expect(said(await decide(omar, adjustment.id, "approve"))).toEqual([
      409,
      "balance is now 10.00, not 0.00. Please check again.",
    ]);
    expect((await accountOf(investor)).balance).toBe("10.00");
  });

  it("is rejected by another administrator with a reason, or withdrawn by who asked", async () => {
    const first = (await asked()).adjustment;
    expect((await decide(omar, first.id, "reject", {})).status).toBe(400);
    expect(said(await decide(jane, first.id, "reject", { note: "no" }))[0]).toBe(403);
    const rejected = await decide(omar, first.id, "reject", { note: "No such case" });
    expect([rejected.status, rejected.body]).toMatchObject([200, { status: "rejected", note: "No such case" }]);
    const second = (await asked()).adjustment;
    expect(said(await decide(omar, second.id, "withdraw"))[0]).toBe(403);
    expect((await decide(jane, second.id, "withdraw")).body).toMatchObject({ status: "withdrawn" });
    expect((await decide(omar, second.id, "approve")).status).toBe(409);
  });

  it("expires", async () => {
    const { adjustment } = await asked();
    await owner`update adjustments set expires_at = now() where id = ${adjustment.id}`;
    expect(said(await decide(omar, adjustment.id, "approve"))[1]).toMatch(/^This adjustment expired at /);
    expect((await listOf(omar, "?status=expired")).map(({ id }) => id)).toContain(adjustment.id);
    expect((await listOf(omar, "?status=pending")).map(({ id }) => id)).not.toContain(adjustment.id);
  });

  it("needs a reason", async () => {
    const investor = await test.signUp();
    for (const reason of [undefined, "", "  "]) {
      expect(said(await adjust(jane, investor, { balance: "5000", reason }))).toEqual([
        400,
        "Please give a reason. Another administrator must approve this adjustment.",
      ]);
    }
  });

  it("is not approved for who may no longer adjust", async () => {
    const third = await test.administrator("money", { firstName: "Ada", lastName: "Obi" });
    const investor = await test.signUp();
    const answer = await adjust(third, investor, { balance: "5000", reason: "x" });
    const { id } = (answer.body as WaitingAdjustment).pendingAdjustment;
    await owner`update users set admin_role = 'read-only' where id = ${third.userId}`;
    expect(said(await decide(omar, id, "approve"))).toEqual([
      409,
      "Ada Obi asked for this adjustment but may no longer adjust accounts. Please reject it.",
    ]);
    await owner`update users set admin_role = 'money' where id = ${third.userId}`;
  });

  it("is not split: what one administrator did alone counts for 24 hours, in both directions", async () => {
    const alone = await test.administrator("money");
    const [investor, other] = [await test.signUp(), await test.signUp()];
    expect((await adjust(alone, investor, { balance: "600" })).status).toBe(200);
    expect((await adjust(alone, other, { balance: "300" })).status).toBe(200);
    // 900 are moved, up and down. Another 100 are allowed, and not a cent more.
    const preview = (
      await alone.call("POST", `/api/admin/users/${investor.userId}/balance/preview`, { balance: "499.99" })
    ).body as AdjustmentPreview;
    expect(preview).toMatchObject({
      counted: "100.01",
      adjustedBefore: "900.00",
      limit: "1000.00",
      needsApproval: true,
    });
    expect(preview.approvers).toBeGreaterThan(0);
    expect((await adjust(alone, investor, { balance: "499.99", reason: "x" })).status).toBe(202);
    expect((await adjust(alone, investor, { balance: "500" })).status).toBe(200);
    expect((await adjust(alone, other, { balance: "300.01", reason: "x" })).status).toBe(202);
    await owner`update acts_alone set acted_at = acted_at - interval '24 hours' where admin_id = ${alone.userId}`;
    expect((await adjust(alone, other, { balance: "300.01" })).status).toBe(200);
  });

  it("counts parts that cancel out", async () => {
    const investor = await test.signUp();
    const alone = await test.administrator("money");
    expect((await adjust(alone, investor, { balance: "500" })).status).toBe(200);
    const answer = await adjust(alone, investor, { balance: "200", totalProfit: "300", reason: "Moved" });
    expect(answer.status).toBe(202);
    expect((answer.body as WaitingAdjustment).pendingAdjustment.counted).toBe("600.00");
  });
});

describe("adjustments of many accounts", { tags: ["S60"] }, () => {
  it("stay below the limit of one administrator, also when they are made at the same moment", async () => {
    const alone = await test.administrator("money");
    const investors = await Promise.all(Array.from({ length: 14 }, () => test.signUp()));
    const answers = await Promise.all(
      investors.map((investor) => adjust(alone, investor, { balance: "100.00", reason: "A gift" })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(4);
  });
});

describe("a second administrator", () => {
  it("is not needed in a demo with one, and asked for in words where none may decide", async () => {
    const single = await startTestApp(undefined, undefined, { ADMIN_ALONE_DAILY_LIMIT: "1000" });
    try {
      const investor = await single.signUp();
      const give = (balance: string): Promise<TestAnswer> =>
        adjust(single.admin, investor, { balance, reason: "Demo" });
      expect((await give("5000")).status).toBe(200);
      expect((await single.admin.call("GET", "/api/admin/adjustments")).body).toMatchObject({ isLimited: false });
      await single.administrator("read-only");
      expect((await give("6000")).body).toMatchObject({
        approvers: 0,
        message:
          "One administrator can move at most $1,000.00 in 24 hours. This would be more, so another one must approve it. No other " +
          "administrator counts as a second person for you yet. The page Administrators shows who will, and from when. On " +
          "the server: npm run wazi -- appoint-administrator. No money was moved.",
      });
    } finally {
      await single.close();
    }
  });
});

describe("a credit of a deposit", { tags: ["S60"] }, () => {
  async function pending(amount = "1000"): Promise<{ investor: TestClient; id: string }> {
    const investor = await test.signUp();
    return { investor, id: (await startDeposit(investor, amount)).id };
  }

  it("is listed as an adjustment when it is above the request by more than 1 per cent", async () => {
    const alone = await test.administrator("money");
    const { investor, id } = await pending("300");
    expect((await settleDeposit(alone, id, { status: "completed", receivedAmount: "303" })).status).toBe(200);
    const { investor: other, id: larger } = await pending("300");
    expect((await settleDeposit(alone, larger, { status: "completed", receivedAmount: "303.01" })).status).toBe(200);
    expect(await listOf(omar, `?user=${investor.userId}`)).toEqual([]);
    expect(await listOf(omar, `?user=${other.userId}`)).toMatchObject([{ status: "applied", counted: "303.01" }]);
  });

  it("waits for another administrator above the limit, as requested or more", async () => {
    const { investor: usual, id: requested } = await pending("1000.01");
    const { pendingAdjustment: asRequested } = (await settleDeposit(jane, requested, { status: "completed" }))
      .body as WaitingAdjustment;
    expect(asRequested).toMatchObject({ counted: "1000.01", reason: "As the investor requested" });
    expect((await decide(omar, asRequested.id, "approve")).status).toBe(200);
    expect((await accountOf(usual)).balance).toBe("1000.01");

    const { investor, id } = await pending();
    const body = { status: "completed", receivedAmount: "2000.01", transactionHash: "a".repeat(64) };
    expect(said(await settleDeposit(jane, id, body))[0]).toBe(400);
    const answer = await settleDeposit(jane, id, { ...body, reason: "The investor sent more" });
    expect(answer.status, answer.text).toBe(202);
    const { pendingAdjustment: adjustment } = answer.body as WaitingAdjustment;
    expect(adjustment).toMatchObject({
      kind: "deposit",
      depositId: id,
      before: { requested: "1000.00", credited: "0.00" },
      after: { requested: "1000.00", credited: "2000.01" },
      counted: "2000.01",
    });
    expect((await accountOf(investor)).balance).toBe("0.00");
    const approved = await decide(omar, adjustment.id, "approve");
    expect(approved.status, approved.text).toBe(200);
    expect((await accountOf(investor)).balance).toBe("2000.01");
    const page = (await omar.call("GET", `/api/admin/deposits?user=${investor.userId}&limit=1`)).body as {
      items: AdminDeposit[];
    };
    const [deposit] = page.items;
    expect(deposit).toMatchObject({ status: "completed", receivedAmount: "2000.01", transactionHash: "a".repeat(64) });
  });

  it("is void when the deposit was settled meanwhile", async () => {
    const { investor, id } = await pending("500");
    const answer = await settleDeposit(jane, id, { status: "completed", receivedAmount: "5000", reason: "x" });
    expect((await settleDeposit(omar, id, { status: "completed" })).status).toBe(200);
    const { pendingAdjustment } = answer.body as WaitingAdjustment;
    expect((await decide(omar, pendingAdjustment.id, "approve")).status).toBe(409);
    expect((await accountOf(investor)).balance).toBe("500.00");
  });

  it("counts late money too", async () => {
    const alone = await test.administrator("money");
    const { investor, id } = await pending("500");
    await settleDeposit(alone, id, { status: "failed" });
    const late = (index: number, amount: string): Promise<TestAnswer> =>
      creditLateDeposit(alone, id, { amount, transactionHash: `late ${id} ${index}`, reason: "Late" });
    expect((await late(1, "500")).status).toBe(201);
    expect((await late(2, "500")).status).toBe(201);
    const answer = await late(3, "0.01");
    expect(answer.status).toBe(202);
    const { pendingAdjustment } = answer.body as WaitingAdjustment;
    expect((await decide(omar, pendingAdjustment.id, "approve")).status).toBe(200);
    expect((await accountOf(investor)).balance).toBe("1000.01");
  });
});
