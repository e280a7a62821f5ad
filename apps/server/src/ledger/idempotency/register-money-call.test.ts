import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf, startTwins, usdt, type Twins } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { adminMoneyRule, moneyRule } from "../../people/identity/throttle.ts";

/** A sixth of the limits keeps the number of calls small: 5 for an investor, 20 for an administrator. */
const SCALE = 1 / 6;
const LIMIT = moneyRule.limit * SCALE;
const ADMIN_LIMIT = adminMoneyRule.limit * SCALE;

let one: TestApp;
let two: TestApp;
let unlimited: Twins;

beforeAll(async () => {
  one = await startTestApp(undefined, undefined, { RATE_LIMIT_SCALE: String(SCALE.toFixed(6)) });
  two = await startTestApp(one.database, undefined, { RATE_LIMIT_SCALE: String(SCALE.toFixed(6)) });
  unlimited = await startTwins();
});
afterAll(async () => {
  await two.close();
  await one.close();
  await unlimited.close();
});

/** Rejected for its amount: it moves no money but still counts. */
const tryDeposit = (client: TestClient, headers = {}): Promise<TestAnswer> =>
  client.call("POST", "/api/user/deposits", usdt("1"), headers);

async function useUp(client: TestClient, calls = LIMIT): Promise<void> {
  for (let made = 0; made < calls; made += 1) expect((await tryDeposit(client)).status).toBe(400);
}

describe("rate limit of calls that move money", () => {
  it("answers 429 with a waiting time, across calls and processes", { tags: ["S61"] }, async () => {
    const investor = await one.signUp();
    await useUp(investor);
    const elsewhere = investor.through(two);
    for (const answer of [
      await tryDeposit(investor),
      await tryDeposit(elsewhere),
      await elsewhere.call("POST", "/api/user/withdrawals", { amount: "10" }),
    ]) {
      expect([answer.status, errorOf(answer).code, errorOf(answer).message]).toEqual([
        429,
        "RATE_LIMITED",
        "Too many requests. Please wait a minute and try again.",
      ]);
      const wait = Number(answer.headers["retry-after"]);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
  });

  it("counts each user separately and does not count reads", async () => {
    const [fast, other] = [await one.signUp(), await one.signUp()];
    await useUp(fast);
    expect((await tryDeposit(fast)).status).toBe(429);
    expect((await tryDeposit(other)).status).toBe(400);
    expect((await fast.call("GET", "/api/user/deposits")).status).toBe(200);
  });

  it("does not store the 429 under the Idempotency-Key", async () => {
    const investor = await one.signUp();
    await useUp(investor);
    const headers = { "idempotency-key": "one" };
    const send = (): Promise<TestAnswer> => investor.call("POST", "/api/user/deposits", usdt("100"), headers);
    expect((await send()).status).toBe(429);
    await one.sql`delete from throttles`;
    expect((await send()).status).toBe(201);
    // A replay moves no money and is not limited.
    for (let again = 0; again < LIMIT + 2; again += 1) expect((await send()).status).toBe(201);
  });

  it("allows more calls for an administrator", async () => {
    await one.sql`delete from throttles`;
    for (let made = 0; made < ADMIN_LIMIT; made += 1) expect((await tryDeposit(one.admin)).status).toBe(400);
    expect((await tryDeposit(one.admin)).status).toBe(429);
    await one.sql`delete from throttles`;
  });

  it("holds for simultaneous calls over two processes", async () => {
    const investor = await one.signUp();
    const clients = [investor, investor.through(two)] as const;
    const answers = await Promise.all(Array.from({ length: 32 }, (_, index) => tryDeposit(clients[index % 2]!)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(32 - LIMIT);
  });

  it("is off when RATE_LIMIT_SCALE is 0", async () => {
    const investor = await unlimited.one.signUp();
    await useUp(investor, moneyRule.limit + 5);
  });
});
