import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../apps/server/src/core/app-error.ts";
import { answerOnce } from "../../apps/server/src/http/idempotency.ts";
import {
  accountOf,
  activate,
  atOnce,
  errorOf,
  isSuccess,
  mpesa,
  settleDeposit,
  startDeposit,
  startTwins,
  startWithdrawal,
  statusCounts,
  toCents,
  usdt,
  type Twins,
} from "../harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import type { TestAnswer, TestApp, TestClient } from "../harness/test-app.ts";

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

const DEPOSITS = "/api/user/deposits";
const WITHDRAWALS = "/api/user/withdrawals";

function post(client: TestClient, path: string, body: unknown, key: string): Promise<TestAnswer> {
  return client.call("POST", path, body, { "idempotency-key": key });
}

const idOf = (answer: TestAnswer): string => (answer.body as { id: string }).id;

/** All data that a money call could change. */
async function countRows(): Promise<unknown> {
  const [counts] = await test.sql`
    select (select count(*) from ledger_transactions) as transactions, (select count(*) from ledger_entries) as entries,
      (select count(*) from deposits) as deposits, (select count(*) from withdrawals) as withdrawals,
      (select count(*) from position_events) as events, (select count(*) from audit_log) as audits,
      (select sum(version) from deposits) as deposit_versions, (select sum(version) from withdrawals) as withdrawal_versions`;
  return counts;
}

/** Makes the call, repeats it through the other instance, and expects the first answer and no further change. */
async function callTwice(client: TestClient, path: string, body: unknown): Promise<TestAnswer> {
  const key = randomUUID();
  const first = await post(client, path, body, key);
  expect([first.status, first.text], path).toEqual([expect.toSatisfy((status: number) => status < 300), first.text]);
  const before = await countRows();
  const again = await post(client.through(twins.two), path, body, key);
  expect([again.status, again.text], path).toEqual([first.status, first.text]);
  expect(await countRows(), path).toEqual(before);
  return first;
}

describe("the same key and payload again", () => {
  it("gives the first answer byte for byte and changes nothing, for every call that moves money", async () => {
    const { admin } = test;
    const investor = await test.signUp();
    const cancelled = await callTwice(investor, DEPOSITS, usdt("150"));
    await callTwice(investor, `${DEPOSITS}/${idOf(cancelled)}/cancel`, undefined);
    const deposit = await callTwice(investor, DEPOSITS, usdt("1000"));
    await callTwice(admin, `/api/admin/deposits/${idOf(deposit)}/approve`, { status: "completed" });
    await callTwice(investor, "/api/user/bots/activate", { botId: bots.ids[0], allocatedAmount: "600" });
    await bots.open(0, { side: "buy", price: 1, exposure: "1" });
    await bots.close(0, 1.2);
    await callTwice(investor, "/api/user/profit/transfer", { amount: "20.01" });
    await callTwice(investor, "/api/user/investment/transfer", { amount: "100" });
    await callTwice(investor, "/api/user/bots/deactivate", { botId: bots.ids[0] });
    const rejected = await callTwice(investor, WITHDRAWALS, mpesa("50"));
    await callTwice(admin, `/api/admin/withdrawals/${idOf(rejected)}/approve`, { status: "rejected", notes: "no" });
    const paid = await callTwice(investor, WITHDRAWALS, mpesa("60"));
    await callTwice(admin, `/api/admin/withdrawals/${idOf(paid)}/approve`, { status: "completed" });
  });

  it("gives 201 again for a created deposit, although one is pending now, with its fields in any order", async () => {
    const investor = await test.signUp();
    const key = randomUUID();
    const first = await post(investor, DEPOSITS, { amount: "100", currency: "USDT", network: "TRC20" }, key);
    const again = await post(investor, DEPOSITS, { network: "TRC20", currency: "USDT", amount: "100" }, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await investor.call("POST", DEPOSITS, usdt("100"))).status).toBe(409);
    expect((await post(investor, DEPOSITS, usdt("100"), randomUUID())).status).toBe(409);
  });

  it("gives the first answer even after the data has changed", async () => {
    const investor = await test.funded("100");
    const key = randomUUID();
    const first = await post(investor, WITHDRAWALS, mpesa("40"), key);
    await test.admin.call("POST", `/api/admin/withdrawals/${idOf(first)}/approve`, { status: "completed" });
    const again = await post(investor, WITHDRAWALS, mpesa("40"), key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await accountOf(investor)).toMatchObject({ balance: "60.00", withdrawalHold: "0.00" });
  });
});

describe("the same key with another payload", () => {
  it("is a 422 that changes nothing", async () => {
    const investor = await test.funded("500");
    const key = randomUUID();
    await post(investor, WITHDRAWALS, mpesa("40"), key);
    const before = await countRows();
    for (const body of [mpesa("41"), mpesa(40), mpesa("-1"), {}]) {
      const other = await post(investor, WITHDRAWALS, body, key);
      expect([other.status, errorOf(other).code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    }
    expect(await countRows()).toEqual(before);
  });

  it("also means another id in the path", async () => {
    const key = randomUUID();
    const [one, two] = [await test.signUp(), await test.signUp()];
    const settle = async (client: TestClient): Promise<TestAnswer> => {
      const { id } = await startDeposit(client, "100");
      return post(test.admin, `/api/admin/deposits/${id}/approve`, { status: "completed" }, key);
    };
    expect((await settle(one)).status).toBe(200);
    expect((await settle(two)).status).toBe(422);
    expect((await accountOf(two)).balance).toBe("0.00");
  });
});

describe("twenty calls at once with one key", () => {
  it.each(["a deposit", "a withdrawal", "an allocation", "an approval"])("have one effect: %s", async (what) => {
    const { admin } = test;
    for (let round = 0; round < 5; round += 1) {
      const investor = what === "a deposit" || what === "an approval" ? await test.signUp() : await test.funded("300");
      const key = randomUUID();
      const pending = what === "an approval" ? await startDeposit(investor, "300") : null;
      const [path, body, caller] = pending
        ? [`/api/admin/deposits/${pending.id}/approve`, { status: "completed" }, admin]
        : what === "a deposit"
          ? [DEPOSITS, usdt("300"), investor]
          : what === "a withdrawal"
            ? [WITHDRAWALS, mpesa("300"), investor]
            : ["/api/user/bots/activate", { botId: bots.ids[1], allocatedAmount: "300" }, investor];
      const answers = await atOnce(20, twins.both(caller), (client) => post(client, path, body, key));
      const done = answers.filter(isSuccess);
      expect(done.length).toBeGreaterThan(0);
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      const others = answers.filter((answer) => !isSuccess(answer));
      expect(others.map(({ status, text }) => [status, text])).toEqual(others.map(({ text }) => [409, text]));
      const last = await post(caller, path, body, key);
      expect([last.status, last.text]).toEqual([done[0]!.status, done[0]!.text]);
      const [made] = await test.sql<{ count: number }[]>`
        select count(*)::int from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id
        where a.user_id = ${investor.userId} and a.code like '%:deposit_funds' and e.amount = any(array[300, -300]::numeric[])`;
      // The deposit that funded the investor is one of them.
      expect(made?.count).toBe({ "a deposit": 0, "an approval": 1 }[what] ?? 2);
    }
  });
});

describe("a key", () => {
  it("belongs to one user", async () => {
    const key = randomUUID();
    const [one, two] = [await test.funded("100"), await test.funded("100")];
    const answers = [await post(one, WITHDRAWALS, mpesa("30"), key), await post(two, WITHDRAWALS, mpesa("30"), key)];
    expect(statusCounts(answers)).toEqual({ 201: 2 });
    expect(idOf(answers[0]!)).not.toBe(idOf(answers[1]!));
    expect((await accountOf(two)).balance).toBe("70.00");
  });

  it("belongs to one call", async () => {
    const key = randomUUID();
    const investor = await test.funded("300");
    expect((await post(investor, WITHDRAWALS, mpesa("30"), key)).status).toBe(201);
    expect((await post(investor, DEPOSITS, usdt("100"), key)).status).toBe(201);
  });

  it("is 1 to 255 visible characters, otherwise a 400", async () => {
    const investor = await test.funded("100");
    for (const key of ["", " ", "with space", "x".repeat(256), "ключ"]) {
      const answer = await post(investor, WITHDRAWALS, mpesa("10"), key);
      expect([key, answer.status]).toEqual([key, 400]);
    }
    expect((await post(investor, WITHDRAWALS, mpesa("10"), "x".repeat(255))).status).toBe(201);
  });

  it("is free again after 24 hours", async () => {
    const investor = await test.funded("100");
    const key = randomUUID();
    const first = await post(investor, WITHDRAWALS, mpesa("10"), key);
    await test.admin.call("POST", `/api/admin/withdrawals/${idOf(first)}/approve`, { status: "completed" });
    await test.sql`update idempotency_keys set claimed_at = now() - interval '24 hours 1 minute' where key = ${key}`;
    const next = await post(investor, WITHDRAWALS, mpesa("10"), key);
    expect([next.status, idOf(next) === idOf(first)]).toEqual([201, false]);
  });
});

describe("a refusal", () => {
  it("for insufficient funds (422) is the final answer", async () => {
    const investor = await test.funded("100");
    const key = randomUUID();
    const first = await post(investor, WITHDRAWALS, mpesa("150"), key);
    expect(first.status).toBe(422);
    const { id } = await startDeposit(investor, "100");
    await settleDeposit(test.admin, id, { status: "completed" });
    const again = await post(investor, WITHDRAWALS, mpesa("150"), key);
    expect([again.status, again.text]).toEqual([422, first.text]);
    expect((await investor.call("POST", WITHDRAWALS, mpesa("150"))).status).toBe(201);
  });

  it("because of another pending request (409) is the final answer", async () => {
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "100");
    const key = randomUUID();
    const first = await post(investor, DEPOSITS, usdt("200"), key);
    expect(first.status).toBe(409);
    await investor.call("POST", `${DEPOSITS}/${id}/cancel`);
    const again = await post(investor, DEPOSITS, usdt("200"), key);
    expect([again.status, again.text]).toEqual([409, first.text]);
  });

  it("of a malformed request (400) leaves the key free for the corrected one", async () => {
    const investor = await test.funded("100");
    const key = randomUUID();
    expect((await post(investor, WITHDRAWALS, mpesa("1,000"), key)).status).toBe(400);
    expect((await post(investor, WITHDRAWALS, mpesa("5"), key)).status).toBe(400);
    expect((await post(investor, WITHDRAWALS, mpesa("20"), key)).status).toBe(201);
  });

  it("because of a missing price (503) leaves the key free for the next try", async () => {
    const investor = await test.funded("1000");
    await bots.open(2, { side: "buy", price: 10, exposure: "1" });
    await test.sql`update pool_marks set priced_at = now() - interval '1 minute'`;
    const key = randomUUID();
    const body = { botId: bots.ids[2], allocatedAmount: "100" };
    const refused = await post(investor, "/api/user/bots/activate", body, key);
    expect([refused.status, errorOf(refused).code]).toEqual([503, "PRICE_UNAVAILABLE"]);
    await bots.price(2, 10);
    expect((await post(investor, "/api/user/bots/activate", body, key)).status).toBe(200);
    await bots.close(2, 10);
  });

  it.each(["RATE_LIMITED", "BUSY", "VALIDATION"] as const)("with %s is not stored", async (code) => {
    const { userId } = test.admin;
    const request = { userId, call: "POST /test", key: randomUUID(), payload: { amount: "1" } };
    const refuse = () => Promise.reject(new AppError(code, "not now"));
    await expect(answerOnce(test.sql, request, refuse)).rejects.toThrow("not now");
    const answer = await answerOnce(test.sql, { ...request, payload: {} }, () =>
      Promise.resolve({ status: 200, body: {} }),
    );
    expect(answer.status).toBe(200);
  });
});

describe("a claim whose process died", () => {
  /** Inserts a request with the key that started this many seconds ago and was never answered. */
  async function unanswered(investor: TestClient, body: unknown, secondsAgo: number): Promise<string> {
    const key = randomUUID();
    expect((await post(investor, WITHDRAWALS, body, key)).status).toBe(422);
    await test.sql`
      update idempotency_keys set status = null, body = null, claimed_at = now() - make_interval(secs => ${secondsAgo})
      where key = ${key}`;
    const { id } = await startDeposit(investor, "100");
    await settleDeposit(test.admin, id, { status: "completed" });
    return key;
  }

  it("is a 409 while it may still be running", async () => {
    const investor = await test.funded("100");
    const key = await unanswered(investor, mpesa("200"), 20);
    const answer = await post(investor, WITHDRAWALS, mpesa("200"), key);
    expect([answer.status, errorOf(answer).message]).toEqual([409, "This request is still being processed."]);
    // This differs from a final refusal, after which a retry with the same key makes no sense.
    expect(answer.headers["retry-after"]).toBe("1");
    await startWithdrawal(investor, "20");
    const refused = await post(investor, WITHDRAWALS, mpesa("20"), randomUUID());
    expect([refused.status, refused.headers["retry-after"]]).toEqual([409, undefined]);
    expect((await accountOf(investor)).balance).toBe("180.00");
  });

  it("can be taken over after 30 seconds, by one of many requests", async () => {
    const investor = await test.funded("100");
    const key = await unanswered(investor, mpesa("200"), 31);
    const answers = await atOnce(10, twins.both(investor), (client) => post(client, WITHDRAWALS, mpesa("200"), key));
    expect(answers.filter(isSuccess).length).toBeGreaterThan(0);
    expect(new Set(answers.filter(isSuccess).map(({ text }) => text)).size).toBe(1);
    expect(toCents((await accountOf(investor)).withdrawalHold)).toBe(20_000n);
  });

  it("cannot be taken over with another payload", async () => {
    const investor = await test.funded("100");
    const key = await unanswered(investor, mpesa("200"), 31);
    expect((await post(investor, WITHDRAWALS, mpesa("150"), key)).status).toBe(422);
  });

  it("posts nothing when it was only slow and another request has the claim", async () => {
    const investor = await test.funded("100");
    const key = randomUUID();
    const request = { userId: investor.userId, call: `POST ${WITHDRAWALS}`, key, payload: "slow" };
    const slow = answerOnce(test.sql, request, async (claim) => {
      await test.sql`update idempotency_keys set claimed_at = now() - interval '31 seconds' where key = ${key}`;
      await answerOnce(test.sql, request, () => Promise.resolve({ status: 200, body: "the other one's" }));
      const [row] = await test.sql<{ claim: string }[]>`select claim from idempotency_keys where key = ${key}`;
      expect(row?.claim).not.toBe(claim?.claim);
      const outcome = await test.door.post({
        operationId: randomUUID(),
        locks: { pools: {}, accounts: [`user:${investor.userId}:deposit_funds`] },
        expects: {},
        transaction: {
          kind: "withdrawal-hold",
          actorId: investor.userId,
          reason: null,
          entries: [
            { account: `user:${investor.userId}:deposit_funds`, amount: "-100.00" },
            { account: `user:${investor.userId}:withdrawal_hold`, amount: "100.00" },
          ],
        },
        answer: { ...claim!, status: 201, body: "{}" },
      });
      return { status: 200, body: outcome };
    });
    expect((await slow).body).toBe("claim-lost");
    expect((await accountOf(investor)).balance).toBe("100.00");
  });
});

describe("without a key", () => {
  it("each call is new", async () => {
    const investor = await test.funded("100");
    const first = await startWithdrawal(investor, "10");
    await test.admin.call("POST", `/api/admin/withdrawals/${first.id}/approve`, { status: "completed" });
    const second = await startWithdrawal(investor, "10");
    expect(second.id).not.toBe(first.id);
    expect((await accountOf(investor)).balance).toBe("80.00");
    expect((await activate(investor, bots.ids[0], "80")).status).toBe(200);
  });
});
