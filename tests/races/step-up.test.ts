import { randomUUID } from "node:crypto";
import {
  allCalls,
  confirmAuthenticator,
  createWithdrawal,
  removeSecondFactors,
  signIn,
  startAuthenticator,
  stepUp,
} from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { showCode } from "../harness/authenticator-app.ts";
import { PASSWORD, startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  one = await startTestApp();
  two = await startTestApp(one.database);
});
afterAll(async () => {
  expect(await one.differences()).toEqual([]);
  await two.close();
  await one.close();
});

/** Turns an authenticator app on, and returns ten codes that can each be used once. */
async function enrol(client: TestClient, password = PASSWORD): Promise<string[]> {
  expect((await client.call("POST", stepUp.path, { password })).status).toBe(200);
  const { key } = (await client.call("POST", startAuthenticator.path)).body as { key: string };
  const answer = await client.call("POST", confirmAuthenticator.path, { code: showCode(key, Date.now()) });
  return (answer.body as { recoveryCodes: string[] }).recoveryCodes;
}

const withdrawal = { amount: "20", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
const codeOf = ({ status, body }: { status: number; body: unknown }): unknown =>
  status < 400 ? status : (body as { code: string }).code;

describe("a withdrawal with a second factor on", () => {
  it("needs a proof for exactly its amount and destination", { tags: ["S25", "second-factor"] }, async () => {
    const client = await one.funded("500");
    const codes = await enrol(client);
    const request = async (body: object, key: string = randomUUID()): Promise<unknown> =>
      codeOf(await client.call("POST", createWithdrawal.path, body, { "idempotency-key": key }));
    expect(await request(withdrawal), "the proof of the set-up is for no withdrawal").toBe("STEP_UP_REQUIRED");
    expect((await client.call("POST", stepUp.path, { code: codes[0], withdrawal })).status).toBe(200);
    const elsewhere = { ...withdrawal, phoneNumber: "+254799999999" };
    expect(await request({ ...withdrawal, amount: "21" }), "another amount").toBe("STEP_UP_REQUIRED");
    expect(await request(elsewhere), "another destination").toBe("STEP_UP_REQUIRED");
    expect((await client.call("POST", stepUp.path, { code: codes[1] })).status).toBe(200);
    expect(await request(withdrawal), "a proof for something else").toBe("STEP_UP_REQUIRED");
    // The refusal is not kept under the key: the same call goes through after the proof, on any process.
    const key = randomUUID();
    expect(await request(withdrawal, key)).toBe("STEP_UP_REQUIRED");
    expect((await client.call("POST", stepUp.path, { code: codes[2], withdrawal })).status).toBe(200);
    const headers = { "idempotency-key": key };
    const created = await client.through(two).call("POST", createWithdrawal.path, withdrawal, headers);
    expect(codeOf(created)).toBe(201);
    const again = await client.call("POST", createWithdrawal.path, withdrawal, headers);
    expect(again.text).toBe(created.text);
  });

  it("asks before a change of the e-mail address, a new payout address and deleting the account too", async () => {
    const client = await one.signUp();
    await enrol(client);
    await one.sql`update sessions set stepped_up_at = stepped_up_at - interval '5 minutes' where user_id = ${client.userId}`;
    const calls = allCalls.filter((call) => call.stepUp === "with-factor" && call.permission === "signed-in");
    expect(calls.map(({ path }) => path)).toEqual([
      "/api/user/delete",
      "/api/user/email",
      "/api/user/password",
      "/api/user/payout-addresses",
    ]);
    for (const { method, path } of calls)
      expect(codeOf(await client.call(method, path, {})), path).toBe("STEP_UP_REQUIRED");
  });

  it("changes nothing for accounts without a second factor", async () => {
    const client = await one.funded("500");
    expect(codeOf(await client.call("POST", createWithdrawal.path, withdrawal))).toBe(201);
  });
});

describe("an administrator", () => {
  const remove = (by: TestClient, id: string, body: object) =>
    by.call("POST", removeSecondFactors.path.replace(":id", id), body);

  it("removes the factors of a person who lost them, with a reason, a mail and held withdrawals", async () => {
    const client = await one.signUp();
    await enrol(client);
    expect(codeOf(await remove(one.admin, client.userId, {}))).toBe("VALIDATION");
    expect(codeOf(await remove(one.admin, randomUUID(), { reason: "Lost phone" }))).toBe("NOT_FOUND");
    expect(codeOf(await remove(one.admin, client.userId, { reason: "Lost phone" }))).toBe(204);
    expect((await client.call("GET", "/api/auth/user")).status).toBe(401);
    expect(codeOf(await one.visitor().call("POST", signIn.path, { email: client.email, password: PASSWORD }))).toBe(
      200,
    );
    expect(codeOf(await remove(one.admin, client.userId, { reason: "Again" }))).toBe("CONFLICT");
    const mails = await one.sql<{ data: object }[]>`
      select data from mail_outbox where user_id = ${client.userId} and template = 'security-changed' order by created_at`;
    expect(mails.map(({ data }) => data)).toMatchObject([
      { change: "second-factor-added" },
      { change: "second-factor-removed", detail: "Lost phone", address: null },
    ]);
    const held = await one.sql`select 1 from security_events where user_id = ${client.userId}`;
    expect(held).toHaveLength(2);
    const audited = await one.sql`
      select 1 from audit_log where subject_id = ${client.userId} and action = 'second-factor.remove-all'
        and actor_id = ${one.admin.userId} and after ->> 'detail' = 'Lost phone'`;
    expect(audited).toHaveLength(1);
  });

  it("cannot remove their own factors; for an administrator it takes another one", { tags: ["S34"] }, async () => {
    const jane = await one.administrator("full");
    await enrol(jane);
    expect(codeOf(await remove(jane, jane.userId, { reason: "Lost phone" }))).toBe("FORBIDDEN");
    expect(codeOf(await remove(one.admin, jane.userId, { reason: "Lost phone" }))).toBe(204);
  });
});

describe("every way to sign in", () => {
  it("sets no session for an account with a second factor without it", { tags: ["S23"] }, async () => {
    const client = await one.signUp();
    await enrol(client);
    const { email } = client;
    const body = { email, password: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD, token: "x", code: "x" };
    const ways = allCalls.filter(({ permission, method }) => permission === "public" && method !== "GET");
    expect(ways.length).toBeGreaterThan(3);
    for (const { method, path } of ways) {
      for (const sent of [body, { email, password: PASSWORD }, { email }]) {
        const answer = await one.visitor().call(method, path.replace(/:\w+/g, randomUUID()), sent);
        expect(JSON.stringify(answer.headers["set-cookie"] ?? ""), path).not.toMatch(/wazi_session=[\w-]{20}/);
      }
    }
  });
});
