import type { AdminUser, AuditEvent, Page } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
const users: TestClient[] = [];

beforeAll(async () => {
  test = await startTestApp();
  for (let index = 0; index < 7; index += 1) {
    users.push(await test.signUp({ firstName: `Number${index}`, country: index % 2 === 0 ? "Kenya" : "Ghana" }));
  }
  // Several rows with the same time, which only the id orders.
  await test.sql`update users set created_at = '2026-01-01T00:00:00.123456Z' where first_name in ('Number1', 'Number2', 'Number3')`;
});

afterAll(() => test.close());

async function pageOf(path: string): Promise<Page<AdminUser>> {
  const answer = await test.admin.call("GET", path);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

const namesOf = (list: readonly AdminUser[]): string[] => list.map(({ firstName }) => firstName);

/** Reads all pages from this one on. */
async function walk(path: string, cursor: string | null): Promise<AdminUser[]> {
  const found: AdminUser[] = [];
  for (let next = cursor; next !== null;) {
    const page = await pageOf(`${path}&cursor=${next}`);
    found.push(...page.items);
    next = page.nextCursor;
  }
  return found;
}

describe("the list of users", () => {
  it("is an array, newest first, without parameters", async () => {
    const listed = (await test.admin.call("GET", "/api/admin/users")).body as AdminUser[];
    expect(namesOf(listed).slice(0, 4)).toEqual(["Number6", "Number5", "Number4", "Number0"]);
    expect(listed).toHaveLength(7);
  });

  it("returns pages that together equal that array", async () => {
    const listed = (await test.admin.call("GET", "/api/admin/users")).body as AdminUser[];
    for (const limit of [1, 2, 3, 7, 8, 200]) {
      const first = await pageOf(`/api/admin/users?limit=${limit}`);
      expect(first.items.length).toBe(Math.min(limit, 7));
      expect(first.total).toBe(7);
      const rest = await walk(`/api/admin/users?limit=${limit}`, first.nextCursor);
      expect(namesOf([...first.items, ...rest])).toEqual(namesOf(listed));
    }
  });

  it("neither repeats nor skips rows when others are added or removed", async () => {
    const first = await pageOf("/api/admin/users?limit=3");
    const late = await test.signUp({ firstName: "Latecomer" });
    await test.sql`update users set deleted_at = now() where id = ${first.items[2]!.id}`;
    const rest = await walk("/api/admin/users?limit=3", first.nextCursor);
    expect(namesOf(rest)).toHaveLength(4);
    expect(new Set(namesOf([...first.items, ...rest])).size).toBe(7);
    await test.sql`update users set deleted_at = null where id = ${first.items[2]!.id}`;
    await test.admin.call("DELETE", `/api/admin/users/${late.userId}`);
  });

  it.each([
    ["search=number3", ["Number3"]],
    ["search=OTIENO", 7],
    ["search=number1%20otieno", ["Number1"]],
    ["search=ghana", 3],
    ["search=%25", 0],
    ["search=_", 0],
    ["search=712345678", 7],
    ["status=active", 7],
    ["status=deactivated", 0],
    ["kycStatus=approved", 0],
    ["kycStatus=pending&search=ghana&status=active", 3],
  ])("is filtered by %s", async (filter, expected) => {
    const { items, total } = await pageOf(`/api/admin/users?${filter}`);
    const names = namesOf(items);
    if (typeof expected === "number") expect([names.length, total]).toEqual([expected, expected]);
    else expect([names, total]).toEqual([expected, expected.length]);
  });

  it.each([
    ["limit=0", "limit must be a whole number from 1 to 200"],
    ["limit=201", "limit must be a whole number from 1 to 200"],
    ["limit=1e9", "limit must be a whole number from 1 to 200"],
    ["limit=1&limit=2", "limit must be a whole number from 1 to 200"],
    ["status=sleeping", "status must be one of: active, deactivated"],
    ["search=a&search=b", "search must be one text"],
    [
      "sort=passwordHash",
      "sort must be one of: createdAt, -createdAt, name, -name, balance, -balance, totalInvested, -totalInvested, lastLoginAt, -lastLoginAt",
    ],
    ["userId=5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e", "userId is not a known field"],
    ["cursor=nonsense", "cursor does not match this list and its filters. Leave it out to start from the first page."],
    ["cursor=", "cursor does not match this list and its filters. Leave it out to start from the first page."],
  ])("rejects %s with a reason", async (query, message) => {
    const answer = await test.admin.call("GET", `/api/admin/users?${query}`);
    expect([answer.status, errorOf(answer).code, errorOf(answer).message]).toEqual([400, "VALIDATION", message]);
  });

  it("accepts a cursor only with its own list and filters", async () => {
    const { nextCursor } = await pageOf("/api/admin/users?limit=2&search=otieno");
    const queries = [
      `/api/admin/users?limit=2&cursor=${nextCursor}`,
      `/api/admin/users?limit=2&search=kenya&cursor=${nextCursor}`,
      `/api/admin/audit?limit=2&cursor=${nextCursor}`,
    ];
    for (const query of queries) expect([query, (await test.admin.call("GET", query)).status]).toEqual([query, 400]);
    expect((await pageOf(`/api/admin/users?limit=4&search=otieno&cursor=${nextCursor}`)).items).toHaveLength(4);
  });
});

describe("the audit log", () => {
  async function entriesOf(query: string): Promise<AuditEvent[]> {
    const answer = await test.admin.call("GET", `/api/admin/audit${query}`);
    if (answer.status !== 200) throw new Error(answer.text);
    const body = answer.body as AuditEvent[] | Page<AuditEvent>;
    return Array.isArray(body) ? body : body.items;
  }

  it("is filtered by actor, action, subject and time, in pages", async () => {
    const [one, two] = users;
    const from = new Date().toISOString();
    for (const [user, kycStatus] of [
      [one!, "approved"] as const,
      [two!, "approved"] as const,
      [one!, "rejected"] as const,
    ]) {
      await test.admin.call("POST", `/api/admin/users/${user.userId}/kyc`, { kycStatus });
    }
    expect(await entriesOf(`?from=${from}`)).toHaveLength(3);
    expect(await entriesOf(`?to=${from}&action=user.set-kyc-status`)).toHaveLength(0);
    expect(await entriesOf(`?subjectId=${one!.userId}&action=user.set-kyc-status`)).toHaveLength(2);
    expect(await entriesOf(`?actor=${test.admin.userId}&subjectType=user&from=${from}`)).toHaveLength(3);
    expect(await entriesOf(`?actor=${two!.userId}&from=${from}`)).toHaveLength(0);
    const all = await entriesOf("");
    const paged: AuditEvent[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page: Page<AuditEvent> = (await test.admin.call("GET", `/api/admin/audit?limit=2${query}`)).body;
      paged.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it.each([
    ["actor=me", "actor must be the id of a user"],
    ["from=yesterday", "from must be a time in UTC, such as 2026-11-21T07:30:00Z"],
    ["to=2026-02-30T00:00:00Z", "to must be a time in UTC, such as 2026-11-21T07:30:00Z"],
  ])("rejects %s with a reason", async (query, message) => {
    const answer = await test.admin.call("GET", `/api/admin/audit?${query}`);
    expect([answer.status, errorOf(answer).message]).toEqual([400, message]);
  });

  it.each(["update audit_log set action = 'nothing'", "delete from audit_log", "truncate audit_log"])(
    "can only be appended to: %s",
    async (statement) => {
      await expect(test.sql.unsafe(statement)).rejects.toThrow("permission denied");
    },
  );
});
