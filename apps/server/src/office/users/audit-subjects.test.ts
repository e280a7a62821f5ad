import type { AuditEvent, Page } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let amina: TestClient;

beforeAll(async () => {
  test = await startTestApp();
  amina = await test.funded("500");
});

afterAll(() => test.close());

async function entriesOf(query: string): Promise<AuditEvent[]> {
  const answer = await test.admin.call("GET", `/api/admin/audit?${query}`);
  expect(answer.status).toBe(200);
  return (answer.body as Page<AuditEvent>).items;
}

const named = { firstName: "Amina", lastName: "Otieno" };

describe("the user that an audit event is about", () => {
  it("is the owner of a deposit, with its amount", async () => {
    const [entry] = await entriesOf("action=deposit.settle");
    expect(entry).toMatchObject({ about: { ...named, id: amina.userId, email: amina.email }, amount: "500.00" });
  });

  it("is the owner of a withdrawal, with its amount", async () => {
    const form = { amount: "80", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
    const { id } = (await amina.call("POST", "/api/user/withdrawals", form)).body as { id: string };
    await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "rejected", notes: "Wrong" });
    const [entry] = await entriesOf(`subjectId=${id}`);
    expect(entry).toMatchObject({ action: "withdrawal.settle", about: { id: amina.userId }, amount: "80.00" });
  });

  it("is the user who is the subject, without an amount", async () => {
    await test.admin.call("POST", `/api/admin/users/${amina.userId}/kyc`, { kycStatus: "approved" });
    const [entry] = await entriesOf("action=user.set-kyc-status");
    expect(entry).toMatchObject({ about: { ...named, id: amina.userId }, amount: null });
  });

  it("is null for a subject without an owner or with another kind of id", async () => {
    await test.admin.call("POST", "/api/admin/settings", { gasFeeAddress: "TXyz", gasFeeAmount: "450 TRX" });
    const [settings] = await entriesOf("action=settings.change");
    expect(settings).toMatchObject({ about: null, amount: null });
    await amina.call("GET", "/api/admin/users");
    const [denied] = await entriesOf("action=call.denied");
    expect(denied).toMatchObject({ about: null, amount: null });
  });

  it("contains no personal data of a deleted user", async () => {
    const gone = await test.signUp({ firstName: "Wanjiru" });
    await test.admin.call("POST", `/api/admin/users/${gone.userId}/kyc`, { kycStatus: "approved" });
    expect((await test.admin.call("DELETE", `/api/admin/users/${gone.userId}`)).status).toBe(204);
    const entries = await entriesOf(`subjectId=${gone.userId}`);
    expect(entries.map(({ action }) => action)).toContain("user.delete");
    for (const entry of entries) {
      expect(entry.about).toMatchObject({ id: gone.userId, firstName: "Deleted", lastName: "user" });
      expect(JSON.stringify(entry)).not.toContain(gone.email);
    }
  });
});
