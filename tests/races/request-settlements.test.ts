import type { AdminDeposit, AdminVerification, AdminWithdrawal } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  creditLateDeposit,
  deleteWithdrawal,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startWithdrawal,
} from "../harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";
import { pageOf } from "../harness/walk-table.ts";

let test: TestApp;
let investor: TestClient;
const administrator = { email: "admin@wazi.local", firstName: "Wazi", lastName: "Admin" };

beforeAll(async () => {
  test = await startTestApp();
  investor = await test.funded("1000");
});
afterAll(() => test.close());

const newest = async <Item>(table: string): Promise<Item> =>
  (await pageOf<Item>(test.admin, `/api/admin/${table}?limit=1`)).items[0]!;

/** Tells whether a time is between two others. */
const isBetween = (at: string | null, from: number, to: number): boolean =>
  at !== null && Date.parse(at) >= from && Date.parse(at) <= to;

describe("the person and time that settled a request", () => {
  it("are null while it is open", async () => {
    const { id } = await startDeposit(investor, "100");
    expect(await newest<AdminDeposit>("deposits")).toMatchObject({ id, settledBy: null, settledAt: null });
    const { id: withdrawalId } = await startWithdrawal(investor, "20");
    expect(await newest<AdminWithdrawal>("withdrawals")).toMatchObject({
      id: withdrawalId,
      settledBy: null,
      settledAt: null,
      destination: "M-Pesa Kenya +254712345678",
    });
    await test.sql`update withdrawals set status = 'processing', version = version + 1 where id = ${withdrawalId}`;
    expect(await newest<AdminWithdrawal>("withdrawals")).toMatchObject({ settledBy: null, settledAt: null });
    await settleWithdrawal(test.admin, withdrawalId, { status: "completed", transactionHash: "QK7" });
    await settleDeposit(test.admin, id, { status: "failed" });
  });

  it.each(["completed", "failed"])(
    "is the administrator who made it %s, in the answer and in the list",
    async (status) => {
      const { id } = await startDeposit(investor, "100");
      const from = Date.now();
      const answer = (await settleDeposit(test.admin, id, { status })).body as AdminDeposit;
      expect(answer).toMatchObject({ id, settledBy: administrator });
      expect(isBetween(answer.settledAt, from, Date.now())).toBe(true);
      expect(await newest<AdminDeposit>("deposits")).toEqual(answer);
      if (status === "completed") return;
      const late = (await creditLateDeposit(test.admin, id, { amount: "30", transactionHash: "0xBEEF" }))
        .body as AdminDeposit;
      expect(late).toMatchObject({ settledBy: administrator, settledAt: late.createdAt });
      expect(await newest<AdminDeposit>("deposits")).toEqual(late);
    },
  );

  it("are no person and the time when investors cancel their own deposit", async () => {
    const { id } = await startDeposit(investor, "100");
    const from = Date.now();
    await investor.call("POST", `/api/user/deposits/${id}/cancel`);
    const cancelled = await newest<AdminDeposit>("deposits");
    expect(cancelled).toMatchObject({ id, status: "failed", settledBy: null });
    expect(isBetween(cancelled.settledAt, from, Date.now())).toBe(true);
  });

  it.each(["completed", "rejected"])("stay when a %s withdrawal is hidden later", async (status) => {
    const { id } = await startWithdrawal(investor, "20");
    const from = Date.now();
    const answer = (await settleWithdrawal(test.admin, id, { status })).body as AdminWithdrawal;
    expect(answer).toMatchObject({ id, settledBy: administrator });
    expect(isBetween(answer.settledAt, from, Date.now())).toBe(true);
    expect(await newest<AdminWithdrawal>("withdrawals")).toEqual(answer);
    await deleteWithdrawal(test.admin, id);
    const [row] = await test.sql<{ settled_at: Date; updated_at: Date; hidden_at: Date }[]>`
      select settled_at, updated_at, hidden_at from withdrawals where id = ${id}`;
    expect(row!.settled_at.toISOString()).toBe(answer.settledAt);
    expect(row!.updated_at).toEqual(row!.hidden_at);
    expect(row!.updated_at.getTime()).toBeGreaterThan(row!.settled_at.getTime());
  });

  it("are those of the deletion of a pending withdrawal", async () => {
    const { id } = await startWithdrawal(investor, "20");
    await deleteWithdrawal(test.admin, id);
    const [row] = await test.sql`select settled_at = hidden_at as "isOne" from withdrawals where id = ${id}`;
    expect(row).toEqual({ isOne: true });
  });

  it("are those of the review of documents", async () => {
    const { userId } = investor;
    await test.sql`
      insert into verifications (id, user_id, document_type, front_document, created_at, updated_at)
      values (gen_random_uuid(), ${userId}, 'passport', 'front', now(), now())`;
    const open = await newest<AdminVerification>("verifications");
    expect(open).toMatchObject({ userId, reviewedBy: null, reviewedAt: null });
    const review = { status: "rejected", rejectionReason: "Blurred" };
    const answer = await test.admin.call("POST", `/api/admin/verifications/${open.id}/review`, review);
    expect(answer.body).toMatchObject({ reviewedBy: administrator, status: "rejected" });
    expect(await newest<AdminVerification>("verifications")).toEqual(answer.body);
  });
});
