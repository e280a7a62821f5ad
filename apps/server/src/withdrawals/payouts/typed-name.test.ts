import type { Withdrawal } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPaystack, type PayoutService } from "../../../../../tests/harness/fake-payout-services.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";

/** Paystack tells the names of Nigerian accounts only. */
const bank = {
  withdrawalType: "bank",
  country: "South Africa",
  bankName: "Access Bank",
  destinationAddress: "4056789012",
};
let test: TestApp;
let paystack: PayoutService;

beforeAll(async () => {
  paystack = await startPaystack();
  test = await startTestApp(undefined, undefined, { PAYOUTS: "automatic" }, undefined, [paystack.rail]);
  await test.admin.call("POST", "/api/admin/local-rates", { currency: "ZAR", rate: "18.2", source: "Central bank" });
});
afterAll(async () => {
  await test.close();
  await paystack.fake.close();
});

describe("an account whose holder's name the provider does not tell", () => {
  it.each([
    ["Grace Njeri", 409],
    ["OTIENO, AMINA W.", 200],
  ])("with the typed holder %s answers %i at the approval", async (accountName, status) => {
    const investor = await test.funded("1000");
    const asked = await investor.call("POST", "/api/user/withdrawals", { amount: "10", ...bank, accountName });
    const { id } = asked.body as Withdrawal;
    const approve = (more: object = {}) =>
      test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed", ...more });
    const answer = await approve();
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    if (status === 200) return;
    expect(answer.body).toMatchObject({ fields: { acceptsName: expect.any(String) as string } });
    expect(answer.text).toContain('entered \\"Grace Njeri\\" as the account holder, and is \\"Amina Otieno\\"');
    const [listed] = (await investor.call("GET", "/api/user/withdrawals")).body as Withdrawal[];
    expect(listed).toMatchObject({ status: "pending", payout: null });
    const accepted = await approve({ acceptsName: true });
    expect([accepted.status, accepted.body]).toMatchObject([
      200,
      { payout: { state: "approved", recipientName: null } },
    ]);
    const [event] = await test.sql<{ accepted: boolean }[]>`
      select (after ->> 'acceptsName')::boolean as accepted from audit_log
      where action = 'payout.approve' and subject_id = ${id}`;
    expect(event).toEqual({ accepted: true });
  });
});
