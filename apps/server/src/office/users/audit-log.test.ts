import type { AuditEvent } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  activate,
  errorOf,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startWithdrawal,
} from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";

let test: TestApp;
/** May write events that no administrator caused. */
let owner: Sql;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
});

afterAll(async () => {
  await owner.end();
  await test.close();
});

interface AuditPage {
  items: AuditEvent[];
  nextCursor: string | null;
  previousCursor: string | null;
  total?: number;
}

async function pageOf(query: Record<string, string | number>): Promise<AuditPage> {
  const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const text = new URLSearchParams(given).toString();
  const answer = await test.admin.call("GET", `/api/admin/audit?${text}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

const idsOf = ({ items }: Pick<AuditPage, "items">): string[] => items.map(({ id }) => id);

/** Reads all results in small pages forward, then backward. */
async function readBothWays(query: Record<string, string>, limit: number): Promise<AuditEvent[]> {
  const pages = [await pageOf({ ...query, limit })];
  for (let last = pages[0]; last?.nextCursor; last = pages.at(-1)) {
    pages.push(await pageOf({ ...query, limit, cursor: last.nextCursor }));
  }
  expect(pages[0]?.previousCursor).toBeNull();
  for (const [index, page] of [...pages.entries()].slice(1)) {
    const back = await pageOf({ ...query, limit, cursor: page.previousCursor! });
    expect(idsOf(back)).toEqual(idsOf(pages[index - 1]!));
  }
  return pages.flatMap(({ items }) => items);
}

/** A user with events of every kind, as actor and as subject. */
async function busyInvestor(firstName: string): Promise<TestClient> {
  const client = await test.signUp({ firstName });
  const deposit = await startDeposit(client, "500");
  await settleDeposit(test.admin, deposit.id, { status: "completed" });
  const { id } = await startWithdrawal(client, "50");
  await settleWithdrawal(test.admin, id, { status: "completed" });
  const bots = (await client.call("GET", "/api/bots")).body as { id: string }[];
  await activate(client, bots[0]?.id, "100");
  await owner`
    insert into verifications (id, user_id, document_type, front_document, created_at, updated_at)
    values (gen_random_uuid(), ${client.userId}, 'passport', 'front', now(), now())`;
  const [{ id: verificationId } = { id: "" }] = await test.sql<{ id: string }[]>`
    select id from verifications where user_id = ${client.userId}`;
  const review = { status: "rejected", rejectionReason: `Blurred picture of ${firstName}` };
  await test.admin.call("POST", `/api/admin/verifications/${verificationId}/review`, review);
  const path = `/api/admin/users/${client.userId}`;
  await test.admin.call("POST", `${path}/balance`, { balance: "77.01", reason: `Bank transfer 4711 for ${firstName}` });
  await client.call("GET", "/api/admin/users");
  await client.call("POST", "/api/auth/signout");
  return client;
}

describe("the audit log of one user", () => {
  it("lists their own actions and those on them and their requests, and no others", async () => {
    const [one, other] = [await busyInvestor("Zawadi"), await busyInvestor("Baraka")];
    for (const { userId } of [one, other]) {
      const found = await readBothWays({ user: userId }, 3);
      expect(found.map(({ action }) => action)).toEqual([
        "session.sign-out",
        "call.denied",
        "user.adjust",
        "verification.review",
        "withdrawal.settle",
        "deposit.settle",
      ]);
      expect((await pageOf({ user: userId })).total).toBe(6);
      const theirs = await owner<{ id: string }[]>`
        select id::text from deposits where user_id = ${userId} union all select id::text from withdrawals where user_id = ${userId}
        union all select id::text from verifications where user_id = ${userId}`;
      const subjects = new Set([userId, ...theirs.map(({ id }) => id)]);
      for (const { actorId, subjectId } of found) expect(actorId === userId || subjects.has(subjectId)).toBe(true);
    }
    const narrowed = await pageOf({ user: one.userId, action: "user.adjust", actor: test.admin.userId });
    expect([idsOf(narrowed).length, narrowed.total]).toEqual([1, 1]);
    expect((await pageOf({ user: one.userId, search: "4711" })).items).toMatchObject([{ action: "user.adjust" }]);
    expect((await pageOf({ user: one.userId, search: "Baraka" })).items).toEqual([]);
    expect(await pageOf({ user: crypto.randomUUID() })).toMatchObject({ items: [], total: 0 });
  });
});

describe("an id in upper case", () => {
  it("names the same user, and its events are found", async () => {
    const { userId } = await test.signUp();
    const path = `/api/admin/users/${userId.toUpperCase()}`;
    for (const [call, body] of [
      ["kyc", { kycStatus: "approved" }],
      ["balance", { balance: "5" }],
      ["balance", { balance: "0" }],
      ["deactivate", {}],
      ["activate", undefined],
      ["sessions/end", undefined],
    ] as const) {
      expect([call, (await test.admin.call("POST", `${path}/${call}`, body)).status < 300]).toEqual([call, true]);
    }
    const told = await test.admin.call("POST", `${path}/balance/preview`, { balance: "5" });
    expect(told.body).toMatchObject({
      lines: expect.arrayContaining([{ account: "Deposit funds of the user", amount: "5.00" }]) as object,
    });
    expect((await test.admin.call("DELETE", path)).status).toBe(204);
    expect((await pageOf({ user: userId })).total).toBe(7);
    expect((await pageOf({ user: userId.toUpperCase() })).total).toBe(7);
  });
});

describe("a search in the audit log", () => {
  it("matches words in the action, subject, address, values and actor", async () => {
    const { userId } = await busyInvestor("Makena");
    const admin = await test.signUp({
      firstName: "Thandiwe",
      lastName: "O'Hara-Nkosi",
      email: "thandiwe@desk.example",
    });
    await test.sql`update users set is_admin = true where id = ${admin.userId}`;
    await admin.call("POST", `/api/admin/users/${userId}/kyc`, { kycStatus: "approved" });
    const found = async (search: string): Promise<string[]> =>
      (await readBothWays({ search }, 2)).map(({ action }) => action).sort();
    expect(await found("bank transfer 4711 for makena")).toEqual(["user.adjust"]);
    expect(await found("MAKENA blurr")).toEqual(["verification.review"]);
    expect(await found("4711 nothing")).toEqual([]);
    expect(await found(`adjust ${userId.slice(0, 13)}`)).toEqual(["user.adjust"]);
    expect(await found(userId)).toEqual(["call.denied", "session.sign-out", "user.adjust", "user.set-kyc-status"]);
    for (const search of [
      "thandiwe",
      "THANDIWE O'HARA",
      "@desk.exa",
      `set-kyc-status ${userId}`,
      `user.set-kyc ${userId}`,
    ]) {
      expect([search, await found(search)]).toEqual([search, ["user.set-kyc-status"]]);
    }
    expect((await found("127.0.0.1")).length).toBeGreaterThan(5);
    expect(await pageOf({ search: "makena" })).not.toHaveProperty("total");
    expect(await pageOf({ search: "makena", action: "user.adjust", to: "2020-01-01T00:00:00Z" })).toMatchObject({
      items: [],
    });
    await test.sql`update users set is_admin = false where id = ${admin.userId}`;
  });

  it.each(["'", "\\", ":*", "a & !b | (c <-> d)", "%", "_", "''' or true --", "é", "日本", "...", "1e5", "5e", "٣"])(
    "for %s is no more than a search",
    async (search) => {
      expect(Array.isArray((await pageOf({ search })).items)).toBe(true);
    },
  );

  it("ignores case in other scripts", async () => {
    const { userId } = await test.signUp();
    const body = { balance: "5", reason: "Überweisung für José, ዋዚ 金" };
    expect((await test.admin.call("POST", `/api/admin/users/${userId}/balance`, body)).status).toBe(200);
    for (const search of ["überweis", "JOSÉ", "ዋዚ", "金"]) {
      expect([search, (await pageOf({ search })).items.map(({ subjectId }) => subjectId)]).toEqual([search, [userId]]);
    }
  });

  it("finds old events by words and by actor, and counts up to 10,000", async () => {
    const past = await test.signUp({ firstName: "Longago", lastName: "Gone" });
    await past.call("GET", "/api/admin/deposits");
    await past.call("GET", "/api/admin/withdrawals");
    const body = { balance: "5", reason: "Once in a blue moon" };
    await test.admin.call("POST", `/api/admin/users/${past.userId}/balance`, body);
    expect((await pageOf({ from: "2020-01-01T00:00:00Z" })).total).toBeGreaterThan(5);
    await owner`
      insert into audit_log (action, subject_type, subject_id, after)
      select 'noise.made', 'noise', 'noise ' || n, '{"reason": "none"}' from generate_series(1, 10100) n`;
    for (const [search, actions] of [
      ["blue moon", ["user.adjust"]],
      ["longago", ["call.denied", "call.denied"]],
      ["deposits longago", []],
      ["noise 10099", ["noise.made"]],
    ] as const) {
      const entries = await readBothWays({ search }, 1);
      expect([search, entries.map(({ action }) => action)]).toEqual([search, actions]);
    }
    expect((await pageOf({ search: "noise", limit: 200 })).items).toHaveLength(200);
    expect((await pageOf({ subjectType: "noise" })).items).toHaveLength(50);
    expect(await pageOf({ subjectType: "noise" })).not.toHaveProperty("total");
    expect(await pageOf({ limit: 1 })).not.toHaveProperty("total");
    expect((await pageOf({ action: "user.adjust" })).total).toBeLessThan(100);
  });
});

describe("denied calls", () => {
  it("are logged once a minute per call", async () => {
    const investor = await test.signUp();
    const calls = Array.from({ length: 12 }, (_, index) => (index % 2 ? "/api/admin/deposits" : "/api/admin/users"));
    const answers = await Promise.all(calls.map((path) => investor.call("GET", path)));
    for (const answer of answers) expect([answer.status, errorOf(answer).code]).toEqual([403, "FORBIDDEN"]);
    const subjects = (await pageOf({ user: investor.userId })).items.map(({ subjectId }) => subjectId).sort();
    expect(subjects).toEqual(["GET /api/admin/deposits", "GET /api/admin/users"]);
    await owner`update audit_log set happened_at = happened_at - interval '61 seconds' where actor_id = ${investor.userId}`;
    await investor.call("GET", "/api/admin/users");
    expect((await pageOf({ user: investor.userId })).total).toBe(3);
  });
});
