import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminWithdrawal, Withdrawal } from "@wazi/contracts";
import {
  accountOf,
  deleteWithdrawal,
  errorOf,
  mpesa,
  settleWithdrawal,
  startDeposit,
  startWithdrawal,
} from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const states = ["pending", "processing", "completed", "rejected", "deleted"] as const;
type State = (typeof states)[number];

const actions = {
  complete: (id: string) => settleWithdrawal(test.admin, id, { status: "completed" }),
  "complete with a hash": (id: string) =>
    settleWithdrawal(test.admin, id, { status: "completed", transactionHash: "QK7TEST" }),
  reject: (id: string) => settleWithdrawal(test.admin, id, { status: "rejected" }),
  delete: (id: string) => deleteWithdrawal(test.admin, id),
} as const satisfies Record<string, (id: string) => Promise<TestAnswer>>;
type Action = keyof typeof actions;

/** For each action on each state of a withdrawal of 100.00: status code, next state and balance. */
const table: Record<State, Record<Action, [status: number, next: State, balance: string]>> = {
  pending: {
    complete: [200, "completed", "0.00"],
    "complete with a hash": [200, "completed", "0.00"],
    reject: [200, "rejected", "100.00"],
    delete: [204, "deleted", "100.00"],
  },
  processing: {
    complete: [400, "processing", "0.00"],
    "complete with a hash": [200, "completed", "0.00"],
    reject: [409, "processing", "0.00"],
    delete: [409, "processing", "0.00"],
  },
  completed: {
    complete: [409, "completed", "0.00"],
    "complete with a hash": [409, "completed", "0.00"],
    reject: [409, "completed", "0.00"],
    delete: [204, "deleted", "0.00"],
  },
  rejected: {
    complete: [409, "rejected", "100.00"],
    "complete with a hash": [409, "rejected", "100.00"],
    reject: [409, "rejected", "100.00"],
    delete: [204, "deleted", "100.00"],
  },
  deleted: {
    complete: [404, "deleted", "100.00"],
    "complete with a hash": [404, "deleted", "100.00"],
    reject: [404, "deleted", "100.00"],
    delete: [404, "deleted", "100.00"],
  },
};

/** Brings a withdrawal of the whole balance of 100.00 into a state. */
async function bring(state: State): Promise<{ investor: TestClient; id: string }> {
  const investor = await test.funded("100");
  const { id } = await startWithdrawal(investor, "100");
  switch (state) {
    case "pending":
      break;
    case "processing":
      // The server does this when a payout has been sent.
      await test.sql`update withdrawals set status = 'processing', version = version + 1 where id = ${id}`;
      break;
    case "completed":
    case "rejected":
      await settleWithdrawal(test.admin, id, { status: state });
      break;
    case "deleted":
      await deleteWithdrawal(test.admin, id);
  }
  return { investor, id };
}

const listOf = async (client: TestClient): Promise<Withdrawal[]> =>
  (await client.call("GET", "/api/user/withdrawals")).body;
const seenByAdmin = async (id: string): Promise<AdminWithdrawal | undefined> =>
  ((await test.admin.call("GET", "/api/admin/withdrawals")).body as AdminWithdrawal[]).find((each) => each.id === id);
async function auditOf(id: string): Promise<string[]> {
  const rows = await test.sql<{ action: string }[]>`select action from audit_log where subject_id = ${id} order by id`;
  return rows.map(({ action }) => action);
}

const pairs = states.flatMap((state) => (Object.keys(actions) as Action[]).map((action) => [state, action] as const));

describe("every action on a withdrawal in every state", () => {
  it.each(pairs)("%s: %s", { tags: ["S53"] }, async (state, action) => {
    const [status, next, balance] = table[state][action];
    const { investor, id } = await bring(state);
    const auditBefore = await auditOf(id);
    const answer = await actions[action](id);
    expect(answer.status).toBe(status);
    const account = await accountOf(investor);
    expect([account.balance, account.withdrawalHold]).toEqual([balance, next === "processing" ? "100.00" : "0.00"]);
    const [mine] = await listOf(investor);
    const isMoved = status < 300;
    if (next !== "deleted") expect([mine?.status, (await seenByAdmin(id))?.status]).toEqual([next, next]);
    else expect([mine?.id, await seenByAdmin(id)]).toEqual([id, undefined]);
    expect(await auditOf(id)).toEqual([
      ...auditBefore,
      ...(isMoved ? [`withdrawal.${action === "delete" ? "delete" : "settle"}`] : []),
    ]);
  });

  it.each<State>(["pending", "processing"])("%s: blocks another withdrawal", async (state) => {
    const { investor } = await bring(state);
    const answer = await investor.call("POST", "/api/user/withdrawals", mpesa("1"));
    expect([answer.status, errorOf(answer).message]).toEqual([
      409,
      "Please wait for your current withdrawal to be processed before creating a new one",
    ]);
  });
});

describe("a withdrawal that is being paid out", () => {
  it("requires the transaction hash of the payment", async () => {
    const { id } = await bring("processing");
    const answer = await settleWithdrawal(test.admin, id, { status: "completed" });
    expect(errorOf(answer)).toMatchObject({
      code: "VALIDATION",
      message: "This withdrawal is being paid out. Please enter the transaction hash of the payment.",
      fields: { transactionHash: expect.stringContaining("transaction hash") as string },
    });
    const paid = await settleWithdrawal(test.admin, id, { status: "completed", transactionHash: "QK7" });
    expect(paid.body).toMatchObject({ status: "completed", transactionHash: "QK7" });
  });
});

describe("deleting a withdrawal", () => {
  it("returns a pending one to its funds and allows another", async () => {
    const { investor, id } = await bring("pending");
    const answer = await deleteWithdrawal(test.admin, id);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await accountOf(investor)).toMatchObject({ balance: "100.00", depositFunds: "100.00" });
    expect((await investor.call("POST", "/api/user/withdrawals", mpesa("100"))).status).toBe(201);
    expect((await listOf(investor)).map(({ status }) => status)).toEqual(["pending", "rejected"]);
  });

  it("happens once per idempotency key and repeats the answer", async () => {
    const { investor, id } = await bring("pending");
    const headers = { "idempotency-key": randomUUID() };
    const answers = [await deleteWithdrawal(test.admin, id, headers), await deleteWithdrawal(test.admin, id, headers)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ""],
      [204, ""],
    ]);
    expect((await accountOf(investor)).balance).toBe("100.00");
    expect(await auditOf(id)).toEqual(["withdrawal.delete"]);
  });

  describe("with the expected status", () => {
    const deleteSeen = (by: TestClient, id: string, seen: string, headers = {}): Promise<TestAnswer> =>
      by.call("DELETE", `/api/admin/withdrawals/${id}?expected=${seen}`, undefined, headers);

    it.each([
      ["pending", "pending", 204, undefined],
      ["completed", "completed", 204, undefined],
      ["rejected", "rejected", 204, undefined],
      ["pending", "completed", 409, "This withdrawal is no longer pending: it was completed by Wazi Admin"],
      ["pending", "rejected", 409, "This withdrawal is no longer pending: it was rejected by Wazi Admin"],
      ["processing", "completed", 409, "This withdrawal is no longer pending: it was completed by Wazi Admin"],
      ["pending", "processing", 409, "This withdrawal is being paid out and cannot be deleted."],
      ["processing", "processing", 409, "This withdrawal is being paid out and cannot be deleted."],
      ["completed", "pending", 409, "This withdrawal is pending, which is not what you saw. Please check again."],
      ["pending", "deleted", 404, "Withdrawal not found."],
    ] as const)("%s, which is %s: %s", async (seen, state, status, message) => {
      const { investor, id } = await bring(state);
      const [before, auditBefore] = [await seenByAdmin(id), await auditOf(id)];
      const { balance } = await accountOf(investor);
      const answer = await deleteSeen(test.admin, id, seen);
      expect(answer.status, answer.text).toBe(status);
      if (message === undefined) return expect(await seenByAdmin(id)).toBeUndefined();
      expect(errorOf(answer).message).toMatch(message);
      expect([await seenByAdmin(id), await auditOf(id)]).toEqual([before, auditBefore]);
      expect((await accountOf(investor)).balance).toBe(balance);
    });

    it("names who ended it and when", async () => {
      const { id } = await bring("pending");
      const jane = await test.administrator("money", { firstName: "Jane", lastName: "Doe" });
      await settleWithdrawal(jane, id, { status: "completed" });
      expect(errorOf(await deleteSeen(test.admin, id, "pending"))).toMatchObject({
        code: "CONFLICT",
        message: expect.stringMatching(/: it was completed by Jane Doe at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/) as string,
      });
    });

    it("is another request under the same idempotency key than without it", async () => {
      const { id } = await bring("pending");
      const headers = { "idempotency-key": randomUUID() };
      const answers = [
        await deleteSeen(test.admin, id, "pending", headers),
        await deleteSeen(test.admin, id, "pending", headers),
        await deleteSeen(test.admin, id, "rejected", headers),
        await deleteWithdrawal(test.admin, id, headers),
      ];
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 422, 422]);
      expect(await auditOf(id)).toEqual(["withdrawal.delete"]);
    });

    it("accepts only the four statuses and no other parameter", async () => {
      const { id } = await bring("pending");
      expect(errorOf(await deleteSeen(test.admin, id, "gone"))).toMatchObject({
        statusCode: 400,
        message: "expected must be one of: pending, processing, completed, rejected",
      });
      const misspelt = await test.admin.call("DELETE", `/api/admin/withdrawals/${id}?expcted=pending`);
      expect([misspelt.status, errorOf(misspelt).message]).toEqual([400, "expcted is not a known field"]);
      expect((await seenByAdmin(id))?.status).toBe("pending");
    });
  });

  it("logs the previous status, the actor and the address", async () => {
    const { id } = await bring("pending");
    await deleteWithdrawal(test.admin, id);
    const [row] = await test.sql`select actor_id, before, after, address from audit_log where subject_id = ${id}`;
    expect(row).toEqual({
      actor_id: test.admin.userId,
      before: { status: "pending" },
      after: { status: "rejected", transactionHash: null, notes: null, hidden: true },
      address: "127.0.0.1",
    });
  });

  it("requires an administrator, another user's withdrawal and a known one", async () => {
    const { investor, id } = await bring("pending");
    expect((await deleteWithdrawal(investor, id)).status).toBe(403);
    expect((await deleteWithdrawal(test.visitor(), id)).status).toBe(401);
    expect((await deleteWithdrawal(test.admin, randomUUID())).status).toBe(404);
    expect((await deleteWithdrawal(test.admin, "x")).status).toBe(404);
    // Another administrator credits this administrator's deposit.
    const second = await test.signUp();
    await test.sql`update users set is_admin = true where id = ${second.userId}`;
    const deposit = await startDeposit(test.admin, "100");
    await second.call("POST", `/api/admin/deposits/${deposit.id}/approve`, { status: "completed" });
    const own = await startWithdrawal(test.admin, "100");
    const answer = await deleteWithdrawal(test.admin, own.id);
    expect([answer.status, errorOf(answer).message]).toEqual([403, "You cannot delete your own withdrawal."]);
    expect((await deleteWithdrawal(second, own.id)).status).toBe(204);
  });
});
