import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminDeposit, Deposit } from "@wazi/contracts";
import { badAmounts } from "../../../../../tests/harness/money-forms.ts";
import { accountOf, errorOf, settleDeposit, startDeposit, usdt } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  await test.sql`
    insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
    values ('crypto', 'BTC/USD', 60000.7, 0, 'simulated', now(), 1)`;
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const create = (client: TestClient, body: unknown): Promise<TestAnswer> =>
  client.call("POST", "/api/user/deposits", body);
const createRaw = (client: TestClient, json: string): Promise<TestAnswer> =>
  client.call("POST", "/api/user/deposits", json, { "content-type": "application/json" });
const cancel = (client: TestClient, id: string): Promise<TestAnswer> =>
  client.call("POST", `/api/user/deposits/${id}/cancel`);
const listOf = async (client: TestClient): Promise<Deposit[]> => (await client.call("GET", "/api/user/deposits")).body;
const said = (answer: TestAnswer): [number, string, string] => {
  const { code, message } = errorOf(answer);
  return [answer.status, code, message];
};

const UNKNOWN_ID = "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e";

describe("a deposit request", () => {
  it("returns an address, the amount to send, the rate and the window", async () => {
    const investor = await test.signUp();
    const answer = await create(investor, usdt("150.5"));
    expect(answer.status).toBe(201);
    const deposit = answer.body as Deposit;
    expect(deposit).toMatchObject({
      userId: investor.userId,
      amount: "150.50",
      currency: "USDT",
      network: "TRC20",
      isTestAddress: true,
      cryptoAmount: "150.50000000",
      status: "pending",
      receivedAmount: null,
      transactionHash: null,
    });
    expect(Number(deposit.rate)).toBe(1);
    expect(Date.parse(deposit.expiresAt) - Date.parse(deposit.createdAt)).toBe(15 * 60_000);
    expect(await listOf(investor)).toEqual([deposit]);
    expect((await accountOf(investor)).balance).toBe("0.00");
  });

  it("converts at the current price, rounded up in the eighth decimal", async () => {
    const investor = await test.signUp();
    const answer = await create(investor, { amount: "100", currency: "BTC", network: "BTC" });
    const { rate, cryptoAmount } = answer.body as Deposit;
    expect([Number(rate), cryptoAmount]).toEqual([60000.7, "0.00166665"]);
    expect(Number(cryptoAmount) * 60000.7).toBeGreaterThanOrEqual(100);
  });

  it("is refused without a price", async () => {
    const answer = await create(await test.signUp(), { amount: "100", currency: "LTC", network: "LTC" });
    expect(said(answer).slice(0, 2)).toEqual([503, "PRICE_UNAVAILABLE"]);
    expect(answer.headers["retry-after"]).toBeDefined();
  });

  it("is refused with a stale price, except for dollar coins", async () => {
    const investor = await test.signUp();
    const bitcoin = { amount: "100", currency: "BTC", network: "BTC" };
    await test.sql`update market_prices set priced_at = now() - interval '61 seconds'`;
    expect(said(await create(investor, bitcoin)).slice(0, 2)).toEqual([503, "PRICE_UNAVAILABLE"]);
    expect((await create(investor, usdt("100"))).status).toBe(201);
    await test.sql`update market_prices set priced_at = now()`;
    expect((await create(await test.signUp(), bitcoin)).status).toBe(201);
  });

  it("gets an address of the investor's own, again while nothing has been credited to it", async () => {
    const addresses: string[] = [];
    for (const network of ["TRC20", "ERC20", "TRC20"]) {
      const investor = await test.signUp();
      const own = new Set<string>();
      for (let again = 0; again < 15; again += 1) {
        const { id, walletAddress } = (await create(investor, { ...usdt("100"), network })).body as Deposit;
        own.add(walletAddress);
        await cancel(investor, id);
      }
      expect(own.size).toBe(1);
      const { id, walletAddress } = (await create(investor, { ...usdt("100"), network })).body as Deposit;
      await settleDeposit(test.admin, id, { status: "completed" });
      const { walletAddress: next } = (await create(investor, { ...usdt("100"), network })).body as Deposit;
      expect(next).not.toBe(walletAddress);
      addresses.push(walletAddress, next);
    }
    expect(new Set(addresses).size).toBe(6);
  });

  it("takes one address when 16 calls come at once", async () => {
    const investor = await test.signUp();
    const count = async (): Promise<number> =>
      (await test.sql`select from deposit_addresses where user_id = ${investor.userId}`).length;
    await Promise.all(Array.from({ length: 16 }, () => create(investor, usdt("100"))));
    const taken = await count();
    expect(taken).toBeLessThanOrEqual(16);
    for (let again = 0; again < 3; again += 1) {
      const [pending] = await test.sql<{ id: string }[]>`
        select id from deposits where user_id = ${investor.userId} and status = 'pending'`;
      await cancel(investor, pending!.id);
      await Promise.all(Array.from({ length: 16 }, () => create(investor, usdt("100"))));
    }
    expect(await count()).toBe(taken);
  });

  it("never gets an address of another investor", { tags: ["own-address"] }, async () => {
    const [one, other] = [await test.signUp(), await test.signUp()];
    const { walletAddress } = (await create(one, usdt("100"))).body as Deposit;
    const { id } = (await create(other, usdt("100"))).body as Deposit;
    const taking = test.sql`
      insert into deposits (id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate,
        status, created_at, updated_at, version)
      select gen_random_uuid(), user_id, amount, currency, network, ${walletAddress}, is_test_address, crypto_amount, rate,
        'failed', created_at, updated_at, version from deposits where id = ${id}`;
    await expect(taking).rejects.toThrow(/belongs to another user/);
  });

  it("is refused beyond twenty in a day", async () => {
    const strict = await startTestApp(test.database, undefined, { RATE_LIMIT_SCALE: "1" });
    try {
      const investor = (await test.signUp()).through(strict);
      const statuses: number[] = [];
      for (let again = 0; again < 21; again += 1) {
        const { status, body } = await create(investor, usdt("100"));
        statuses.push(status);
        // The other limit, of calls in a minute, is not meant here.
        await test.sql`delete from throttles where cardinality(tries) >= 29`;
        if (status === 201) await cancel(investor, (body as Deposit).id);
      }
      expect(statuses).toEqual([...Array<number>(20).fill(201), 429]);
    } finally {
      await strict.close();
    }
  });

  it.each([
    ["100", "100.00"],
    [100.1, "100.10"],
    ["123456.7", "123456.70"],
    ["9999999999.99", "9999999999.99"],
    [9999999999.99, "9999999999.99"],
  ])("repeats the amount %s exactly", { tags: ["S52"] }, async (asked, shown) => {
    expect((await startDeposit(await test.signUp(), asked)).amount).toBe(shown);
  });

  it("rejects invalid amounts and stores nothing", { tags: ["S52"] }, async () => {
    const investor = await test.signUp();
    for (const bad of badAmounts) {
      const answer = await createRaw(investor, `{"amount":${bad},"currency":"USDT","network":"TRC20"}`);
      expect([bad, ...said(answer)]).toEqual([bad, 400, "VALIDATION", "Please enter a valid deposit amount"]);
      expect(errorOf(answer).fields).toEqual({ amount: "Please enter a valid deposit amount" });
    }
    expect(said(await create(investor, { currency: "USDT", network: "TRC20" }))[2]).toBe(
      "Please enter a valid deposit amount",
    );
    expect(await listOf(investor)).toEqual([]);
  });

  it("requires at least 100 dollars", async () => {
    const investor = await test.signUp();
    for (const amount of ["99.99", 1, "0.01"]) {
      expect(said(await create(investor, usdt(amount)))).toEqual([400, "VALIDATION", "Minimum deposit amount is $100"]);
    }
    expect((await create(investor, usdt("100.00"))).status).toBe(201);
  });

  it("is checked in order: pending deposit, amount, currency and network", async () => {
    const investor = await test.signUp();
    expect(said(await create(investor, { amount: "x", currency: "DOGE", network: "MOON" }))[2]).toBe(
      "Please enter a valid deposit amount",
    );
    expect(said(await create(investor, { ...usdt("100"), currency: "DOGE" }))).toEqual([
      400,
      "VALIDATION",
      "Please choose a cryptocurrency",
    ]);
    expect(said(await create(investor, { ...usdt("100"), network: "BTC" }))).toEqual([
      400,
      "VALIDATION",
      "Please choose a network of this cryptocurrency",
    ]);
    await startDeposit(investor, "100");
    expect(said(await create(investor, { amount: "x" }))).toEqual([
      409,
      "CONFLICT",
      "Please complete or cancel your current deposit before creating a new one",
    ]);
  });

  it("rejects unknown fields", async () => {
    const investor = await test.signUp();
    for (const extra of [{ status: "completed" }, { userId: UNKNOWN_ID }, { receivedAmount: "1000" }]) {
      expect((await create(investor, { ...usdt("100"), ...extra })).status).toBe(400);
    }
    expect(await listOf(investor)).toEqual([]);
  });
});

describe("cancelling a deposit", () => {
  it("marks it failed once and allows another", async () => {
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "100");
    const cancelled = await cancel(investor, id);
    expect([cancelled.status, (cancelled.body as Deposit).status]).toEqual([200, "failed"]);
    expect(said(await cancel(investor, id))).toEqual([409, "CONFLICT", "This deposit is no longer pending"]);
    expect(said(await settleDeposit(test.admin, id, { status: "completed" }))).toEqual([
      409,
      "CONFLICT",
      expect.stringMatching(/^This deposit is no longer pending: it was cancelled by the investor at .* UTC$/),
    ]);
    expect((await create(investor, usdt("100"))).status).toBe(201);
  });

  it("answers 404 for another user's deposit as for an unknown one", async () => {
    const { id } = await startDeposit(await test.signUp(), "100");
    const stranger = await test.signUp();
    const theirs = await cancel(stranger, id);
    const none = await cancel(stranger, UNKNOWN_ID);
    expect([theirs.status, theirs.text]).toEqual([404, none.text]);
    expect((await cancel(stranger, "1")).status).toBe(404);
    expect((await settleDeposit(test.admin, id, { status: "completed" })).status).toBe(200);
  });
});

describe("a deposit whose window has closed", () => {
  it("stays pending, blocks another deposit and can still be credited", async () => {
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "100");
    await test.sql`update deposits set created_at = now() - interval '16 minutes' where id = ${id}`;
    expect((await create(investor, usdt("100"))).status).toBe(409);
    expect((await listOf(investor))[0]?.status).toBe("pending");
    expect((await settleDeposit(test.admin, id, { status: "completed" })).status).toBe(200);
    expect((await accountOf(investor)).balance).toBe("100.00");
  });
});

describe("approving a deposit", () => {
  it("credits the requested amount once and shows the transaction", async () => {
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "120");
    const approved = await settleDeposit(test.admin, id, { status: "completed", transactionHash: "0xabc" });
    expect([approved.status, approved.body]).toMatchObject([
      200,
      { status: "completed", amount: "120.00", receivedAmount: null, transactionHash: "0xabc" },
    ]);
    expect((approved.body as AdminDeposit).user.email).toBe(investor.email);
    expect(await accountOf(investor)).toMatchObject({ balance: "120.00", depositFunds: "120.00", profitFunds: "0.00" });
    for (const status of ["completed", "failed"]) {
      expect(said(await settleDeposit(test.admin, id, { status }))).toEqual([
        409,
        "CONFLICT",
        expect.stringMatching(
          /^This deposit is no longer pending: it was completed by Wazi Admin at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
        ),
      ]);
    }
  });

  it("credits the received amount if it differs, and shows both", async () => {
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "120");
    await settleDeposit(test.admin, id, { status: "completed", receivedAmount: "87.65" });
    expect((await listOf(investor))[0]).toMatchObject({ amount: "120.00", receivedAmount: "87.65" });
    expect(await accountOf(investor)).toMatchObject({ balance: "87.65", totalDeposits: "87.65" });
  });

  it("credits nothing for a failed deposit", async () => {
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "120");
    await settleDeposit(test.admin, id, { status: "failed" });
    expect((await listOf(investor))[0]).toMatchObject({ status: "failed", receivedAmount: null });
    expect(await accountOf(investor)).toMatchObject({ balance: "0.00", totalDeposits: "0.00" });
  });

  it("accepts a transaction only once", async () => {
    const [one, two] = [await test.signUp(), await test.signUp()];
    const settle = async (client: TestClient): Promise<TestAnswer> =>
      settleDeposit(test.admin, (await startDeposit(client, "100")).id, {
        status: "completed",
        transactionHash: "0xonce",
      });
    expect((await settle(one)).status).toBe(200);
    expect(said(await settle(two))).toEqual([409, "CONFLICT", "This transaction has already been credited."]);
    expect((await accountOf(two)).balance).toBe("0.00");
  });

  it("rejects an invalid amount, status or deposit", async () => {
    const { id } = await startDeposit(await test.signUp(), "100");
    for (const bad of badAmounts) {
      const body = `{"status":"completed","receivedAmount":${bad}}`;
      const path = `/api/admin/deposits/${id}/approve`;
      const answer = await test.admin.call("POST", path, body, { "content-type": "application/json" });
      expect([bad, answer.status]).toEqual([bad, 400]);
    }
    for (const status of ["pending", "rejected", "", null]) {
      expect((await settleDeposit(test.admin, id, { status })).status).toBe(400);
    }
    expect((await settleDeposit(test.admin, UNKNOWN_ID, { status: "completed" })).status).toBe(404);
    expect((await settleDeposit(test.admin, "x", { status: "completed" })).status).toBe(404);
  });

  it("requires an administrator and another user's deposit", async () => {
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "100");
    expect((await settleDeposit(investor, id, { status: "completed" })).status).toBe(403);
    expect((await settleDeposit(test.visitor(), id, { status: "completed" })).status).toBe(401);
    const own = await startDeposit(test.admin, "100");
    for (const status of ["completed", "failed"]) {
      expect(said(await settleDeposit(test.admin, own.id, { status })).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    }
    await cancel(test.admin, own.id);
  });
});

describe("access to deposits", () => {
  it("shows users their own, and administrators all with pending ones first", async () => {
    const [one, two] = [await test.signUp(), await test.signUp()];
    const mine = await startDeposit(one, "100");
    await startDeposit(two, "200");
    await cancel(one, mine.id);
    expect((await listOf(one)).map(({ userId }) => userId)).toEqual([one.userId]);
    const all = (await test.admin.call("GET", "/api/admin/deposits")).body as AdminDeposit[];
    const states = all.map(({ status }) => status === "pending");
    expect(states).toEqual([...states].sort((a, b) => Number(b) - Number(a)));
    expect((await one.call("GET", "/api/admin/deposits")).status).toBe(403);
    expect((await test.visitor().call("GET", "/api/user/deposits")).status).toBe(401);
    expect((await create(test.visitor(), usdt("100"))).status).toBe(401);
  });

  it("lets a restricted user read but not deposit", async () => {
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "100");
    await test.sql`update users set is_active = false where id = ${investor.userId}`;
    expect(said(await create(investor, usdt("100"))).slice(0, 2)).toEqual([403, "RESTRICTED"]);
    expect((await cancel(investor, id)).status).toBe(403);
    expect(await listOf(investor)).toHaveLength(1);
  });
});
