import type { AnswerOf, listReviewPayments } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFakeTron, type FakeTron } from "../../../../../tests/harness/chains/fake-tron.ts";
import { paymentsOf, requestDeposit, settle, watchDepsOf } from "../../../../../tests/harness/chains/watched-world.ts";
import { accountOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

type Queue = AnswerOf<typeof listReviewPayments>;

let test: TestApp;
let tron: FakeTron;
let amina: TestClient;
let victim: TestClient;
let address: string;

beforeAll(async () => {
  [test, tron] = await Promise.all([startTestApp(), startFakeTron()]);
  await round();
  [amina, victim] = [await test.signUp(), await test.signUp()];
  address = (await requestDeposit(victim, "200")).walletAddress;
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await tron.close();
  await test.close();
});

async function round(mode: "manual" | "automatic" = "manual"): Promise<void> {
  await settle({ ...watchDepsOf(test, mode), dustBelow: parseCents("1.00") }, tron.reader);
}
async function readQueue(query = ""): Promise<Queue> {
  const answer = await test.admin.call("GET", `/api/admin/deposit-payments${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe("the queue of payments", () => {
  it("is not filled by 3,000 transfers of worthless tokens and dust", { timeout: 120_000 }, async () => {
    for (let sent = 0; sent < 1_000; sent += 1) {
      await tron.pay(address, "1000000", "unknown");
      await tron.pay(address, "0.5", "coin");
      await tron.pay(address, "0.0009", "USDT");
    }
    const { walletAddress } = await requestDeposit(amina, "300");
    await tron.pay(walletAddress, "300", "USDT");
    await tron.mine(3);
    await round();
    const queue = await readQueue();
    expect([queue.total, queue.nextCursor]).toEqual([1, null]);
    expect(queue.items).toMatchObject([{ userId: amina.userId, estimate: "300.00", fromSender: 1 }]);
    const kept = await paymentsOf(test, victim);
    expect([kept.length, kept.filter(({ status }) => status === "dust").length]).toEqual([1_000, 1_000]);
    // A list of an investor's deposits stays short.
    const [shown] = (await victim.call("GET", "/api/user/deposits")).body as { payments: object[] }[];
    expect(shown?.payments).toHaveLength(50);
    await test.admin.call("POST", `/api/admin/deposit-payments/${queue.items[0]?.id}/decide`, { decision: "credit" });
    // The dust is 0.90, and counts with the next payment.
    await tron.pay(address, "200", "USDT");
    await tron.mine(3);
    await round("automatic");
    expect((await accountOf(victim)).balance).toBe("200.90");
  });

  it("asks a person once for small payments each time that they reach the bound", async () => {
    const investor = await test.signUp();
    const { walletAddress } = await requestDeposit(investor, "200");
    for (let sent = 0; sent < 25; sent += 1) await tron.pay(walletAddress, "0.1", "USDT");
    await tron.mine(3);
    await round();
    const statuses = (await paymentsOf(test, investor)).map(({ status }) => status);
    expect(statuses.filter((status) => status === "review")).toHaveLength(2);
    for (let decided = 0; decided < 2; decided += 1) {
      const [first] = (await readQueue()).items.filter(({ userId }) => userId === investor.userId);
      if (first === undefined) break;
      await test.admin.call("POST", `/api/admin/deposit-payments/${first.id}/decide`, { decision: "credit" });
    }
    expect((await accountOf(investor)).balance).toBe("2.50");
  });

  it("lists five payments of a sender, and the others on pages of their own", async () => {
    const [spammer, payer] = [tron.makeAddress(), tron.makeAddress()];
    const people = [await test.signUp(), await test.signUp()];
    for (const person of people) {
      const { walletAddress } = await requestDeposit(person, "200");
      for (let sent = 0; sent < 15; sent += 1) await tron.payFrom(spammer, walletAddress, "2");
    }
    const honest = await test.signUp();
    const asked = await requestDeposit(honest, "100");
    await tron.mine(3);
    await round();
    await tron.payFrom(payer, asked.walletAddress, "100");
    await tron.mine(3);
    await round();
    const queue = await readQueue();
    const bySender = (from: string): Queue["items"] => queue.items.filter(({ sender }) => sender === from);
    expect(bySender(spammer)).toHaveLength(5);
    expect(bySender(spammer).every(({ fromSender }) => fromSender === 30)).toBe(true);
    expect(bySender(payer)).toMatchObject([{ userId: honest.userId, fromSender: 1 }]);
    expect(queue.total).toBeGreaterThanOrEqual(31);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const place = cursor === null ? "" : `&cursor=${cursor}`;
      const page: Queue = await readQueue(`?sameAs=${bySender(spammer)[0]?.id}&limit=12${place}`);
      expect(page.items.length).toBeLessThanOrEqual(12);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([seen.length, new Set(seen).size]).toEqual([30, 30]);
    const pages = [await readQueue("?limit=4")];
    while (pages.at(-1)?.nextCursor) pages.push(await readQueue(`?limit=4&cursor=${pages.at(-1)?.nextCursor}`));
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(queue.items.map(({ id }) => id));
  });

  it.each(["?cursor=none", "?sameAs=none", "?limit=0", "?from=1"])("refuses %s", async (query) => {
    expect((await test.admin.call("GET", `/api/admin/deposit-payments${query}`)).status).toBe(400);
  });
});
