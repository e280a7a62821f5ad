import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { AdminUserDetail, SystemSettings } from "@wazi/contracts";
import { createHoldingDoor } from "../harness/holding-door.ts";
import {
  accountOf,
  atOnce,
  errorOf,
  isSuccess,
  settleWithdrawal,
  startTwins,
  startWithdrawal,
  statusCounts,
  type Twins,
} from "../harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../harness/test-app.ts";
import { byDepth } from "../harness/test-depth.ts";

const CALLS = 16;
const ROUNDS = byDepth({ ci: 2, long: 6 });

let twins: Twins;
let test: TestApp;
let admins: readonly [TestClient, TestClient];

beforeAll(async () => {
  twins = await startTwins();
  test = twins.one;
  const jane = await test.administrator("full", { firstName: "Jane", lastName: "Doe" });
  admins = [test.admin, jane.through(twins.two)];
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

/** Expects exactly one success. The others are told that the data has changed. */
function expectOne(answers: readonly TestAnswer[], refusals: readonly number[] = [409]): TestAnswer {
  const [done, ...more] = answers.filter(isSuccess);
  expect([done === undefined, more.length], JSON.stringify(statusCounts(answers))).toEqual([false, 0]);
  for (const answer of answers.filter((each) => !isSuccess(each))) {
    expect(refusals, answer.text).toContain(answer.status);
  }
  return done!;
}

async function listAuditActions(subjectId: string): Promise<string[]> {
  const rows = await test.sql<{ action: string }[]>`
    select action from audit_log where subject_id = ${subjectId} and action not like 'user.view%' order by id`;
  return rows.map(({ action }) => action);
}

const deleteSeen = (admin: TestClient, id: string, seen: string): Promise<TestAnswer> =>
  admin.call("DELETE", `/api/admin/withdrawals/${id}?expected=${seen}`);

async function seen(id: string): Promise<{ status: string; hidden: boolean }> {
  const [row] = await test.sql<{ status: string; hidden: boolean }[]>`
    select status, hidden_at is not null as hidden from withdrawals where id = ${id}`;
  return row!;
}

describe("two administrators at once, over two instances", () => {
  it("delete or complete a withdrawal that both saw pending: one succeeds, and a paid one stays in the list", () =>
    rounds(async () => {
      const investor = await test.funded("500");
      const { id } = await startWithdrawal(investor, "500");
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        Math.floor(index / 2) % 2 === 0
          ? deleteSeen(admin, id, "pending")
          : settleWithdrawal(admin, id, { status: "completed" }),
      );
      const isPaid = expectOne(answers, [404, 409]).status === 200;
      expect(await seen(id)).toEqual({ status: isPaid ? "completed" : "rejected", hidden: !isPaid });
      expect(await accountOf(investor)).toMatchObject({ balance: isPaid ? "0.00" : "500.00", withdrawalHold: "0.00" });
      expect(await listAuditActions(id)).toEqual([isPaid ? "withdrawal.settle" : "withdrawal.delete"]);
    }));

  it("change the status of an identity check that both saw pending: one succeeds", () =>
    rounds(async () => {
      const { userId } = await test.signUp();
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        admin.call("POST", `/api/admin/users/${userId}/kyc`, {
          kycStatus: index % 4 < 2 ? "approved" : "rejected",
          expected: "pending",
        }),
      );
      const { kycStatus } = expectOne(answers).body as { kycStatus: string };
      const detail = (await test.admin.call("GET", `/api/admin/users/${userId}`)).body as AdminUserDetail;
      expect(detail.user.kycStatus).toBe(kycStatus);
      expect((await listAuditActions(userId)).filter((action) => action === "user.set-kyc-status")).toHaveLength(1);
    }));

  it("change the gas fee settings that both saw: one succeeds", () =>
    rounds(async (round) => {
      const expected = (await test.admin.call("GET", "/api/system/settings")).body as SystemSettings;
      const before = await listAuditActions("system");
      const answers = await atOnce(CALLS, admins, (admin, index) =>
        admin.call("POST", "/api/admin/settings", {
          gasFeeAddress: "TWallet",
          gasFeeAmount: `${round}.${index + 1} TRX`,
          expected,
        }),
      );
      const done: SystemSettings = expectOne(answers).body;
      expect((await test.admin.call("GET", "/api/system/settings")).body).toEqual(done);
      expect(await listAuditActions("system")).toHaveLength(before.length + 1);
    }));
});

describe("a deletion that is decided while the withdrawal is pending and posted after it was paid", () => {
  let held: TestApp;
  const door = createHoldingDoor();

  beforeAll(async () => {
    held = await startTestApp(test.database, door.wrap);
  });
  afterAll(() => held.close());

  async function deleteLate(query: string): Promise<{ answer: TestAnswer; id: string }> {
    const investor = await test.funded("300");
    const { id } = await startWithdrawal(investor, "300");
    const arrived = door.holdNext();
    const headers = { "idempotency-key": randomUUID() };
    const late = test.admin.through(held).call("DELETE", `/api/admin/withdrawals/${id}${query}`, undefined, headers);
    await arrived;
    expect((await settleWithdrawal(admins[1], id, { status: "completed" })).status).toBe(200);
    door.release();
    return { answer: await late, id };
  }

  it("is decided again and refused with the payer and the time", async () => {
    const { answer, id } = await deleteLate("?expected=pending");
    expect(answer.status).toBe(409);
    expect(errorOf(answer).message).toMatch(
      /^This withdrawal is no longer pending: it was completed by Jane Doe at .* UTC$/,
    );
    expect(await seen(id)).toEqual({ status: "completed", hidden: false });
    expect(await listAuditActions(id)).toEqual(["withdrawal.settle"]);
  });

  it("hides the paid withdrawal when the request has no expected status", async () => {
    const { answer, id } = await deleteLate("");
    expect(answer.status).toBe(204);
    expect(await seen(id)).toEqual({ status: "completed", hidden: true });
  });
});
