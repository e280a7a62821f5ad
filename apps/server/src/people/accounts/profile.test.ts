import {
  changePassword,
  changeProfile,
  endOtherSessions,
  listOwnSessions,
  messages,
  signIn,
  stepUp,
  type OwnSession,
} from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cookiesOf,
  createAccountWorld,
  PASSWORD,
  type AccountProcess,
  type AccountWorld,
  type Cookies,
} from "../../../../../tests/harness/account-world.ts";

let world: AccountWorld;
let one: AccountProcess;
let two: AccountProcess;

beforeAll(async () => {
  world = await createAccountWorld(Date.parse("2026-11-21T10:00:00Z"));
  one = world.startProcess();
  two = world.startProcess();
});
afterAll(() => world.end());

const NEW_PASSWORD = "Another-h0rse!";
const change = (changes: object = {}) => ({
  currentPassword: PASSWORD,
  newPassword: NEW_PASSWORD,
  confirmPassword: NEW_PASSWORD,
  ...changes,
});

async function signInAgain(email: string, secret = PASSWORD): Promise<Cookies> {
  const answer = await two.post(signIn.path, { email, password: secret });
  expect(answer.statusCode).toBe(200);
  return cookiesOf(answer);
}

async function sessionsOf(cookies: Cookies): Promise<OwnSession[]> {
  const answer = await one.app.inject({ method: "GET", url: listOwnSessions.path, cookies });
  expect(answer.statusCode).toBe(200);
  return answer.json<OwnSession[]>();
}

async function actionsOf(userId: string): Promise<string[]> {
  const rows = await one.sql<{ action: string }[]>`
    select action from audit_log where subject_id = ${userId} or actor_id = ${userId} order by id`;
  return rows.map(({ action }) => action);
}

describe("the profile", () => {
  test("follows the sign-up rules and logs field names without values", async () => {
    const { cookies, user } = await world.signUpSomebody();
    const form = { firstName: " Ọláyínká ", lastName: user.lastName, phone: "254700000001" };
    const answer = await one.post(changeProfile.path, form, { cookies });
    expect(answer.json()).toEqual({ ...user, firstName: "Ọláyínká", phone: "254700000001" });
    expect((await two.me(cookies)).json()).toEqual(answer.json());
    const [row] = await one.sql<{ after: unknown; before: unknown }[]>`
      select before, after from audit_log where actor_id = ${user.id} and action = 'user.change-profile'`;
    expect(row).toEqual({ before: null, after: { fields: ["firstName", "phone"] } });
    await one.post(changeProfile.path, form, { cookies });
    expect((await actionsOf(user.id)).filter((action) => action === "user.change-profile")).toHaveLength(1);
  });

  test("has a name that only a new verification changes, once it is verified", async () => {
    const { cookies, user } = await world.signUpSomebody();
    const form = { firstName: user.firstName, lastName: user.lastName, phone: "254700000002" };
    await one.sql`update users set kyc_status = 'approved' where id = ${user.id}`;
    for (const name of [{ firstName: "Mallory" }, { lastName: "Mallory" }]) {
      const refused = await one.post(changeProfile.path, { ...form, ...name }, { cookies });
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "CONFLICT"]);
    }
    expect((await one.post(changeProfile.path, form, { cookies })).json()).toMatchObject(form);
    await one.sql`update users set kyc_status = 'pending' where id = ${user.id}`;
    expect((await one.post(changeProfile.path, { ...form, firstName: "Amani" }, { cookies })).statusCode).toBe(200);
  });

  test.each([
    [{ firstName: "A" }, messages.firstNameTooShort],
    [{ lastName: "" }, messages.lastNameTooShort],
    [{ phone: "123" }, messages.phoneTooShort],
    [{ isAdmin: true }, "isAdmin is not a known field"],
    [{ email: "x@example.com" }, "email is not a known field"],
  ])("rejects %j", async (wrong, message) => {
    const { cookies } = await world.signUpSomebody();
    const form = { firstName: "Amina", lastName: "Odhiambo", phone: "254712345678", ...wrong };
    const answer = await one.post(changeProfile.path, form, { cookies });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([400, message]);
  });
});

describe("changing the password", () => {
  test("ends every other session and continues this one with a new token", { tags: ["S06"] }, async () => {
    const { cookies, email, user } = await world.signUpSomebody();
    const others = [await signInAgain(email), await signInAgain(email)];
    const answer = await one.post(changePassword.path, change(), { cookies });
    expect([answer.statusCode, answer.json()]).toEqual([200, { endedSessions: 2 }]);
    const renewed = cookiesOf(answer);
    expect(renewed["wazi_session"]).toMatch(/^[\w-]{43}$/);
    expect(renewed["wazi_session"]).not.toBe(cookies["wazi_session"]);
    for (const old of [cookies, ...others]) expect((await two.me(old)).statusCode).toBe(401);
    expect((await two.me({ ...cookies, ...renewed })).statusCode).toBe(200);
    expect((await one.post(signIn.path, { email, password: PASSWORD })).statusCode).toBe(401);
    expect((await one.post(signIn.path, { email, password: NEW_PASSWORD })).statusCode).toBe(200);
    expect(await actionsOf(user.id)).toContain("user.change-password");
    const [row] = await one.sql<{ text: string }[]>`select string_agg(l::text, ' ') as text from audit_log l`;
    for (const secret of [PASSWORD, NEW_PASSWORD]) expect(row?.text).not.toContain(secret);
  });

  test("rejects a wrong current password and counts it with failed sign-ins", { tags: ["S13"] }, async () => {
    const { cookies, email, user } = await world.signUpSomebody();
    const device = cookies["wazi_device"] ?? "";
    for (let tries = 0; tries < 5; tries += 1) {
      const answer = await one.post(changePassword.path, change({ currentPassword: `Wrong-${tries}!` }), { cookies });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({
        code: "FORBIDDEN",
        message: messages.wrongCurrentPassword,
        fields: { currentPassword: messages.wrongCurrentPassword },
      });
      const wrong = await two.post(
        signIn.path,
        { email, password: "Wr0ng-again!" },
        { cookies: { wazi_device: device } },
      );
      expect(wrong.statusCode).toBe(401);
    }
    const eleventh = await two.post(changePassword.path, change(), { cookies });
    expect([eleventh.statusCode, Number(eleventh.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await one.me(cookies)).statusCode).toBe(200);
    expect((await actionsOf(user.id)).filter((action) => action === "user.change-password-failed")).toHaveLength(5);
  });

  test("applies one of two changes made at the same time", async () => {
    const { cookies, email } = await world.signUpSomebody();
    const other = await signInAgain(email);
    const answers = await Promise.all([
      one.post(changePassword.path, change(), { cookies }),
      two.post(changePassword.path, change(), { cookies: other }),
    ]);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test("rejects a new password that is easy to guess", { tags: ["S12"] }, async () => {
    const { cookies } = await world.signUpSomebody();
    const weak = { newPassword: "Password1!", confirmPassword: "Password1!" };
    const answer = await one.post(changePassword.path, change(weak), { cookies });
    expect(answer.json()).toMatchObject({ statusCode: 400, fields: { newPassword: messages.passwordCommon } });
  });

  test.each([
    [{ newPassword: "short1!", confirmPassword: "short1!" }, messages.passwordTooShort],
    [{ confirmPassword: "Another-h0rse?" }, messages.passwordsDiffer],
    [{ newPassword: PASSWORD, confirmPassword: PASSWORD }, messages.passwordUnchanged],
    [{ currentPassword: "" }, messages.passwordRequired],
  ])("rejects %j", async (wrong, message) => {
    const { cookies } = await world.signUpSomebody();
    const answer = await one.post(changePassword.path, change(wrong), { cookies });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([400, message]);
  });
});

describe("own sessions", () => {
  test("lists sessions without secrets and marks the current one", async () => {
    const { cookies, email } = await world.signUpSomebody();
    await signInAgain(email);
    const sessions = await sessionsOf(cookies);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ createdAt: "2026-11-21T10:00:00.000Z", userAgent: "lightMyRequest" });
    const text = JSON.stringify(sessions);
    const [row] = await one.sql<
      { hashes: string }[]
    >`select string_agg(encode(sid_hash, 'hex'), ' ') as hashes from sessions`;
    for (const hash of (row?.hashes ?? "").split(" ")) expect(text).not.toContain(hash);
    expect(text).not.toContain(cookies["wazi_session"]);
  });

  /** Ending a session needs a proof of who the caller is. */
  const postProved = async (path: string, cookies: Cookies) => {
    const proof = { password: PASSWORD, act: { method: "POST", path } };
    Object.assign(cookies, cookiesOf(await one.post(stepUp.path, proof, { cookies })));
    return one.post(path, undefined, { cookies });
  };

  test("ends one session in every process and answers 404 for another user's", async () => {
    const [mine, other] = [await world.signUpSomebody(), await world.signUpSomebody()];
    const second = await signInAgain(mine.email);
    const [target] = (await sessionsOf(mine.cookies)).filter(({ isCurrent }) => !isCurrent);
    const end = (id: string, cookies: Cookies) => postProved(`/api/user/sessions/${id}/end`, cookies);
    const foreign = await end(target!.id, other.cookies);
    const unknown = await end("5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e", other.cookies);
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body]);
    expect((await two.me(second)).statusCode).toBe(200);
    expect((await end(target!.id, mine.cookies)).statusCode).toBe(204);
    expect((await two.me(second)).statusCode).toBe(401);
    const [current] = await sessionsOf(mine.cookies);
    const last = await end(current!.id, mine.cookies);
    expect([last.statusCode, cookiesOf(last)]).toEqual([204, { wazi_session: "", signed_in: "" }]);
    expect((await one.me(mine.cookies)).statusCode).toBe(401);
  });

  test("ends all sessions except the current one", async () => {
    const { cookies, email, user } = await world.signUpSomebody();
    const bystander = await world.signUpSomebody();
    const others = [await signInAgain(email), await signInAgain(email)];
    const answer = await postProved(endOtherSessions.path, cookies);
    expect(answer.json()).toEqual({ endedSessions: 2 });
    for (const old of others) expect((await two.me(old)).statusCode).toBe(401);
    for (const kept of [cookies, bystander.cookies]) expect((await two.me(kept)).statusCode).toBe(200);
    expect(await actionsOf(user.id)).toContain("session.end-others");
  });
});
