import type { AdminUser, AdminUserDetail, SystemSettings } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
/** A second administrator. */
let jane: TestClient;

beforeAll(async () => {
  test = await startTestApp();
  jane = await test.administrator("full", { firstName: "Jane", lastName: "Doe" });
});
afterAll(() => test.close());

async function countAuditEvents(subjectId: string, action: string): Promise<number> {
  const rows = await test.sql`select from audit_log where subject_id = ${subjectId} and action = ${action}`;
  return rows.length;
}

const BY_JANE = String.raw`set by Jane Doe at \d{4}-\d\d-\d\d \d\d:\d\d UTC`;

describe("setting the KYC status with the expected value", () => {
  const set = (by: TestClient, { userId }: TestClient, body: object): Promise<TestAnswer> =>
    by.call("POST", `/api/admin/users/${userId}/kyc`, body);
  const statusOf = async ({ userId }: TestClient): Promise<string> =>
    ((await test.admin.call("GET", `/api/admin/users/${userId}`)).body as AdminUserDetail).user.kycStatus;
  const countKycEvents = ({ userId }: TestClient): Promise<number> => countAuditEvents(userId, "user.set-kyc-status");

  /** Inserts documents like a submission. */
  async function submitted({ userId }: TestClient): Promise<string> {
    const [row] = await test.sql<{ id: string }[]>`
      insert into verifications (id, user_id, document_type, front_document, status, created_at, updated_at)
      values (gen_random_uuid(), ${userId}, 'passport', 'front', 'pending', now(), now()) returning id`;
    return row!.id;
  }

  it("succeeds if the status is unchanged", async () => {
    const investor = await test.signUp();
    const answer = await set(test.admin, investor, { kycStatus: "approved", expected: "pending" });
    expect([answer.status, (answer.body as AdminUser).kycStatus]).toEqual([200, "approved"]);
    expect([await statusOf(investor), await countKycEvents(investor)]).toEqual(["approved", 1]);
  });

  it.each(["rejected", "approved", "pending"])(
    "does not set %s if the status has changed, and names who changed it",
    async (asked) => {
      const investor = await test.signUp();
      await set(jane, investor, { kycStatus: "approved", expected: "pending" });
      const answer = await set(test.admin, investor, { kycStatus: asked, expected: "pending" });
      expect(errorOf(answer)).toMatchObject({ statusCode: 409, code: "CONFLICT" });
      expect(errorOf(answer).message).toMatch(
        new RegExp(`^The KYC status is now approved, ${BY_JANE}, no longer pending\\. Please check again\\.$`),
      );
      expect([await statusOf(investor), await countKycEvents(investor)]).toEqual(["approved", 1]);
    },
  );

  it("names the administrator who reviewed the documents", async () => {
    const investor = await test.signUp();
    await set(test.admin, investor, { kycStatus: "rejected" });
    await set(test.admin, investor, { kycStatus: "pending" });
    const id = await submitted(investor);
    const reviewed = await jane.call("POST", `/api/admin/verifications/${id}/review`, { status: "approved" });
    expect(reviewed.status).toBe(200);
    const answer = await set(test.admin, investor, { kycStatus: "rejected", expected: "pending" });
    expect(answer.status).toBe(409);
    expect(errorOf(answer).message).toMatch(new RegExp(`^The KYC status is now approved, ${BY_JANE}, no longer`));
  });

  it("names no one if no administrator set the status", async () => {
    const investor = await test.signUp();
    await set(jane, investor, { kycStatus: "rejected" });
    // As a new submission does.
    await test.sql`update users set kyc_status = 'pending' where id = ${investor.userId}`;
    const answer = await set(test.admin, investor, { kycStatus: "approved", expected: "rejected" });
    expect(errorOf(answer).message).toBe("The KYC status is now pending, no longer rejected. Please check again.");
  });

  it.each([{}, { expected: "approved" }])("changes nothing if the status is already set: %j", async (seen) => {
    const investor = await test.signUp();
    await set(jane, investor, { kycStatus: "approved" });
    const [before] = await test.sql`select updated_at from users where id = ${investor.userId}`;
    const answer = await set(test.admin, investor, { kycStatus: "approved", ...seen });
    expect([answer.status, (answer.body as AdminUser).kycStatus]).toEqual([200, "approved"]);
    expect(await test.sql`select updated_at from users where id = ${investor.userId}`).toEqual([before]);
    expect(await countKycEvents(investor)).toBe(1);
  });

  it("succeeds without an expected value, and rejects an unknown status", async () => {
    const investor = await test.signUp();
    await set(jane, investor, { kycStatus: "approved" });
    expect((await set(test.admin, investor, { kycStatus: "rejected" })).status).toBe(200);
    expect(await statusOf(investor)).toBe("rejected");
    expect(errorOf(await set(test.admin, investor, { kycStatus: "approved", expected: "maybe" }))).toMatchObject({
      statusCode: 400,
      message: "expected must be one of: pending, approved, rejected",
    });
  });
});

describe("changing the gas fee settings with the expected values", () => {
  const path = "/api/admin/settings";
  const now = async (): Promise<SystemSettings> => (await test.admin.call("GET", "/api/system/settings")).body;
  const countSettingsEvents = (): Promise<number> => countAuditEvents("system", "settings.change");
  const settings = (gasFeeAmount: string, gasFeeAddress = "TWallet"): SystemSettings => ({
    gasFeeAddress,
    gasFeeAmount,
  });

  it("succeeds if the settings are unchanged, starting with the first ones", async () => {
    const first = await now();
    const answer = await test.admin.call("POST", path, { ...settings("510 TRX"), expected: first });
    expect([answer.status, answer.body]).toEqual([200, settings("510 TRX")]);
    expect([await now(), await countSettingsEvents()]).toEqual([settings("510 TRX"), 1]);
  });

  it.each([
    ["the amount", settings("530 TRX")],
    ["the wallet", settings("520 TRX", "TOther")],
    ["what is asked for as well", settings("540 TRX")],
  ])("changes nothing if %s has changed, and names who changed it", async (_what, theirs) => {
    const seen = settings("520 TRX");
    await test.admin.call("POST", path, seen);
    expect((await jane.call("POST", path, { ...theirs, expected: seen })).status).toBe(200);
    const before = await countSettingsEvents();
    const answer = await test.admin.call("POST", path, { ...settings("540 TRX"), expected: seen });
    expect(errorOf(answer)).toMatchObject({ statusCode: 409, code: "CONFLICT" });
    expect(errorOf(answer).message).toMatch(
      new RegExp(
        `^The gas fee settings are now ${theirs.gasFeeAmount} from ${theirs.gasFeeAddress}, ${BY_JANE}, which is not what you saw`,
      ),
    );
    expect([await now(), await countSettingsEvents()]).toEqual([theirs, before]);
  });

  it("changes nothing if the settings are already set", async () => {
    const same = settings("550 TRX");
    await jane.call("POST", path, same);
    const before = await countSettingsEvents();
    for (const body of [same, { ...same, expected: same }]) {
      const answer = await test.admin.call("POST", path, body);
      expect([answer.status, answer.body]).toEqual([200, same]);
    }
    expect(await countSettingsEvents()).toBe(before);
  });

  it("succeeds without expected values, and rejects half of them", async () => {
    await jane.call("POST", path, settings("560 TRX"));
    const half = await test.admin.call("POST", path, { ...settings("570 TRX"), expected: { gasFeeAmount: "560 TRX" } });
    expect([half.status, errorOf(half).fields]).toEqual([400, { expected: expect.any(String) as string }]);
    expect((await test.admin.call("POST", path, settings("570 TRX"))).status).toBe(200);
    expect(await now()).toEqual(settings("570 TRX"));
  });
});
