import type { AuditEvent, Page, Statement, StatementLine, UserMovement, UserSession } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { liveALife, trade } from "../../../../../tests/harness/investor-life.ts";
import {
  accountOf,
  activate,
  deactivate,
  deactivateInvestor,
  errorOf,
  settleWithdrawal,
  startTwins,
  startWithdrawal,
  toCents,
  type Twins,
} from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import type { TestApp, TestClient } from "../../../../../tests/harness/test-app.ts";
import { formatLedgerAccount } from "../../ledger/door/format-ledger-account.ts";

let twins: Twins;
let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  twins = await startTwins();
  test = twins.one;
  bots = await startScriptedBots(test);
});

afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await twins.close();
});

type Subject = Pick<TestClient, "userId">;
interface Table {
  items: UserMovement[];
  nextCursor: string | null;
  previousCursor: string | null;
  total: number;
}

const pathOf = ({ userId }: Subject, call: string): string => `/api/admin/users/${userId}${call}`;

async function pageOf(subject: Subject, query = ""): Promise<Table> {
  const answer = await test.admin.call("GET", pathOf(subject, `/movements${query}`));
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Reads all movements page by page. */
async function historyOf(subject: Subject, limit: number): Promise<UserMovement[]> {
  const found: UserMovement[] = [];
  for (let query = `?limit=${limit}`; query !== "";) {
    const { items, nextCursor } = await pageOf(subject, query);
    found.push(...items);
    query = nextCursor === null ? "" : `?limit=${limit}&cursor=${nextCursor}`;
  }
  return found;
}

async function statementLinesOf(client: TestClient): Promise<StatementLine[]> {
  const months = (await client.call("GET", "/api/user/statement/months")).body as { month: string }[];
  const lines: StatementLine[] = [];
  for (const { month } of months.reverse()) {
    const statement: Statement = (await client.call("GET", `/api/user/statement?month=${month}`)).body;
    lines.push(...statement.lines);
  }
  return lines;
}

function adjust(subject: Subject, body: object): Promise<{ status: number }> {
  return test.admin.call("POST", pathOf(subject, "/balance"), body);
}

describe("the movements of a user", () => {
  it.each([11, 12, 13])("match the user's statement, with all entries (%i)", async (seed) => {
    const client = await test.funded("3000");
    await liveALife({ test, bots }, client, seed, 40);
    const history = await historyOf(client, 7);
    const lines = (await statementLinesOf(client)).reverse();
    expect(
      history.map(({ id, at, kind, reason, amounts, balances }) => [id, at, kind, reason, amounts, balances]),
    ).toEqual(lines.map(({ id, at, kind, reason, amounts, balances }) => [id, at, kind, reason, amounts, balances]));
    expect(new Set(history.map(({ kind }) => kind)).size).toBeGreaterThan(5);
    for (const { entries } of history) {
      expect(entries.reduce((sum, { amount }) => sum + toCents(amount), 0n)).toBe(0n);
    }
    const [posted] = await test.sql<{ count: number }[]>`
      select count(*)::int from ledger_entries where transaction_id = any(${history.map(({ id }) => id)}::bigint[])`;
    expect(history.flatMap(({ entries }) => entries)).toHaveLength(posted?.count ?? -1);
    expect(JSON.stringify(history.map(({ entries }) => entries))).not.toMatch(/user:|pool:|[\da-f]{8}-/);
  });

  it("page in both directions with the total", async () => {
    const client = await test.funded("3000");
    await liveALife({ test, bots }, client, 14, 30);
    const history = await historyOf(client, 200);
    expect(history.length).toBeGreaterThan(12);
    expect(await pageOf(client)).toMatchObject({ total: history.length, previousCursor: null });
    const pages = [await pageOf(client, "?limit=5")];
    for (let last = pages.at(-1); last?.nextCursor; last = pages.at(-1)) {
      pages.push(await pageOf(client, `?limit=5&cursor=${last.nextCursor}`));
    }
    expect(pages.flatMap(({ items }) => items)).toEqual(history);
    for (const [index, page] of [...pages.entries()].slice(1)) {
      expect((await pageOf(client, `?limit=5&cursor=${page.previousCursor!}`)).items).toEqual(pages[index - 1]?.items);
    }
    // A new movement appears on the first page and does not shift the others.
    const second = pages[0]?.nextCursor ?? "";
    await adjust(client, { balance: "1" });
    expect((await pageOf(client, `?limit=5&cursor=${second}`)).items).toEqual(pages[1]?.items);
    const other = await test.funded("100");
    const answer = await test.admin.call("GET", pathOf(other, `/movements?limit=5&cursor=${second}`));
    expect([answer.status, errorOf(answer).code]).toEqual([400, "VALIDATION"]);
  });

  it("describe the movement for administrators, and name the actor if it was not the user", async () => {
    const client = await test.funded("2000");
    await activate(client, bots.ids[2], "1000");
    await trade(bots, 2, 100, 120);
    await deactivate(client, bots.ids[2]);
    await adjust(client, { totalProfit: "25", reason: "Goodwill for the outage" });
    await activate(client, bots.ids[3], "100");
    const { id } = await startWithdrawal(client, "60");
    await settleWithdrawal(test.admin, id, { status: "completed" });
    await deactivateInvestor(test.admin, client.userId);
    const history = await historyOf(client, 50);
    const administrator = { email: "admin@wazi.local", firstName: "Wazi", lastName: "Admin" };
    expect(history.map(({ kind, actor }) => [kind, actor])).toEqual([
      ["deactivation", administrator],
      ["withdrawal-paid", administrator],
      ["withdrawal-hold", null],
      ["allocation", null],
      ["adjustment", administrator],
      ["deactivation", null],
      ["allocation", null],
      ["deposit", administrator],
    ]);
    const [closed, paid, , , granted, left, put, deposit] = history;
    expect(closed?.text).toMatch(/^\S+ was closed by an administrator\. /);
    expect(paid).toMatchObject({
      text: "Withdrawal of $60.00 paid out.",
      entries: [
        { account: "Withdrawal hold of the user", amount: "-60.00" },
        { account: "External: M-Pesa", amount: "60.00" },
      ],
    });
    expect(granted).toMatchObject({
      reason: "Goodwill for the outage",
      text: "Adjustment by an administrator, not earned by trading: Goodwill for the outage.",
      entries: [
        { account: "Granted running profit of the user", amount: "25.00" },
        { account: "Platform: adjustments", amount: "-25.00" },
      ],
    });
    expect(left?.entries.map(({ account }) => account)).toEqual(
      expect.arrayContaining(["Profit funds of the user", "Platform: profit share"]),
    );
    expect(put?.entries).toEqual([
      { account: "Deposit funds of the user", amount: "-1000.00" },
      { account: expect.stringMatching(/^Pool of \w+-\w+-\d+$/) as string, amount: "1000.00" },
    ]);
    expect(deposit).toMatchObject({
      text: "Deposit of $2,000.00 received by USDT (TRC20).",
      entries: [
        { account: "Deposit funds of the user", amount: "2000.00" },
        { account: "External: crypto", amount: "-2000.00" },
      ],
    });
    expect(JSON.stringify(history)).not.toMatch(/\byours?\b|\byou\b/i);
  });

  it("include a change of the invested amount without entries in the user's accounts", async () => {
    const client = await test.funded("1000");
    await activate(client, bots.ids[4], "500");
    await adjust(client, { totalInvested: "800" });
    const [newest] = (await pageOf(client)).items;
    expect(newest).toMatchObject({ kind: "adjustment", amounts: { balance: "0.00", invested: "300.00" } });
    expect(newest?.balances).toMatchObject({ balance: "500.00", invested: "800.00" });
  });

  it("are empty for a user without money, and 404 for users outside the list", async () => {
    const client = await test.signUp();
    expect(await pageOf(client)).toEqual({ items: [], nextCursor: null, previousCursor: null, total: 0 });
    await test.admin.call("DELETE", pathOf(client, ""));
    for (const subject of [client, test.admin, { userId: crypto.randomUUID() }]) {
      for (const call of ["/movements", "/sessions", ""]) {
        const answer = await test.admin.call("GET", pathOf(subject, call));
        expect([answer.status, errorOf(answer).message]).toEqual([404, "User not found."]);
      }
    }
  });

  it("name every account of the chart of accounts", async () => {
    const codes = await test.sql<{ code: string }[]>`select code from ledger_accounts`;
    const words = codes.map(({ code }) =>
      formatLedgerAccount(code, { userId: test.admin.userId, botNameOf: () => "a bot" }),
    );
    expect(words).toContain("Deposit funds of another user");
    expect(words).toContain("Pool of a bot");
    expect(() => formatLedgerAccount("platform:secret", { userId: "", botNameOf: () => "" })).toThrow(
      "platform:secret",
    );
  });
});

describe("the sessions of a user", () => {
  const sessionsOf = async (subject: Subject): Promise<UserSession[]> =>
    (await test.admin.call("GET", pathOf(subject, "/sessions"))).body;
  const end = (subject: Subject, session: string) =>
    test.admin.call("POST", pathOf(subject, `/sessions/${session}/end`));
  const isSignedIn = async (client: TestClient): Promise<boolean> =>
    (await client.call("GET", "/api/auth/user")).status === 200;

  async function signIn(email: string, userAgent: string): Promise<TestClient> {
    const client = test.visitor();
    const body = { email, password: "Correct-h0rse!" };
    const answer = await client.call("POST", "/api/auth/signin", body, { "user-agent": userAgent });
    expect(answer.status).toBe(200);
    return client;
  }

  it("are listed, last used first, and ended one by one in every process", async () => {
    const first = await test.signUp();
    const second = await signIn(first.email, "Second browser");
    const [latest, earlier] = await sessionsOf(first);
    expect(latest).toMatchObject({ userAgent: "Second browser", address: "127.0.0.1" });
    expect(Object.keys(latest!).sort()).toEqual(["address", "createdAt", "expiresAt", "id", "lastUsedAt", "userAgent"]);
    expect((await end(first, earlier!.id)).status).toBe(204);
    expect([await isSignedIn(first.through(twins.two)), await isSignedIn(second)]).toEqual([false, true]);
    expect(await sessionsOf(first)).toEqual([latest]);
    const { items } = (await test.admin.call("GET", `/api/admin/audit?subjectId=${first.userId}&limit=1`))
      .body as Page<AuditEvent>;
    expect(items[0]).toMatchObject({
      actorId: test.admin.userId,
      action: "user.end-session",
      subjectType: "user",
      before: { session: earlier!.id },
      after: { session: null },
    });
  });

  it("answer 404 for another user's, an ended or an unknown session", async () => {
    const [one, other] = [await test.signUp(), await test.signUp()];
    const [session] = await sessionsOf(other);
    for (const [subject, id] of [
      [one, session!.id],
      [one, crypto.randomUUID()],
      [one, "all"],
      [{ userId: crypto.randomUUID() }, session!.id],
    ] as const) {
      expect([id, (await end(subject, id)).status]).toEqual([id, 404]);
    }
    expect(await isSignedIn(other)).toBe(true);
    expect((await end(other, session!.id)).status).toBe(204);
    expect((await end(other, session!.id)).status).toBe(404);
    expect(await sessionsOf(other)).toEqual([]);
    await test.sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${one.userId}`;
    expect(await sessionsOf(one)).toEqual([]);
  });

  it("of administrators cannot be managed", async () => {
    const [own] = await test.sql<{ id: string }[]>`select id from sessions where user_id = ${test.admin.userId}`;
    const answer = await end(test.admin, own!.id);
    expect([answer.status, errorOf(answer).message]).toEqual([403, "You cannot manage your own account."]);
    expect(await accountOf(test.admin)).toBeDefined();
  });
});
