import { randomUUID } from "node:crypto";
import { allCalls, createWithdrawal, type ProvedAct, removeSecondFactors, signIn, stepUp } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { turnOnApp } from "../harness/authenticator-app.ts";
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

const enrol = async (client: TestClient): Promise<string[]> => (await turnOnApp(client, PASSWORD)).recoveryCodes;

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
    expect(await request({ ...withdrawal, amount: "501" }), "other refusals come first").toBe("INSUFFICIENT_FUNDS");
    expect((await client.call("POST", stepUp.path, { code: codes[0], withdrawal })).status).toBe(200);
    const elsewhere = { ...withdrawal, phoneNumber: "+254799999999" };
    expect(await request({ ...withdrawal, amount: "21" }), "another amount").toBe("STEP_UP_REQUIRED");
    expect(await request(elsewhere), "another destination").toBe("STEP_UP_REQUIRED");
    const otherAct = { method: "POST", path: "/api/user/payout-addresses", body: withdrawal } as const;
    expect((await client.prove({ code: codes[1] }, otherAct)).status).toBe(200);
    expect(await request(withdrawal), "a proof for something else").toBe("STEP_UP_REQUIRED");
    // The refusal is not kept under the key: the same call goes through after the proof, on any process.
    const key = randomUUID();
    expect(await request(withdrawal, key)).toBe("STEP_UP_REQUIRED");
    expect((await client.call("POST", stepUp.path, { code: codes[2], withdrawal })).status).toBe(200);
    const headers = { "idempotency-key": key };
    const created = await client.through(two).call("POST", createWithdrawal.path, withdrawal, headers);
    expect(codeOf(created)).toBe(201);
    const again = await client.call("POST", createWithdrawal.path, withdrawal, headers);
    expect(again.text, "a replay needs no proof").toBe(created.text);
  });

  it("changes nothing for accounts without a second factor", async () => {
    const client = await one.funded("500");
    expect(codeOf(await client.call("POST", createWithdrawal.path, withdrawal))).toBe(201);
  });
});

/** Calls of administrators that change something and need no proof: they stop, look, prepare or take back. */
const UNPROVED = new Set([
  ...["/api/admin/adjustments/:id/withdraw", "/api/admin/bots/:id/pause", "/api/admin/mails/:id/resend"],
  ...["/api/admin/chain-batches/:batch/discard", "/api/admin/chain-batches/:batch/export"],
  ...["/api/admin/chain-networks/:network/prepare", "/api/admin/payout-rails/:rail/stop"],
  ...["/api/admin/rail-statements", "/api/admin/rail-statements/preview", "/api/admin/reconciliations"],
  ...["/api/admin/rail-statements/decisions/:id/decline", "/api/admin/users/:id/balance/preview"],
  "/api/admin/users/:id/freeze",
  ...["/api/admin/users/:id/sessions/end", "/api/admin/users/:id/sessions/:session/end"],
]);

describe("the calls that need a proof", () => {
  it("are all decisions of administrators", () => {
    const changing = allCalls.filter(({ permission, method }) => permission === "admin" && method !== "GET");
    const unproved = changing.filter((call) => call.stepUp === undefined);
    expect(new Set(unproved.map(({ path }) => path))).toEqual(UNPROVED);
  });

  it("are what investors change about their money's way and their account", () => {
    const calls = allCalls.filter((call) => call.stepUp === "with-factor" && call.permission !== "admin");
    expect(calls.map(({ path }) => path).sort()).toEqual([
      "/api/user/delete",
      "/api/user/email",
      "/api/user/password",
      "/api/user/payout-addresses",
      "/api/user/profile",
      "/api/user/withdrawals",
      "/api/user/withdrawals/:id/replace",
    ]);
  });
});

describe("a thief of an administrator's session", () => {
  let admin: TestClient;
  let codes: string[];
  beforeAll(async () => {
    admin = await one.administrator("full");
    codes = await enrol(admin);
  });
  const takeCode = () => ({ code: codes.shift() });
  const createDeposit = async (): Promise<string> => {
    const client = await one.signUp();
    const made = await client.call("POST", "/api/user/deposits", { amount: "100", currency: "USDT", network: "TRC20" });
    return (made.body as { id: string }).id;
  };
  const approve = (id: string, body: object = { status: "completed" }) =>
    ({ method: "POST", path: `/api/admin/deposits/${id}/approve`, body }) as const;
  const setRate = (rate: string) =>
    ({ method: "POST", path: "/api/admin/local-rates", body: { currency: "KES", rate, source: "A bank" } }) as const;
  const send = async ({ method, path, body }: ProvedAct, by = admin): Promise<unknown> =>
    codeOf(await by.call(method, path, body));

  it("gets from a proof for one act neither another call, subject or body, nor a second use", async () => {
    const [mine, other] = [await createDeposit(), await createDeposit()];
    const act = approve(mine);
    expect(await send(act)).toBe("STEP_UP_REQUIRED");
    expect((await admin.prove(takeCode(), act)).status).toBe(200);
    expect(await send(approve(other)), "another deposit").toBe("STEP_UP_REQUIRED");
    expect(await send(approve(mine, { status: "failed" })), "another decision").toBe("STEP_UP_REQUIRED");
    expect(await send({ ...act, path: `${act.path}?x=1` }), "with a query").toBe("STEP_UP_REQUIRED");
    expect(await send(setRate("129")), "another call").toBe("STEP_UP_REQUIRED");
    const elsewhere = one.visitor();
    await elsewhere.call("POST", signIn.path, { email: admin.email, password: PASSWORD, totp: codes.shift() });
    expect(await send(act, elsewhere), "another session").toBe("STEP_UP_REQUIRED");
    expect(await send(act, admin.through(two)), "the act itself, on any process").toBe(200);
    expect(await send(act), "again").toBe("STEP_UP_REQUIRED");
  });

  it("gets one act from one proof, however many calls are sent at once", async () => {
    const act = setRate("128.5");
    expect((await admin.prove(takeCode(), act)).status).toBe(200);
    const sent = Array.from({ length: 8 }, (_, index) => send(act, index % 2 === 0 ? admin : admin.through(two)));
    const answers = await Promise.all(sent);
    expect(answers.sort()).toEqual([201, ...Array<string>(7).fill("STEP_UP_REQUIRED")]);
    const rows = await one.sql`select 1 from local_rates where set_by = ${admin.userId}`;
    expect(rows).toHaveLength(1);
  });

  it("uses no proof up with a refused call, which did nothing", async () => {
    const act = approve(await createDeposit(), { status: "completed", receivedAmount: "-1" });
    const invalid = approve(randomUUID());
    expect((await admin.prove(takeCode(), act, invalid)).status).toBe(200);
    expect(await send(act), "an invalid body is not asked for a proof").toBe("VALIDATION");
    expect([await send(invalid), await send(invalid)]).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  });

  it("proves a batch at once, each act in it once, in any order of the keys", async () => {
    const ids = [await createDeposit(), await createDeposit(), await createDeposit()];
    const acts = ids.map((id) => approve(id, { status: "completed", receivedAmount: "90" }));
    expect((await admin.prove(takeCode(), ...acts)).status).toBe(200);
    const turned = ids.map((id) => approve(id, { receivedAmount: "90", status: "completed" }));
    expect(await Promise.all(turned.map((act) => send(act)))).toEqual([200, 200, 200]);
    expect(await Promise.all(acts.map((act) => send(act)))).toEqual(acts.map(() => "STEP_UP_REQUIRED"));
    const audited = await one.sql<{ after: object }[]>`
      select after from audit_log where actor_id = ${admin.userId} and action = 'session.step-up'
      order by id desc limit 1`;
    expect(audited).toEqual([{ after: { proof: "recovery-code", acts: acts.map(({ path }) => `POST ${path}`) } }]);
  });

  it("has to say what is proved: one act, 1 to 100 acts, or a withdrawal", async () => {
    const act = approve(randomUUID());
    const given = [{}, { act, withdrawal }, { act, acts: [act] }, { acts: [] }, { acts: Array(101).fill(act) }];
    const wrong = [{ act: { ...act, path: "/elsewhere" } }, { act: { ...act, method: "GET" } }];
    for (const body of [...given, ...wrong]) {
      expect(codeOf(await admin.call("POST", stepUp.path, { code: codes[0], ...body }))).toBe("VALIDATION");
    }
    const none = await admin.call("POST", stepUp.path, { code: codes[0] });
    expect(none.text).toContain("Send exactly one of act, acts and withdrawal");
  });

  it("needs the right factor: the password is no proof", async () => {
    expect(codeOf(await admin.prove({ password: PASSWORD }, approve(randomUUID())))).toBe("VALIDATION");
    // In demo an administrator without a factor is not asked.
    expect(await send(approve(randomUUID()), one.admin)).toBe("NOT_FOUND");
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
    const codes = await enrol(jane);
    jane.proof = () => ({ code: codes.shift() });
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
