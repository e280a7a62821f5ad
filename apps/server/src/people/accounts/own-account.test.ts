import { TERMS_VERSION } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../../../../../tests/harness/money-calls.ts";
import { PASSWORD, startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const DETAILS = "/api/user/account-details";

async function consentsOf({ userId }: TestClient): Promise<[string, string, boolean][]> {
  const rows = await test.sql<{ document: string; version: string; isGiven: boolean }[]>`
    select document, version, is_given as "isGiven" from consents where user_id = ${userId} order by id`;
  return rows.map(({ document, version, isGiven }) => [document, version, isGiven]);
}

describe("consent", () => {
  it("is recorded at sign-up with its version, and not asked for again", async () => {
    const client = await test.signUp({ acceptedTerms: TERMS_VERSION, marketingOptIn: true });
    expect(await consentsOf(client)).toEqual([
      ["terms", TERMS_VERSION, true],
      ["privacy", TERMS_VERSION, true],
      ["marketing", TERMS_VERSION, true],
    ]);
    expect((await client.call("GET", "/api/auth/user")).body).not.toHaveProperty("mustAcceptTerms");
  });

  it.each([undefined, "2020-01"])(
    "is asked for again after version %s, and closes nothing",
    { tags: ["new-terms"] },
    async (acceptedTerms) => {
      const client = await test.signUp(acceptedTerms === undefined ? {} : { acceptedTerms });
      expect(await consentsOf(client)).toEqual([]);
      expect((await client.call("GET", "/api/auth/user")).body).toMatchObject({ mustAcceptTerms: true });
      expect((await client.call("GET", "/api/user/withdrawals")).status).toBe(200);
      expect((await client.call("POST", "/api/user/accept-terms", { version: "2020-01" })).status).toBe(409);
      expect((await client.call("POST", "/api/user/accept-terms", { version: TERMS_VERSION })).status).toBe(204);
      expect((await client.call("GET", "/api/auth/user")).body).not.toHaveProperty("mustAcceptTerms");
      expect((await client.call("GET", DETAILS)).body).toMatchObject({ termsAccepted: { version: TERMS_VERSION } });
    },
  );

  it("to news can be taken back", { tags: ["news-consent"] }, async () => {
    const client = await test.signUp({ marketingOptIn: true });
    const answer = await client.call("POST", DETAILS, { marketingOptIn: false });
    expect([answer.status, answer.body]).toMatchObject([200, { marketingOptIn: false }]);
    expect(await consentsOf(client)).toEqual([
      ["marketing", TERMS_VERSION, true],
      ["marketing", TERMS_VERSION, false],
    ]);
  });
});

describe("own details", () => {
  it("can be changed field by field, without their values in the audit log", async () => {
    const client = await test.signUp();
    const body = { country: "Ghana", birthday: "1985-02-03", preferredMarket: "crypto", riskTolerance: "low" };
    expect((await client.call("POST", DETAILS, body)).body).toMatchObject(body);
    expect((await client.call("POST", DETAILS, { preferredMarket: null })).body).toMatchObject({
      ...body,
      preferredMarket: null,
    });
    const events = await test.sql<{ after: object }[]>`
      select after from audit_log where actor_id = ${client.userId} and action = 'user.change-profile' order by id`;
    expect(events.map(({ after }) => after)).toEqual([
      { fields: ["country", "birthday", "preferredMarket", "riskTolerance"] },
      { fields: ["preferredMarket"] },
    ]);
  });

  it.each([
    [{ birthday: "2020-01-01" }, 400],
    [{ birthday: "yesterday" }, 400],
    [{ birthday: "1990-02-30" }, 400],
    [{ country: "" }, 400],
    [{ isAdmin: true }, 400],
    [{ kycStatus: "approved" }, 400],
  ])("refuse %j", async (body, status) => {
    const client = await test.signUp();
    expect((await client.call("POST", DETAILS, body)).status).toBe(status);
  });

  it("keep what the documents of a verified person say", { tags: ["verified-profile"] }, async () => {
    const client = await test.signUp();
    await test.sql`update users set kyc_status = 'approved' where id = ${client.userId}`;
    expect((await client.call("POST", DETAILS, { country: "Ghana" })).status).toBe(409);
    expect((await client.call("POST", DETAILS, { riskTolerance: "high" })).status).toBe(200);
  });
});

describe("deleting one's own account", () => {
  const remove = (client: TestClient, currentPassword = PASSWORD) =>
    client.call("POST", "/api/user/delete", { currentPassword });

  it("erases it, ends the session and frees the address", { tags: ["own-deletion"] }, async () => {
    const client = await test.signUp();
    expect((await client.call("GET", "/api/user/deletion")).body).toEqual({ obstacles: [] });
    expect((await remove(client, "Wrong-h0rse!")).status).toBe(403);
    const before = client.cookies();
    expect((await remove(client)).status).toBe(204);
    expect(before).toContain("signed_in");
    expect((await client.call("GET", "/api/auth/user")).status).toBe(401);
    const [row] = await test.sql<object[]>`
      select first_name, deleted_at is not null as gone from users where id = ${client.userId}`;
    expect(row).toEqual({ first_name: "Deleted", gone: true });
    const [event] = await test.sql<object[]>`
      select action, address from audit_log where actor_id = ${client.userId} order by id desc limit 1`;
    expect(event).toEqual({ action: "user.delete-own-account", address: null });
    expect((await test.signUp({ email: client.email })).userId).not.toBe(client.userId);
  });

  it("is refused while it holds money, with the reason", { tags: ["own-deletion"] }, async () => {
    const client = await test.funded("100");
    const { body } = await client.call("GET", "/api/user/deletion");
    expect(body).toEqual({
      obstacles: ["You still hold money: a balance of $100.00. Stop your bots and withdraw it first."],
    });
    const refused = await remove(client);
    expect([refused.status, errorOf(refused).code]).toEqual([409, "CONFLICT"]);
    expect((await client.call("GET", "/api/auth/user")).status).toBe(200);
  });

  it("is not for administrators", async () => {
    const refused = await test.admin.call("POST", "/api/user/delete", { currentPassword: "Admin-passw0rd!" });
    expect(refused.status).toBe(403);
  });
});
