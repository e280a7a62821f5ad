import type { AdminUser, AdminUserDetail, Page } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activate, settleDeposit, startDeposit, startWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

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

const post = ({ userId }: TestClient, call: string, body?: unknown): Promise<TestAnswer> =>
  test.admin.call("POST", `/api/admin/users/${userId}${call}`, body);

async function detailOf({ userId }: TestClient): Promise<AdminUserDetail> {
  return (await test.admin.call("GET", `/api/admin/users/${userId}`)).body;
}

describe("one user", () => {
  it("is shown with profile, package, documents, pending requests and waiting exits", async () => {
    const investor = await test.signUp({ preferredMarket: "crypto", riskTolerance: "low", marketingOptIn: true });
    const nothing = await detailOf(investor);
    expect(nothing).toMatchObject({
      user: { phone: "+254712345678", country: "Kenya" },
      profile: { birthday: "1990-05-17", preferredMarket: "crypto", riskTolerance: "low", marketingOptIn: true },
      tier: { tier: "none", tierName: "No package", maxBots: 0 },
      waitingExits: [],
      pendingItems: { deposit: null, withdrawal: null, verification: null },
      verification: null,
      deactivation: null,
      deletionObstacles: [],
    });
    expect(JSON.stringify(nothing)).not.toMatch(/argon2|hashed|referral/i);
    const first = await startDeposit(investor, "1000");
    expect((await detailOf(investor)).pendingItems.deposit).toEqual({
      id: first.id,
      amount: "1000.00",
      createdAt: first.createdAt,
    });
    await settleDeposit(test.admin, first.id, { status: "completed" });
    const { id: withdrawalId } = await startWithdrawal(investor, "100");
    await activate(investor, bots.ids[7], "400");
    await bots.open(7, { side: "buy", price: 100, exposure: "0.5" });
    await test.sql`update pool_marks set priced_at = clock_timestamp() - interval '1 hour'`;
    expect((await investor.call("POST", "/api/user/investment/transfer", { amount: "50" })).status).toBe(202);
    await test.sql`
      insert into verifications (id, user_id, document_type, document_number, front_document, status, rejection_reason,
        reviewed_at, reviewed_by, created_at, updated_at)
      values (gen_random_uuid(), ${investor.userId}, 'passport', 'A123', 'front', 'rejected', 'blurred', now(),
        ${test.admin.userId}, now(), now())`;
    const detail = await detailOf(investor);
    expect(detail).toMatchObject({
      tier: { tier: "enterprise", maxBots: 8 },
      positions: [{ botId: bots.ids[7], fresh: false }],
      waitingExits: [{ botId: bots.ids[7], kind: "investment-transfer", amount: "50.00" }],
      pending: { deposits: 0, withdrawals: 1, verifications: 0 },
      pendingItems: { withdrawal: { id: withdrawalId, amount: "100.00", status: "pending" }, verification: null },
      verification: { documentType: "passport", status: "rejected", rejectionReason: "blurred" },
    });
    expect(detail.verification?.reviewedBy).toEqual({
      email: "admin@wazi.local",
      firstName: "Wazi",
      lastName: "Admin",
    });
    expect(JSON.stringify(detail)).not.toContain("A123");
    await post(investor, "/deactivate", { reason: "Asked for in writing" });
    const { deactivation } = await detailOf(investor);
    expect(deactivation).toMatchObject({ reason: "Asked for in writing", by: { email: "admin@wazi.local" } });
    expect(Math.abs(Date.parse(deactivation!.at) - Date.now())).toBeLessThan(60_000);
    await post(investor, "/activate");
    expect((await detailOf(investor)).deactivation).toBeNull();
    await bots.price(7, 100);
    await bots.settle();
    await bots.close(7, 100);
  });

  it("lists a document that waits for review as pending", async () => {
    const investor = await test.signUp();
    await test.sql`
      insert into verifications (id, user_id, document_type, front_document, created_at, updated_at)
      values (gen_random_uuid(), ${investor.userId}, 'id_card', 'front', now(), now())`;
    const { verification, pendingItems, pending, user } = await detailOf(investor);
    expect(user.hasPendingVerification).toBe(true);
    const { items } = (await test.admin.call("GET", `/api/admin/users?search=${investor.email}`))
      .body as Page<AdminUser>;
    expect(items.map(({ hasPendingVerification }) => hasPendingVerification)).toEqual([true]);
    expect(verification).toMatchObject({
      status: "pending",
      documentType: "id_card",
      reviewedAt: null,
      reviewedBy: null,
    });
    expect(pendingItems.verification).toEqual({ id: verification?.id, createdAt: verification?.createdAt });
    expect(pending.verifications).toBe(1);
  });
});
