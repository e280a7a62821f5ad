import { type AccountFreeze, DAY_MS, HOUR_MS } from "@wazi/contracts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { turnOnApp } from "../../../../../tests/harness/authenticator-app.ts";
import { changeHistory } from "../../../../../tests/harness/change-history.ts";
import { errorOf, settleWithdrawal, startWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import {
  PASSWORD,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";
import { countAdministratorActs } from "../status/store.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";

const REASON = "Called from the known number: someone else has the phone";
const SLACK_MS = 60_000;
const paid = { status: "completed", transactionHash: "receipt 1" };

let test: TestApp;
let owner: Sql;
let second: TestClient;
let clerk: TestClient;
beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
  second = await test.administrator("full");
  clerk = await test.administrator("money");
});
afterEach(async () => expect(await test.differences()).toEqual([]));
afterAll(async () => {
  await owner.end();
  await test.close();
});

const freeze = (by: TestClient, { userId }: TestClient, reason = REASON): Promise<TestAnswer> =>
  by.call("POST", `/api/admin/users/${userId}/freeze`, { reason });
const unfreeze = (by: TestClient, { userId }: TestClient): Promise<TestAnswer> =>
  by.call("POST", `/api/admin/users/${userId}/unfreeze`);
const signIn = async (client: TestClient): Promise<number> =>
  (await client.call("POST", "/api/auth/signin", { email: client.email, password: PASSWORD })).status;
const freezeOf = async (client: TestClient): Promise<AccountFreeze | null> =>
  (await client.call("GET", "/api/user/freeze")).body;
const endOwn = async (client: TestClient): Promise<number> =>
  (await client.call("POST", "/api/user/freeze/end")).status;
const prove = async (client: TestClient, password = PASSWORD): Promise<number> =>
  (await client.prove({ password }, { method: "POST", path: "/api/user/freeze/end" })).status;

const proveWith = async (client: TestClient, code: string): Promise<number> =>
  (await client.prove({ code }, { method: "POST", path: "/api/user/freeze/end" })).status;

/** Checks that a freeze lasts for a time from now on. */
function expectFor(answer: TestAnswer, ms: number): void {
  expect(answer.status).toBe(200);
  const left = Date.parse((answer.body as AccountFreeze).endsAt) - Date.now();
  expect(Math.abs(left - ms)).toBeLessThan(SLACK_MS);
}

const passTime = ({ userId }: TestClient, ms: number): Promise<unknown> =>
  changeHistory(
    owner,
    (tx) => tx`
      update security_events set happened_at = happened_at - ${ms} * interval '1 ms', holds_until = holds_until - ${ms} * interval '1 ms'
      where user_id = ${userId}`,
  );

describe("a freeze by an administrator", () => {
  it("ends sessions and resets, and holds payouts for 72 hours, with a reason that the owner reads", async () => {
    const investor = await test.funded("100");
    const early = await startWithdrawal(investor, "30");
    await investor.call("POST", "/api/auth/forgot-password", { email: investor.email });
    const resets = () =>
      test.sql`select from account_links where user_id = ${investor.userId} and kind = 'reset-password'`;
    await expect.poll(async () => (await resets()).length).toBe(1);

    expectFor(await freeze(clerk, investor), 72 * HOUR_MS);
    expect((await investor.call("GET", "/api/auth/user")).status).toBe(401);
    expect(await resets()).toEqual([]);
    expect(await signIn(investor)).toBe(200);
    expect(await freezeOf(investor)).toMatchObject({ byAdministrator: true, reason: REASON });
    const refused = await settleWithdrawal(test.admin, early.id, paid);
    expect([refused.status, errorOf(refused).message]).toEqual([409, expect.stringContaining("the account is frozen")]);
    const [mail] = await test.sql<{ data: { reason: string } }[]>`
      select data from mail_outbox where user_id = ${investor.userId} and template = 'frozen-by-administrator'`;
    expect(mail?.data.reason).toBe(REASON);
    const acts = (await investor.call("GET", "/api/user/administrator-acts")).body as { acts: { action: string }[] };
    expect(acts.acts.map(({ action }) => action)).toContain("user.freeze-account");
    const detail = (await test.admin.call("GET", `/api/admin/users/${investor.userId}`)).body;
    expect(detail).toMatchObject({ freeze: { reason: REASON, by: { email: clerk.email } } });
  });

  it("takes requests, which are paid after it without another one", async () => {
    const investor = await test.funded("100");
    await freeze(test.admin, investor);
    expect(await signIn(investor)).toBe(200);
    const { id, hold } = await startWithdrawal(investor, "30");
    expect(hold?.reasons).toEqual(["account-frozen"]);
    expect((await settleWithdrawal(test.admin, id, paid)).status).toBe(409);
    await passTime(investor, 72 * HOUR_MS);
    expect(await freezeOf(investor)).toBeNull();
    expect((await settleWithdrawal(test.admin, id, paid)).status).toBe(200);
  });

  it("is longer only by another administrator with full access, 14 days at a time, and counted in public", async () => {
    const investor = await test.funded("100");
    const count = async (act: string): Promise<number> => {
      const acts = await countAdministratorActs(test.sql, new Date(0));
      return acts.find((each) => each.act === act)?.count ?? -1;
    };
    const before = [await count("freeze"), await count("freeze-longer")];
    expectFor(await freeze(test.admin, investor), 72 * HOUR_MS);
    const alone = await freeze(test.admin, investor);
    expect([alone.status, errorOf(alone).message]).toEqual([409, expect.stringContaining("another administrator")]);
    expect((await freeze(clerk, investor)).status, "without full access").toBe(409);
    // Neither the end of the freeze nor ending it early lets the same person begin again.
    await passTime(investor, 4 * DAY_MS);
    expect((await freeze(test.admin, investor)).status).toBe(409);
    expectFor(await freeze(second, investor), 14 * DAY_MS);
    expect((await unfreeze(second, investor)).status).toBe(204);
    expect((await freeze(second, investor)).status).toBe(409);
    expectFor(await freeze(test.admin, investor), 14 * DAY_MS);
    expect([await count("freeze"), await count("freeze-longer")]).toEqual([before[0]! + 1, before[1]! + 2]);
    await passTime(investor, 45 * DAY_MS);
    expectFor(await freeze(test.admin, investor), 72 * HOUR_MS);
  });

  it("refuses administrators, unknown people and a missing reason", async () => {
    const investor = await test.signUp();
    const stranger = { userId: "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e" } as TestClient;
    const answers = [
      await freeze(test.admin, second),
      await freeze(test.admin, stranger),
      await freeze(test.admin, investor, " "),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 400]);
  });
});

describe("the end of a freeze", () => {
  const NEW_PASSWORD = "An0ther-h0rse!";
  /** Resets the password as the link in a mail does. */
  const resetByMail = async (investor: TestClient): Promise<void> => {
    await investor.call("POST", "/api/auth/forgot-password", { email: investor.email });
    const links = () =>
      test.sql<
        { id: string }[]
      >`select id from account_links where user_id = ${investor.userId} and kind = 'reset-password'`;
    await expect.poll(async () => (await links()).length).toBe(1);
    const [link] = await links();
    const token = test.links.sign("reset-password", { id: link!.id, issuedAt: new Date() });
    const reset = { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await investor.call("POST", "/api/auth/reset-password", reset)).status).toBe(204);
    const signedIn = { email: investor.email, password: NEW_PASSWORD };
    expect((await investor.call("POST", "/api/auth/signin", signedIn)).status).toBe(200);
  };

  it("takes a reset by mail and a fresh proof of the owner, and leaves other holds", async () => {
    const investor = await test.funded("100");
    await freeze(test.admin, investor);
    await resetByMail(investor);
    expect(await endOwn(investor), "without a proof").toBe(403);
    expect([await prove(investor, NEW_PASSWORD), await endOwn(investor)]).toEqual([200, 204]);
    expect([await prove(investor, NEW_PASSWORD), await endOwn(investor)], "again").toEqual([200, 409]);
    expect((await startWithdrawal(investor, "20")).hold?.reasons).toEqual(["password-reset"]);
    await freeze(second, investor);
    await investor.call("POST", "/api/auth/signin", { email: investor.email, password: NEW_PASSWORD });
    expect([await prove(investor, NEW_PASSWORD), await endOwn(investor)], "a later freeze").toEqual([200, 409]);
  });

  it("is not for whoever knows only the password, whatever they change with it", async () => {
    const investor = await test.funded("100");
    await freeze(test.admin, investor);
    expect(await signIn(investor)).toBe(200);
    expect(await freezeOf(investor)).toMatchObject({ ownerNeeds: "password-reset" });
    expect([await prove(investor), await endOwn(investor)]).toEqual([200, 409]);
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await investor.call("POST", "/api/user/password", change)).status).toBe(200);
    expect([await prove(investor, NEW_PASSWORD), await endOwn(investor)]).toEqual([200, 409]);
    // A factor of their own.
    const { recoveryCodes } = await turnOnApp(investor, NEW_PASSWORD);
    expect([await proveWith(investor, recoveryCodes[0]!), await endOwn(investor)]).toEqual([200, 409]);
    expect(await freezeOf(investor)).not.toBeNull();
  });

  it("is not for a new e-mail address that the old one can still undo", async () => {
    const investor = await test.funded("100");
    await test.sql`
      insert into account_links (id, user_id, kind, email, new_email, due_at, created_at, used_at, applied_at, expires_at)
      values (gen_random_uuid(), ${investor.userId}, 'change-email', 'old@example.com', ${investor.email}, now(), now(), now(), now(),
        now() + interval '7 days')`;
    await freeze(test.admin, investor);
    await resetByMail(investor);
    expect(await freezeOf(investor)).toMatchObject({ ownerNeeds: "administrator" });
    expect([await prove(investor, NEW_PASSWORD), await endOwn(investor)]).toEqual([200, 409]);
    expect((await unfreeze(test.admin, investor)).status).toBe(204);
  });

  it("takes a second factor alone that is older than the freeze by 7 days", async () => {
    const investor = await test.funded("100");
    const { recoveryCodes: codes } = await turnOnApp(investor, PASSWORD);
    await freeze(test.admin, investor);
    await investor.call("POST", "/api/auth/signin", { email: investor.email, password: PASSWORD, totp: codes[0] });
    expect([await proveWith(investor, codes[1]!), await endOwn(investor)], "a factor of today").toEqual([200, 409]);
    await changeHistory(
      owner,
      (tx) => tx`
        update security_events set happened_at = happened_at - interval '8 days', holds_until = holds_until - interval '8 days'
        where user_id = ${investor.userId} and kind = 'factor-changed'`,
    );
    expect([await proveWith(investor, codes[2]!), await endOwn(investor)]).toEqual([200, 204]);
  });

  it("is also an administrator's, who opens what the owner froze", async () => {
    const investor = await test.funded("100");
    const { id } = await startWithdrawal(investor, "30");
    expect((await investor.call("POST", "/api/user/freeze", {})).status).toBe(400);
    expect((await investor.call("POST", "/api/user/freeze", { confirm: "freeze" })).status).toBe(204);
    expect([(await investor.call("GET", "/api/auth/user")).status, await signIn(investor)]).toEqual([401, 403]);
    const detail = (await test.admin.call("GET", `/api/admin/users/${investor.userId}`)).body as {
      freeze: AccountFreeze & { by: unknown };
    };
    expect(detail.freeze).toMatchObject({ byAdministrator: false, reason: null, by: null });
    expect(Math.abs(Date.parse(detail.freeze.endsAt) - Date.now() - 7 * DAY_MS)).toBeLessThan(SLACK_MS);
    expect((await settleWithdrawal(test.admin, id, paid)).status).toBe(409);
    expect((await unfreeze(clerk, investor)).status).toBe(403);
    expect((await unfreeze(test.admin, investor)).status).toBe(204);
    expect(await signIn(investor)).toBe(200);
    expect((await settleWithdrawal(test.admin, id, paid)).status).toBe(200);
    expect((await unfreeze(test.admin, investor)).status).toBe(409);
  });
});
