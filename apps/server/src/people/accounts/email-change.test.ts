import type { WithdrawalHold } from "@wazi/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { turnOnApp } from "../../../../../tests/harness/authenticator-app.ts";
import { changeHistory } from "../../../../../tests/harness/change-history.ts";
import { errorOf } from "../../../../../tests/harness/money-calls.ts";
import { createRecordingMail } from "../../../../../tests/harness/recording-mail.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import {
  PASSWORD,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";
import { sendDueMails } from "../../notices/mails/send-mails.ts";
import { openPool } from "../../platform/db/pool.ts";
import type { OutgoingMail } from "../../platform/mail/mail-transport.ts";
import { applyDueEmailChanges } from "./change-email.ts";

const ORIGIN = "https://wazi.example";
const NEW_PASSWORD = "Another-h0rse!";

let test: TestApp;
const { transport, sent, clear } = createRecordingMail();
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await mailsTo("");
  clear();
});

async function mailsTo(email: string): Promise<OutgoingMail[]> {
  const deps = { sql: test.sql, now: () => new Date(), transport, links: test.links, origin: ORIGIN };
  while ((await sendDueMails(deps, silentLog)) > 0);
  return sent.filter(({ to }) => to === email);
}

const subjectsTo = async (email: string): Promise<string[]> => (await mailsTo(email)).map(({ subject }) => subject);

/** The token of the latest mail to an address with a link to a page; empty without one. */
async function tokenTo(email: string, path: string): Promise<string> {
  const tokens = (await mailsTo(email)).map(({ text }) => new RegExp(`${ORIGIN}${path}#([\\w-]+)`).exec(text)?.[1]);
  return tokens.findLast((token) => token !== undefined) ?? "";
}

const post = (path: string, body: object, client = test.visitor()): Promise<TestAnswer> =>
  client.call("POST", path, body);
const ask = (client: TestClient, newEmail: string): Promise<TestAnswer> =>
  post("/api/user/email", { newEmail, currentPassword: PASSWORD }, client);
const agree = (token: string): Promise<TestAnswer> => post("/api/auth/confirm-email-change", { token });
const undo = async (token: string): Promise<number> => (await post("/api/auth/undo-email-change", { token })).status;
const signIn = async (email: string, password = PASSWORD): Promise<number> =>
  (await post("/api/auth/signin", { email, password })).status;
const apply = (): Promise<void> => applyDueEmailChanges({ sql: test.sql, now: () => new Date() });
const detailsOf = async (client: TestClient): Promise<unknown> =>
  (await client.call("GET", "/api/user/account-details")).body;

async function emailOf({ userId }: TestClient): Promise<string> {
  const [row] = await test.sql<{ email: string }[]>`select email from users where id = ${userId}`;
  return row?.email ?? "";
}

async function holdOf({ userId }: TestClient): Promise<WithdrawalHold | null> {
  const [row] = await test.sql<{ hold: WithdrawalHold | null }[]>`select withdrawal_hold(${userId}, now()) as hold`;
  return row?.hold ?? null;
}

/** Lets the 72 hours of a change pass. */
const passWait = ({ userId }: TestClient) => test.sql`
  update account_links set due_at = due_at - interval '72 hours', created_at = created_at - interval '72 hours'
  where user_id = ${userId} and kind = 'change-email'`;

/** Changes an address as a thief would, with a session and the password, but without access to the old mailbox. */
async function steal(client: TestClient, newEmail: string): Promise<void> {
  expect((await ask(client, newEmail)).status).toBe(204);
  expect((await agree(await tokenTo(newEmail, "/change-email"))).status).toBe(200);
  await passWait(client);
  await apply();
  expect(await emailOf(client)).toBe(newEmail);
}

describe("a change of the e-mail address", () => {
  it("waits 72 hours for the old address, and both are told", { tags: ["S24"] }, async () => {
    const client = await test.signUp();
    const newEmail = `new-${client.email}`;
    const wrong = await post("/api/user/email", { newEmail, currentPassword: "Wrong-h0rse!" }, client);
    expect([wrong.status, Object.keys(errorOf(wrong).fields ?? {})]).toEqual([403, ["currentPassword"]]);
    expect((await ask(client, newEmail)).status).toBe(204);
    expect(await detailsOf(client)).toMatchObject({ pendingEmail: newEmail, emailChange: { isConfirmed: false } });
    expect(await subjectsTo(client.email)).toContain("Your e-mail address is about to change");
    const token = await tokenTo(newEmail, "/change-email");
    const confirmed = await agree(token);
    expect([confirmed.status, confirmed.body]).toMatchObject([200, { email: newEmail, waitsFor: "old-address" }]);
    expect((await agree(token)).status, "a link works once").toBe(422);
    await apply();
    expect(await emailOf(client)).toBe(client.email);
    expect(await detailsOf(client)).toMatchObject({ emailChange: { isConfirmed: true } });

    await passWait(client);
    await Promise.all([apply(), apply(), apply()]);
    expect(await emailOf(client)).toBe(newEmail);
    for (const email of [client.email, newEmail]) {
      const told = (await subjectsTo(email)).filter((subject) => subject === "Your e-mail address was changed");
      expect(told).toHaveLength(1);
    }
    expect([await signIn(client.email), await signIn(newEmail)]).toEqual([401, 200]);
    expect(await holdOf(client)).toMatchObject({ reasons: ["email-changed"] });
  });

  it("never happens without the new address", async () => {
    const client = await test.signUp();
    await ask(client, `new-${client.email}`);
    const agreed = await agree(await tokenTo(client.email, "/change-email"));
    expect(agreed.body).toMatchObject({ waitsFor: "new-address" });
    await passWait(client);
    await apply();
    expect(await emailOf(client)).toBe(client.email);
  });

  it("happens at once when the old address agrees", async () => {
    const client = await test.signUp();
    const newEmail = `new-${client.email}`;
    await ask(client, newEmail);
    await agree(await tokenTo(client.email, "/change-email"));
    const done = await agree(await tokenTo(newEmail, "/change-email"));
    expect(done.body).toEqual({ email: newEmail, waitsFor: null, happensAt: null });
    expect(await emailOf(client)).toBe(newEmail);
  });

  it("happens at once with a second factor, but not with one that a thief has just added", async () => {
    const client = await test.signUp();
    const { recoveryCodes } = await turnOnApp(client, PASSWORD);
    client.proof = () => ({ code: recoveryCodes.pop() });
    expect((await ask(client, `one-${client.email}`)).status).toBe(204);
    const fresh = await agree(await tokenTo(`one-${client.email}`, "/change-email"));
    expect(fresh.body).toMatchObject({ waitsFor: "old-address" });

    const owner = openPool(test.database.url, { role: null, max: 1 });
    await changeHistory(
      owner,
      (tx) => tx`
        update security_events set happened_at = happened_at - interval '73 hours', holds_until = holds_until - interval '73 hours'
        where user_id = ${client.userId}`,
    );
    await owner.end();
    const newEmail = `two-${client.email}`;
    expect((await ask(client, newEmail)).status).toBe(204);
    expect((await agree(await tokenTo(newEmail, "/change-email"))).body).toMatchObject({ waitsFor: null });
    expect(await tokenTo(client.email, "/undo-email")).not.toBe("");
  });

  it("cannot take another account's address, also not at the last moment", async () => {
    const client = await test.signUp();
    const other = await test.signUp();
    expect((await ask(client, other.email.toUpperCase())).status).toBe(409);
    const newEmail = `soon-${client.email}`;
    await ask(client, newEmail);
    const token = await tokenTo(newEmail, "/change-email");
    await test.signUp({ email: newEmail });
    expect((await agree(token)).status).toBe(409);
    await post("/api/user/email/cancel", {}, client);
    expect((await agree(token)).status).toBe(422);
    // From its confirmation on, nobody else can take it.
    const kept = `kept-${client.email}`;
    await ask(client, kept);
    await agree(await tokenTo(kept, "/change-email"));
    await expect(test.signUp({ email: kept.toUpperCase() })).rejects.toThrow();
    expect((await ask(other, kept)).status).toBe(409);
  });

  it("ends with a freeze, a reset and a cancellation, however far it is", async () => {
    const ends = [
      async ({ email }: TestClient) => undo(await tokenTo(email, "/undo-email")),
      (client: TestClient) => post("/api/user/email/cancel", {}, client),
    ];
    for (const end of ends) {
      const client = await test.signUp();
      const newEmail = `new-${client.email}`;
      await ask(client, newEmail);
      await agree(await tokenTo(newEmail, "/change-email"));
      await end(client);
      await passWait(client);
      await apply();
      expect(await emailOf(client)).toBe(client.email);
    }
  });
});

describe("the old address", () => {
  it("stops a change before it happens, and the account is frozen", { tags: ["S24"] }, async () => {
    const client = await test.signUp();
    await ask(client, `new-${client.email}`);
    expect(await undo(await tokenTo(client.email, "/undo-email"))).toBe(204);
    expect((await client.call("GET", "/api/auth/user")).status).toBe(401);
    expect(await signIn(client.email)).toBe(403);
    expect(await holdOf(client)).toMatchObject({ reasons: ["account-frozen"] });
    expect((await agree(await tokenTo(`new-${client.email}`, "/change-email"))).status).toBe(422);
  });

  it("undoes a take-over for 7 days, whatever the thief has done since", { tags: ["S24"] }, async () => {
    const client = await test.funded("100");
    const thief = `thief-${client.email}`;
    await steal(client, thief);
    const token = await tokenTo(client.email, "/undo-email");
    // The thief resets the password, so that older links to freeze are void, and moves on to a third address.
    await post("/api/auth/forgot-password", { email: thief });
    await expect.poll(() => tokenTo(thief, "/reset-password")).not.toBe("");
    const reset = {
      token: await tokenTo(thief, "/reset-password"),
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    };
    expect((await post("/api/auth/reset-password", reset)).status).toBe(204);
    const session = test.visitor();
    expect((await post("/api/auth/signin", { email: thief, password: NEW_PASSWORD }, session)).status).toBe(200);
    const third = `third-${client.email}`;
    expect((await post("/api/user/email", { newEmail: third, currentPassword: NEW_PASSWORD }, session)).status).toBe(
      204,
    );
    await agree(await tokenTo(third, "/change-email"));
    await agree(await tokenTo(thief, "/change-email"));
    expect(await emailOf(client)).toBe(third);
    const thiefsUndo = await tokenTo(thief, "/undo-email");
    // The old address cannot be occupied to keep the owner out.
    await expect(test.signUp({ email: client.email })).rejects.toThrow();
    expect((await ask(await test.signUp(), client.email)).status).toBe(409);
    // Nor can the account be deleted before.
    expect(errorOf(await post("/api/user/delete", { currentPassword: NEW_PASSWORD }, session)).message).toContain(
      "The e-mail address was changed in the last 7 days",
    );

    expect(await undo(token)).toBe(204);
    expect(await emailOf(client)).toBe(client.email);
    expect((await session.call("GET", "/api/auth/user")).status).toBe(401);
    expect([await signIn(third, NEW_PASSWORD), await signIn(client.email, NEW_PASSWORD)]).toEqual([401, 403]);
    expect((await holdOf(client))?.reasons).toContain("account-frozen");
    for (const email of [client.email, third]) {
      expect(await subjectsTo(email)).toContain("The change of your e-mail address was undone");
    }
    // Links of the thief's mailboxes are void, and the owner's works once.
    expect([await undo(thiefsUndo), await undo(token)]).toEqual([422, 422]);
    expect(await emailOf(client)).toBe(client.email);
  });

  it("cannot undo a change after 7 days, and no other link can", async () => {
    const client = await test.signUp();
    await ask(client, `new-${client.email}`);
    for (const path of ["/change-email"]) expect(await undo(await tokenTo(client.email, path))).toBe(422);
    const token = await tokenTo(client.email, "/undo-email");
    for (const path of ["verify-email", "freeze", "confirm-email-change"]) {
      expect((await post(`/api/auth/${path}`, { token })).status).toBe(422);
    }
    await agree(await tokenTo(`new-${client.email}`, "/change-email"));
    await passWait(client);
    await apply();
    await test.sql`
      update account_links set expires_at = expires_at - interval '7 days' where user_id = ${client.userId} and applied_at is not null`;
    expect(await undo(token)).toBe(422);
    expect(await emailOf(client)).toBe(`new-${client.email}`);
    await test.signUp({ email: client.email });
    expect(await signIn(client.email)).toBe(200);
  });

  it("wins against the change that happens at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const client = await test.signUp();
      const newEmail = `new-${client.email}`;
      await ask(client, newEmail);
      await agree(await tokenTo(newEmail, "/change-email"));
      await passWait(client);
      const token = await tokenTo(client.email, "/undo-email");
      const [status] = await Promise.all([undo(token), apply(), apply()]);
      expect([status, await emailOf(client), await signIn(client.email)]).toEqual([204, client.email, 403]);
    }
  });
});
