import { randomUUID } from "node:crypto";
import type { Withdrawal } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AppError } from "../../apps/server/src/platform/base/app-error.ts";
import { answerOnce } from "../../apps/server/src/ledger/idempotency/register-money-call.ts";
import { createHoldingDoor } from "../harness/holding-door.ts";
import {
  accountOf,
  activate,
  atOnce,
  errorOf,
  isSuccess,
  mpesa,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startTwins,
  startWithdrawal,
  statusCounts,
  toCents,
  usdt,
  type Twins,
} from "../harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../harness/test-app.ts";

let twins: Twins;
let test: TestApp;
let bots: ScriptedBots;
/** An instance whose next operation can be held back before it is posted, and one where it is held after the commit. */
let fragile: TestApp;
let silent: TestApp;
const dying = createHoldingDoor();
const afterCommit = createHoldingDoor("after posting");

beforeAll(async () => {
  twins = await startTwins();
  test = twins.one;
  fragile = await startTestApp(test.database, dying.wrap);
  silent = await startTestApp(test.database, afterCommit.wrap);
  bots = await startScriptedBots(test);
});

afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await fragile.close();
  await silent.close();
  await twins.close();
});

const DEPOSITS = "/api/user/deposits";
const WITHDRAWALS = "/api/user/withdrawals";

function post(client: TestClient, path: string, body: unknown, key: string): Promise<TestAnswer> {
  return client.call("POST", path, body, { "idempotency-key": key });
}

const listWithdrawals = async (client: TestClient): Promise<Withdrawal[]> =>
  (await client.call("GET", WITHDRAWALS)).body;

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
  it("is a 422 that changes nothing", { tags: ["S51"] }, async () => {
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
  it.each(["a deposit", "a withdrawal", "an allocation", "an approval"])(
    "have one effect: %s",
    { tags: ["S51"] },
    async (what) => {
      const { admin } = test;
      for (let round = 0; round < 5; round += 1) {
        const investor =
          what === "a deposit" || what === "an approval" ? await test.signUp() : await test.funded("300");
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
        const [first] = answers;
        expect(isSuccess(first!)).toBe(true);
        const last = await post(caller, path, body, key);
        expect([...answers, last].map(({ status, text }) => [status, text])).toEqual(
          Array.from({ length: 21 }, () => [first!.status, first!.text]),
        );
        const [made] = await test.sql<{ count: number }[]>`
        select count(*)::int from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id
        where a.user_id = ${investor.userId} and a.code like '%:deposit_funds' and e.amount = any(array[300, -300]::numeric[])`;
        // The deposit that funded the investor is one of them.
        expect(made?.count).toBe({ "a deposit": 0, "an approval": 1 }[what] ?? 2);
      }
    },
  );
});

describe("a key", () => {
  it("belongs to one user", { tags: ["S51"] }, async () => {
    const key = randomUUID();
    const [one, two] = [await test.funded("100"), await test.funded("100")];
    const answers = [await post(one, WITHDRAWALS, mpesa("30"), key), await post(two, WITHDRAWALS, mpesa("30"), key)];
    expect(statusCounts(answers)).toEqual({ 201: 2 });
    expect(idOf(answers[0]!)).not.toBe(idOf(answers[1]!));
    expect((await accountOf(two)).balance).toBe("70.00");
    const deposits = [await post(one, DEPOSITS, usdt("100"), key), await post(two, DEPOSITS, usdt("100"), key)];
    expect(statusCounts(deposits)).toEqual({ 201: 2 });
    expect(idOf(deposits[0]!)).not.toBe(idOf(deposits[1]!));
  });

  it("is not waited for by another user's call", async () => {
    const key = randomUUID();
    const [one, two] = [await test.funded("100"), await test.funded("100")].map((client) => client.through(fragile));
    const arrived = dying.holdNext();
    const held = post(one!, WITHDRAWALS, mpesa("30"), key);
    await arrived;
    expect((await post(two!, WITHDRAWALS, mpesa("30"), key)).status).toBe(201);
    dying.release();
    expect((await held).status).toBe(201);
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
    await test.sql`update idempotency_keys set stored_at = now() - interval '23 hours 59 minutes' where key = ${key}`;
    expect((await post(investor, WITHDRAWALS, mpesa("10"), key)).text).toBe(first.text);
    await test.sql`update idempotency_keys set stored_at = now() - interval '24 hours 1 minute' where key = ${key}`;
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
    const deps = { sql: test.sql, running: new Map<string, Promise<void>>() };
    const refuse = () => Promise.reject(new AppError(code, "not now"));
    await expect(answerOnce(deps, request, refuse)).rejects.toThrow("not now");
    const answer = await answerOnce(deps, { ...request, payload: {} }, () =>
      Promise.resolve({ status: 200, body: {} }),
    );
    expect(answer.status).toBe(200);
  });
});

describe("a key whose process died", () => {
  it("before the commit leaves nothing behind: the repeated call is the first", async () => {
    const investor = await test.funded("100");
    const key = randomUUID();
    // This process decides and never posts.
    const arrived = dying.holdNext();
    const unanswered = post(investor.through(fragile), WITHDRAWALS, mpesa("40"), key);
    await arrived;
    const again = await post(investor.through(twins.two), WITHDRAWALS, mpesa("40"), key);
    expect([again.status, toCents((await accountOf(investor)).withdrawalHold)]).toEqual([201, 4_000n]);
    // It was only slow: it posts nothing more, and gives the answer that is stored.
    dying.release();
    const late = await unanswered;
    expect([late.status, late.text]).toEqual([201, again.text]);
    expect(toCents((await accountOf(investor)).withdrawalHold)).toBe(4_000n);
  });

  it("before the commit is free for another request", async () => {
    const investor = await test.funded("100");
    const key = randomUUID();
    const arrived = dying.holdNext();
    const unanswered = post(investor.through(fragile), WITHDRAWALS, mpesa("40"), key);
    await arrived;
    expect((await post(investor, WITHDRAWALS, mpesa("30"), key)).status).toBe(201);
    dying.release();
    expect([(await unanswered).status, errorOf(await unanswered).code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    expect(toCents((await accountOf(investor)).withdrawalHold)).toBe(3_000n);
  });

  it("after the commit gives its answer at once, whatever else has changed", async () => {
    const investor = await test.funded("100");
    const key = randomUUID();
    void afterCommit.holdNext();
    const unanswered = post(investor.through(silent), WITHDRAWALS, mpesa("40"), key);
    const { id } = await vi.waitUntil(async () => (await listWithdrawals(investor))[0], { timeout: 30_000 });
    await settleWithdrawal(test.admin, id, { status: "completed" });
    const again = await post(investor, WITHDRAWALS, mpesa("40"), key);
    expect([again.status, idOf(again)]).toEqual([201, id]);
    expect((again.body as { status: string }).status).toBe("pending");
    afterCommit.release();
    expect((await unanswered).text).toBe(again.text);
  });
});

describe("a second call while the first is running", () => {
  it("waits for the first and gets its answer", async () => {
    const investor = (await test.funded("100")).through(fragile);
    const other = (await test.funded("100")).through(fragile);
    const key = randomUUID();
    const arrived = dying.holdNext();
    const first = post(investor, WITHDRAWALS, mpesa("40"), key);
    await arrived;
    const second = post(investor, WITHDRAWALS, mpesa("40"), key);
    // A later call with another key is answered meanwhile.
    expect((await post(other, WITHDRAWALS, mpesa("40"), randomUUID())).status).toBe(201);
    expect(await Promise.race([second, Promise.resolve("still waiting")])).toBe("still waiting");
    dying.release();
    const [one, two] = await Promise.all([first, second]);
    expect([one.status, two.status, two.text]).toEqual([201, 201, one.text]);
    expect(toCents((await accountOf(investor)).withdrawalHold)).toBe(4_000n);
  });

  it("is a 422 with another payload, once the first is answered", async () => {
    const investor = (await test.funded("100")).through(fragile);
    const key = randomUUID();
    const arrived = dying.holdNext();
    const first = post(investor, WITHDRAWALS, mpesa("40"), key);
    await arrived;
    const second = post(investor, WITHDRAWALS, mpesa("50"), key);
    dying.release();
    expect([(await first).status, (await second).status]).toEqual([201, 422]);
  });

  it("runs itself when the first is refused and its answer is not stored", async () => {
    const investor = (await test.funded("100")).through(fragile);
    const key = randomUUID();
    const arrived = dying.holdNext();
    const first = post(investor, DEPOSITS, usdt("300"), key);
    await arrived;
    const second = post(investor, DEPOSITS, usdt("300"), key);
    dying.failNext(new AppError("BUSY", "not now"));
    dying.release();
    expect([(await first).status, (await second).status]).toEqual([503, 201]);
  });

  it("is a 409 with Retry-After when the first takes longer than five seconds", async () => {
    const investor = (await test.funded("100")).through(fragile);
    const key = randomUUID();
    const arrived = dying.holdNext();
    const first = post(investor, WITHDRAWALS, mpesa("40"), key);
    await arrived;
    const startedAt = performance.now();
    const second = await post(investor, WITHDRAWALS, mpesa("40"), key);
    const waitedMs = performance.now() - startedAt;
    expect([second.status, errorOf(second).message]).toEqual([409, "This request is still being processed."]);
    expect(waitedMs).toBeGreaterThan(4_900);
    expect(waitedMs).toBeLessThan(stretchBound(6_500));
    // This differs from a final refusal, after which a retry with the same key makes no sense.
    expect(second.headers["retry-after"]).toBe("1");
    dying.release();
    const [one, third] = [await first, await post(investor, WITHDRAWALS, mpesa("40"), key)];
    expect([one.status, third.status, third.text]).toEqual([201, 201, one.text]);
    const refused = await post(investor, WITHDRAWALS, mpesa("20"), randomUUID());
    expect([refused.status, refused.headers["retry-after"]]).toEqual([409, undefined]);
  });
});

describe("a call of several commits", () => {
  it("has one effect and one answer when it is made in two processes at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const investor = await test.funded("300");
      await activate(investor, bots.ids[0], "200");
      const key = randomUUID();
      const path = `/api/admin/users/${investor.userId}/deactivate`;
      const answers = await atOnce(6, twins.both(test.admin), (client) => post(client, path, {}, key));
      expect(statusCounts(answers)).toEqual({ 200: 6 });
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
  });

  it("continues when its process died after the last commit and before the answer was stored", async () => {
    const investor = await test.funded("300");
    await activate(investor, bots.ids[0], "200");
    const key = randomUUID();
    const path = `/api/admin/users/${investor.userId}/deactivate`;
    expect((await post(test.admin, path, {}, key)).status).toBe(200);
    await test.sql`update idempotency_keys set status = null, body = null where key = ${key}`;
    expect((await post(test.admin, path, { reason: "another" }, key)).status).toBe(422);
    expect((await post(test.admin, path, {}, key)).status).toBe(200);
    expect((await post(test.admin, path, {}, randomUUID())).status).toBe(409);
  });
});

describe("without a key", () => {
  it("each call is new", async () => {
    const investor = await test.funded("200");
    const first = await startWithdrawal(investor, "10");
    await test.admin.call("POST", `/api/admin/withdrawals/${first.id}/approve`, { status: "completed" });
    const second = await startWithdrawal(investor, "10");
    expect(second.id).not.toBe(first.id);
    expect((await accountOf(investor)).balance).toBe("180.00");
    expect((await activate(investor, bots.ids[0], "80")).status).toBe(200);
  });
});
