import { randomBytes, randomUUID } from "node:crypto";
import { connect } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { watchFirstRead } from "../../../../../tests/harness/first-read.ts";
import { mpesa, startDeposit, startWithdrawal, usdt } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { createSmallPicture, toDataUrl } from "../../people/documents/sample-pictures.ts";
import { openPool } from "./pool.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;
let investor: TestClient;
let statements: string[] = [];

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
  investor = await test.funded("5000");
});
afterAll(() => test.close());

beforeEach(() => {
  // A first read does not get too old while the machine is busy.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  // Every query of the pool goes through this method. It is watched and not replaced.
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === "string" ? first : (first as { text: string }).text;
    // Hints are sent after the commit, and no call waits for them.
    if (!text.includes("pg_notify")) statements.push(text);
    return query.apply(this, given) as never;
  });
});
afterEach(() => vi.restoreAllMocks());

async function countStatements(run: () => Promise<{ status: number; text: string }>): Promise<number> {
  statements = [];
  const answer = await run();
  expect(answer.status, answer.text).toBeLessThan(300);
  return statements.length;
}

const post =
  (path: string, body: object, headers: Record<string, string> = {}) =>
  () =>
    investor.call("POST", path, body, headers);

/** A call of the administrator under a key of its own. */
const decide = (path: string, body: object) => () =>
  test.admin.call("POST", path, body, { "idempotency-key": randomUUID() });

async function startDepositOf(amount: string): Promise<string> {
  return (await startDeposit(await test.signUp(), amount)).id;
}

const withdrawalOf = async (client: TestClient): Promise<string> => (await startWithdrawal(client, "100")).id;

describe("the statements of a call", () => {
  it("are one read and one write for the calls of investments, with a key or without", async () => {
    const [botId, otherId] = bots.ids;
    const withKey = () => ({ "idempotency-key": randomUUID() });
    // The first call with an open trade, so that marks are read too.
    await bots.open(0, { side: "buy", price: 1, exposure: "1" });
    const counts = {
      activate: await countStatements(post("/api/user/bots/activate", { botId, allocatedAmount: "1000" }, withKey())),
      activateWithoutKey: await countStatements(
        post("/api/user/bots/activate", { botId: otherId, allocatedAmount: "1000" }),
      ),
      transfer: await countStatements(post("/api/user/investment/transfer", { amount: "10" }, withKey())),
      transferWithoutKey: await countStatements(post("/api/user/investment/transfer", { amount: "10" })),
      deactivate: await countStatements(post("/api/user/bots/deactivate", { botId: otherId }, withKey())),
    };
    await bots.price(0, 1.5);
    const profit = await countStatements(post("/api/user/profit/transfer", { amount: "10" }, withKey()));
    expect({ ...counts, profit }).toEqual({
      activate: 2,
      activateWithoutKey: 2,
      transfer: 2,
      transferWithoutKey: 2,
      deactivate: 2,
      profit: 2,
    });
  });

  it("are one for the repetition of such a call", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const transfer = post("/api/user/investment/transfer", { amount: "10" }, headers);
    expect([await countStatements(transfer), await countStatements(transfer)]).toEqual([2, 1]);
  });

  it("find the answer under a key by the key alone, never by its time", async () => {
    const lookups: string[] = [];
    const other = await test.funded("1000");
    const lookUp = async (path: string, body: object): Promise<void> => {
      await countStatements(() => other.call("POST", path, body, { "idempotency-key": randomUUID() }));
      lookups.push(...statements.filter((text) => text.includes("from idempotency_keys")));
    };
    await lookUp("/api/user/bots/activate", { botId: bots.ids[2], allocatedAmount: "100" });
    await lookUp("/api/user/deposits", usdt("100"));
    expect(lookups).toHaveLength(2);
    // While there were few keys, the planner took either index. Without the right one, the other must not help it.
    const superuser = openPool(test.database.url, { max: 1, role: null });
    const plans = await superuser.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      await tx`alter table idempotency_keys drop constraint idempotency_keys_pkey`;
      const found: string[] = [];
      for (const text of lookups) found.push(JSON.stringify(await tx.unsafe(`explain (generic_plan) ${text}`)));
      await tx`alter table idempotency_keys add primary key (user_id, call, key)`;
      return found;
    });
    await superuser.end();
    for (const plan of plans) {
      expect(plan).toContain("Seq Scan on idempotency_keys");
      expect(plan).not.toContain("idempotency_keys_by_time");
    }
  });

  it("are not more than these for the other calls that move money", async () => {
    const key = { "idempotency-key": randomUUID() };
    const deposit = await countStatements(post("/api/user/deposits", usdt("100"), key));
    const withdrawal = await countStatements(post("/api/user/withdrawals", mpesa("20"), key));
    // A withdrawal asks in one statement whether another one is pending, and what holds it for security.
    expect({ deposit, withdrawal }).toEqual({ deposit: 2, withdrawal: 3 });
  });

  it("are two more for a deposit where calls are limited: calls in a minute, and deposits in a day", async () => {
    const limited = await startTestApp(test.database, undefined, { RATE_LIMIT_SCALE: "1" });
    try {
      const other = (await test.signUp()).through(limited);
      expect(await countStatements(() => other.call("POST", "/api/user/deposits", usdt("100")))).toBe(4);
    } finally {
      await limited.close();
    }
  });

  it("are one read and one write for an administrator's decision about a deposit", async () => {
    const hash = randomBytes(32).toString("hex");
    const deposits = await Promise.all(["100", "200", "300", "400"].map(startDepositOf));
    const path = (place: number): string => `/api/admin/deposits/${deposits[place]}/approve`;
    const late = `/api/admin/deposits/${deposits[2]}/late-credit`;
    const counts = {
      approve: await countStatements(decide(path(0), { status: "completed" })),
      // The hash comes in the body, after the session was read.
      approveWithHash: await countStatements(decide(path(1), { status: "completed", transactionHash: hash })),
      approveAbove: await countStatements(decide(path(3), { status: "completed", receivedAmount: "500" })),
      reject: await countStatements(decide(path(2), { status: "failed" })),
      lateCredit: await countStatements(decide(late, { amount: "100", transactionHash: `${hash.slice(1)}0` })),
    };
    expect(counts).toEqual({ approve: 2, approveWithHash: 3, approveAbove: 2, reject: 2, lateCredit: 3 });
  });

  it("are not more than these for the other calls of administrators", async () => {
    const [asking, rejected] = await Promise.all([test.funded("1000"), test.funded("1000")]);
    const [paidId, rejectedId] = await Promise.all([withdrawalOf(asking), withdrawalOf(rejected)]);
    const verified = await asking.call("POST", "/api/verification/submit", {
      documentType: "passport",
      frontImageUrl: toDataUrl("jpeg", await createSmallPicture()),
    });
    const { id: verificationId } = verified.body as { id: string };
    const token = test.links.sign("freeze", { id: rejected.userId, issuedAt: new Date() });
    const balance = `/api/admin/users/${asking.userId}/balance`;
    const counts = {
      payWithdrawal: await countStatements(
        decide(`/api/admin/withdrawals/${paidId}/approve`, { status: "completed", transactionHash: "QWE123RTY4" }),
      ),
      rejectWithdrawal: await countStatements(
        decide(`/api/admin/withdrawals/${rejectedId}/approve`, { status: "rejected" }),
      ),
      adjust: await countStatements(decide(balance, { balance: "1500.00", reason: "Refund" })),
      verify: await countStatements(
        decide(`/api/admin/verifications/${verificationId}/review`, { status: "approved" }),
      ),
      freeze: await countStatements(() => test.visitor().call("POST", "/api/auth/freeze", { token })),
      unfreeze: await countStatements(decide(`/api/admin/users/${rejected.userId}/unfreeze`, {})),
      deactivate: await countStatements(decide(`/api/admin/users/${rejected.userId}/deactivate`, {})),
    };
    // Those of transactions count their begin and commit.
    expect(counts).toEqual({
      payWithdrawal: 5,
      rejectWithdrawal: 5,
      adjust: 5,
      verify: 8,
      freeze: 11,
      unfreeze: 13,
      deactivate: 11,
    });
  });

  it.each([
    ["/api/auth/user", 1],
    ["/api/user", 1],
    ["/api/user/bots", 1],
    ["/api/user/package-tier", 1],
    ["/api/user/deposits", 1],
    ["/api/user/withdrawals", 1],
    ["/api/user/notices", 1],
    ["/api/verification", 1],
    ["/api/user/trades", 1],
    // The first read of a bot's closing prices is one more.
    ["/api/user/balance-history", 2],
    ["/api/user/balance-history", 1],
    // The first read of the bots' marks is one more.
    ["/api/user/performance", 2],
    ["/api/user/performance", 1],
    ["/api/user/performance?points=1", 1],
    ["/api/user/statement/months", 1],
    ["/api/user/sessions", 1],
    // The second one sums the trades of the time in which the investor held units.
    ["/api/user/costs", 2],
    ["/api/user/statement?month=2026-01", 1],
  ])("are not more than these for GET %s: %i", async (path, most) => {
    expect(await countStatements(() => investor.call("GET", path))).toBe(most);
  });
});

describe("calls at the same time", () => {
  it("share a read that is the same for everybody, and read again afterwards", async () => {
    const visitor = test.visitor();
    statements = [];
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.call("GET", "/api/bots")));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    // Two for each read, and there is at most a second read.
    expect(statements.length).toBeLessThanOrEqual(4);
    statements = [];
    await visitor.call("GET", "/api/bots");
    expect(statements).toHaveLength(2);
  });

  it("share their reads, and each gets its own session, money and bots", async () => {
    const others = await Promise.all(["100", "200", "300"].map((amount) => test.funded(amount)));
    const people = [test.visitor(), investor, ...others, test.visitor()];
    statements = [];
    const answers = await Promise.all(
      people.flatMap((each) => [each, each]).map((each) => each.call("GET", "/api/user")),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, ...Array<number>(8).fill(200), 401, 401]);
    const emails = answers.slice(2, -2).map(({ body }) => (body as { email: string }).email);
    expect(emails).toEqual([investor, ...others].flatMap(({ email }) => [email, email]));
    const totals = answers
      .slice(4, -2)
      .map(({ body }) => (body as { account: { totalDeposits: string } }).account.totalDeposits);
    expect(totals).toEqual(["100.00", "100.00", "200.00", "200.00", "300.00", "300.00"]);
    expect(statements.length).toBeLessThanOrEqual(4);
  });

  it("share their posting, and each moves its own money", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => test.funded("1000")));
    statements = [];
    const answers = await Promise.all(
      people.map((each) =>
        each.call(
          "POST",
          "/api/user/bots/activate",
          { botId: bots.ids[1], allocatedAmount: "60" },
          {
            "idempotency-key": randomUUID(),
          },
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(200));
    expect(statements.length).toBeLessThan(12);
  });
});

describe("the first read of a call", () => {
  it("is not used when the body comes much later than the headers: the price of that moment counts", async () => {
    const slow = await test.funded("1000");
    await slow.call("POST", "/api/user/bots/activate", { botId: bots.ids[1], allocatedAmount: "1000" });
    await bots.open(1, { side: "buy", price: 1, exposure: "1" });
    await bots.price(1, 2);
    const marks = () =>
      test.sql<{ mark: string }[]>`select exit_mark::text as mark from pool_marks where bot_id = ${bots.ids[1]!}`;
    const [early] = await marks();
    const address = await test.app.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    const body = JSON.stringify({ amount: "100" });
    const outdateFirstRead = await watchFirstRead(test.database.url);
    socket.write(
      [
        "POST /api/user/investment/transfer HTTP/1.1",
        "host: localhost",
        `cookie: ${slow.cookies()}`,
        "content-type: application/json",
        `content-length: ${body.length}`,
        "",
        "",
      ].join("\r\n"),
    );
    await outdateFirstRead();
    await bots.price(1, 1.2);
    const [late] = await marks();
    expect(late?.mark).not.toBe(early?.mark);
    const answered = new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(chunk.toString())));
    socket.write(body);
    expect(await answered).toMatch(/^HTTP\/1.1 200/);
    socket.destroy();
    const [event] = await test.sql<{ mark: string }[]>`
      select mark::text from position_events where user_id = ${slow.userId} order by transaction_id desc limit 1`;
    expect(event?.mark).toBe(late?.mark);
  });
});
