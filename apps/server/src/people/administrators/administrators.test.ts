import { randomUUID } from "node:crypto";
import type { Administrator, AdminUser, CurrentUser, WaitingAppointment } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  activate,
  botsOf,
  deactivateInvestor,
  errorOf,
  startDeposit,
  startWithdrawal,
} from "../../../../../tests/harness/money-calls.ts";
import {
  adminAccount,
  PASSWORD,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
/** Confirms what the first administrator asks for. */
let second: TestClient;

beforeAll(async () => {
  test = await startTestApp();
  second = await test.administrator("full", { firstName: "Omar", lastName: "Sall" });
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const PATH = "/api/admin/administrators";
const make = (by: TestClient, email: string, changes: object = {}): Promise<TestAnswer> =>
  by.call("POST", PATH, { email, role: "money", password: adminAccount.password, ...changes });
async function confirm(asked: TestAnswer): Promise<void> {
  expect(asked.status, asked.text).toBe(202);
  const { id } = (asked.body as WaitingAppointment).appointment;
  const answer = await second.call("POST", `/api/admin/appointments/${id}/confirm`, { password: PASSWORD });
  expect(answer.status, answer.text).toBe(204);
}
const change = (by: TestClient, id: string, role: string, password = adminAccount.password): Promise<TestAnswer> =>
  by.call("POST", `${PATH}/${id}/role`, { role, password });
const revoke = (by: TestClient, id: string, password = adminAccount.password): Promise<TestAnswer> =>
  by.call("POST", `${PATH}/${id}/revoke`, { password });

const meOf = async (client: TestClient): Promise<CurrentUser> => (await client.call("GET", "/api/auth/user")).body;
const listed = async (by = test.admin): Promise<Administrator[]> => (await by.call("GET", PATH)).body;
const said = (answer: TestAnswer): [number, string, string] => {
  const { code, message } = errorOf(answer);
  return [answer.status, code, message];
};
async function isInUserList(email: string): Promise<boolean> {
  const answer = await test.admin.call("GET", `/api/admin/users?search=${encodeURIComponent(email)}`);
  return (answer.body as { items: AdminUser[] }).items.length === 1;
}
const signInAgain = (client: TestClient): Promise<TestAnswer> =>
  client.call("POST", "/api/auth/signin", { email: client.email, password: PASSWORD });

interface Row {
  actor_id: string;
  before: unknown;
  after: unknown;
}
const auditOf = (action: string, subjectId: string): Promise<Row[]> =>
  test.sql<Row[]>`
    select actor_id, before, after from audit_log where action = ${action} and subject_id = ${subjectId} order by id`;

describe("an administrator", () => {
  it("sees the own role, and other users see none", async () => {
    expect(await meOf(test.admin)).toMatchObject({ isAdmin: true, adminRole: "full" });
    expect(await meOf(await test.signUp())).not.toHaveProperty("adminRole");
    expect(await meOf(await test.administrator("read-only"))).toMatchObject({ isAdmin: true, adminRole: "read-only" });
  });

  it("is listed to every administrator, oldest first", async () => {
    const reader = await test.administrator("read-only", { firstName: "Nia" });
    const administrators = await listed(reader);
    expect(administrators[0]).toMatchObject({ id: test.admin.userId, email: adminAccount.email, role: "full" });
    expect(administrators.at(-1)).toMatchObject({ id: reader.userId, firstName: "Nia", role: "read-only" });
    const times = administrators.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
  });
});

describe("appointing an administrator", () => {
  it("ends their sessions, removes them from the user list and is logged", async () => {
    const client = await test.signUp({ firstName: "Jane", lastName: "Doe" });
    expect(await isInUserList(client.email)).toBe(true);
    await confirm(await make(test.admin, client.email.toUpperCase()));
    expect((await listed()).at(-1)).toMatchObject({ id: client.userId, email: client.email, role: "money" });
    expect((await client.call("GET", "/api/auth/user")).status).toBe(401);
    expect(await isInUserList(client.email)).toBe(false);
    expect((await signInAgain(client)).body).toMatchObject({ isAdmin: true, adminRole: "money" });
    expect((await client.call("GET", "/api/admin/users")).status).toBe(200);
    expect(await auditOf("administrator.make", client.userId)).toEqual([
      {
        actor_id: second.userId,
        before: { isAdmin: false },
        after: { isAdmin: true, role: "money", endedSessions: 1, askedBy: test.admin.userId },
      },
    ]);
    expect(said(await make(test.admin, client.email, { role: "full" }))).toEqual([
      409,
      "CONFLICT",
      "Jane Doe is already an administrator with the role money.",
    ]);
  });

  it("requires the caller's password and changes nothing with a wrong one", async () => {
    const client = await test.signUp();
    const answer = await make(test.admin, client.email, { password: "Not-the-0ne!" });
    expect(answer.status).toBe(403);
    expect(errorOf(answer)).toMatchObject({
      code: "FORBIDDEN",
      message: "Your current password is incorrect",
      fields: { password: "Your current password is incorrect" },
    });
    expect(await meOf(client)).toMatchObject({ isAdmin: false });
    expect(await auditOf("administrator.password-failed", test.admin.userId)).toHaveLength(1);
    const empty = await make(test.admin, client.email, { password: "" });
    expect([empty.status, errorOf(empty).fields]).toEqual([400, { password: "Password is required" }]);
  });

  it("requires an active user", async () => {
    expect(said(await make(test.admin, "nobody@example.com"))).toEqual([
      404,
      "NOT_FOUND",
      "No user has signed up with this e-mail address.",
    ]);
    const client = await test.signUp();
    await deactivateInvestor(test.admin, client.userId);
    expect(said(await make(test.admin, client.email))).toEqual([
      409,
      "CONFLICT",
      "Amina Otieno is deactivated. Activate them first.",
    ]);
    await test.admin.call("DELETE", `/api/admin/users/${client.userId}`);
    expect((await make(test.admin, client.email)).status).toBe(404);
    for (const wrong of [{ role: "root" }, { email: "x" }, { isAdmin: true }]) {
      expect((await make(test.admin, client.email, wrong)).status).toBe(400);
    }
  });

  const withMoney: [string, () => Promise<TestClient>, string][] = [
    ["a balance", () => test.funded("1200"), "a balance of $1,200.00"],
    ["a pending deposit", () => withDeposit(), "a pending deposit"],
    ["a position", () => withPosition(), "an active bot"],
    ["a hold", () => withWithdrawal(), "a withdrawal hold of $100.00, a pending withdrawal"],
    ["running profit", () => withProfit(), "an adjustment of the running profit of $5.00"],
    ["a waiting exit", () => withExit(), "an exit that waits for a price"],
  ];

  async function withDeposit(): Promise<TestClient> {
    const client = await test.signUp();
    await startDeposit(client, "100");
    return client;
  }
  async function withPosition(): Promise<TestClient> {
    const client = await test.funded("100");
    const [bot] = (await client.call("GET", "/api/bots")).body as { id: string }[];
    expect((await activate(client, bot?.id, "100")).status).toBe(200);
    expect(await botsOf(client)).toHaveLength(1);
    return client;
  }
  async function withWithdrawal(): Promise<TestClient> {
    const client = await test.funded("100");
    await startWithdrawal(client, "100");
    return client;
  }
  async function withProfit(): Promise<TestClient> {
    const client = await test.signUp();
    const answer = await test.admin.call("POST", `/api/admin/users/${client.userId}/balance`, { totalProfit: "5" });
    expect(answer.status).toBe(200);
    return client;
  }
  async function withExit(): Promise<TestClient> {
    const client = await test.signUp();
    await test.sql`
      insert into exits (id, user_id, bot_id, kind, status, requested_at, version)
      select ${randomUUID()}, ${client.userId}, bot_id, 'deactivation', 'pending', now(), 1 from pools limit 1`;
    return client;
  }

  it.each(withMoney)("refuses a user with %s", async (_what, prepare, words) => {
    const client = await prepare();
    expect(said(await make(test.admin, client.email))).toEqual([
      409,
      "CONFLICT",
      `Amina Otieno has money here: ${words}. Administrators cannot hold money. Let them withdraw it first.`,
    ]);
    expect(await meOf(client)).toMatchObject({ isAdmin: false });
  });
});

describe("changing a role", () => {
  it("takes effect with the next request of an open session", { tags: ["S09"] }, async () => {
    const client = await test.administrator("read-only", { firstName: "Jane", lastName: "Doe" });
    const reconcile = (): Promise<TestAnswer> =>
      client.call("POST", `/api/admin/deposits/${randomUUID()}/approve`, { status: "failed" });
    expect(said(await reconcile())).toEqual([
      403,
      "FORBIDDEN",
      "This needs an administrator with the role money or full. Yours is read-only.",
    ]);
    await confirm(await change(test.admin, client.userId, "money"));
    expect((await reconcile()).status).toBe(404);
    expect(said(await client.call("POST", "/api/admin/settings", {}))).toEqual([
      403,
      "FORBIDDEN",
      "This needs an administrator with the role full. Yours is money.",
    ]);
    expect(await meOf(client)).toMatchObject({ adminRole: "money" });
    expect(await auditOf("administrator.role", client.userId)).toEqual([
      {
        actor_id: second.userId,
        before: { role: "read-only" },
        after: { role: "money", askedBy: test.admin.userId },
      },
    ]);
    const denied = await test.sql<{ subject_id: string; after: unknown }[]>`
      select subject_id, after from audit_log where actor_id = ${client.userId} and action = 'call.denied' order by id`;
    expect(denied).toEqual([
      { subject_id: "POST /api/admin/deposits/:id/approve", after: { role: "read-only", needed: "money" } },
      { subject_id: "POST /api/admin/settings", after: { role: "money", needed: "manage" } },
    ]);
  });

  it("refuses the own role, an unchanged role and a user without a role", async () => {
    const jane = await test.administrator("full", { firstName: "Jane", lastName: "Doe" });
    const investor = await test.signUp();
    expect(said(await change(jane, jane.userId.toUpperCase(), "money", PASSWORD))).toEqual([
      403,
      "FORBIDDEN",
      "You cannot change your own role.",
    ]);
    expect(said(await change(test.admin, jane.userId, "full"))).toEqual([
      409,
      "CONFLICT",
      "Jane Doe already has the role full.",
    ]);
    for (const id of [investor.userId, randomUUID(), "nothing"]) {
      expect((await change(test.admin, id, "money")).status).toBe(404);
    }
    expect((await change(test.admin, jane.userId, "money", "Not-the-0ne!")).status).toBe(403);
    expect(await meOf(jane)).toMatchObject({ adminRole: "full" });
  });
});

describe("revoking an administrator", () => {
  it("keeps their session but refuses back-office calls from the next request", async () => {
    const jane = await test.administrator("full");
    expect((await jane.call("GET", "/api/admin/users")).status).toBe(200);
    const answer = await revoke(test.admin, jane.userId);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(said(await jane.call("GET", "/api/admin/users"))).toEqual([
      403,
      "FORBIDDEN",
      "Access Denied: You do not have admin privileges",
    ]);
    const me = await meOf(jane);
    expect(me.isAdmin).toBe(false);
    expect(me).not.toHaveProperty("adminRole");
    expect(await isInUserList(jane.email)).toBe(true);
    expect(await auditOf("administrator.revoke", jane.userId)).toEqual([
      { actor_id: test.admin.userId, before: { isAdmin: true, role: "full" }, after: { isAdmin: false } },
    ]);
    expect((await revoke(test.admin, jane.userId)).status).toBe(404);
    await confirm(await make(test.admin, jane.email, { role: "read-only" }));
  });

  it("refuses the caller and requires the password", async () => {
    const jane = await test.administrator("full");
    expect(said(await revoke(jane, jane.userId, PASSWORD))).toEqual([
      403,
      "FORBIDDEN",
      "You cannot revoke your own rights.",
    ]);
    expect((await revoke(test.admin, jane.userId, "Not-the-0ne!")).status).toBe(403);
    expect(await meOf(jane)).toMatchObject({ adminRole: "full" });
  });

  it("lets them be managed like any user", async () => {
    const jane = await test.administrator("money");
    const deactivate = (): Promise<TestAnswer> =>
      test.admin.call("POST", `/api/admin/users/${jane.userId}/deactivate`, {});
    expect((await deactivate()).status).toBe(403);
    await revoke(test.admin, jane.userId);
    expect((await deactivate()).status).toBe(200);
    expect((await test.admin.call("DELETE", `/api/admin/users/${jane.userId}`)).status).toBe(204);
  });
});

describe("an administrator who invests", () => {
  it("cannot settle own requests, even those made before the appointment", { tags: ["S34"] }, async () => {
    const jane = await test.administrator("money");
    await revoke(test.admin, jane.userId);
    const { id } = await startDeposit(jane, "100");
    // Appointed while the request is pending: written to the table, because no call allows it.
    await test.sql`update users set is_admin = true, admin_role = 'full' where id = ${jane.userId}`;
    const approve = (by: TestClient): Promise<TestAnswer> =>
      by.call("POST", `/api/admin/deposits/${id}/approve`, { status: "completed" });
    expect(said(await approve(jane))).toEqual([403, "FORBIDDEN", "You cannot approve your own deposit."]);
    expect((await approve(test.admin)).status).toBe(200);
  });
});

describe("many wrong passwords", () => {
  it("block the right one too, also at sign-in", async () => {
    const strict = await startTestApp(test.database, undefined, { RATE_LIMIT_SCALE: "1" });
    const jane = (await test.administrator("full")).through(strict);
    const target = await test.signUp();
    const tries: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const password = index === 11 ? PASSWORD : "Not-the-0ne!";
      tries.push((await make(jane, target.email, { password })).status);
    }
    expect(tries).toEqual([...Array<number>(10).fill(403), 429, 429]);
    const change = { currentPassword: PASSWORD, newPassword: "Another-h0rse!", confirmPassword: "Another-h0rse!" };
    expect((await jane.call("POST", "/api/user/password", change)).status).toBe(429);
    await strict.close();
  });
});
