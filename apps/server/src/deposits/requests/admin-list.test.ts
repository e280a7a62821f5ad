import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminDeposit, Page } from "@wazi/contracts";
import { errorOf, settleDeposit, startDeposit, usdt } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let amina: TestClient;
let brian: TestClient;

beforeAll(async () => {
  test = await startTestApp();
  await test.sql`
    insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
    values ('crypto', 'ETH/USD', 3000, 0, 'simulated', now(), 1)`;
  amina = await test.signUp({ firstName: "Amina", lastName: "Otieno" });
  brian = await test.signUp({ firstName: "Brian", lastName: "100%_Sure" });
  for (const amount of ["101", "102", "103", "104"]) {
    const { id } = await startDeposit(amina, amount);
    await settleDeposit(test.admin, id, { status: amount === "103" ? "failed" : "completed" });
  }
  await startDeposit(amina, "105");
  await brian.call("POST", "/api/user/deposits", { ...usdt("201"), currency: "ETH", network: "ERC20" });
});
afterAll(() => test.close());

const list = (query = ""): Promise<TestAnswer> => test.admin.call("GET", `/api/admin/deposits${query}`);
const pageOf = async (query: string): Promise<Page<AdminDeposit>> => {
  const answer = await list(query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const amountsOf = ({ items }: Page<AdminDeposit>): number[] => items.map(({ amount }) => Number(amount));

describe("the administrators' list of deposits", () => {
  it("is an array, pending first, without parameters", async () => {
    const all = (await list()).body as AdminDeposit[];
    expect(all.map(({ amount }) => Number(amount))).toEqual([201, 105, 104, 103, 102, 101]);
    await settleDeposit(test.admin, all[0]!.id, { status: "failed" });
    const after = (await list()).body as AdminDeposit[];
    expect(after.map(({ amount }) => Number(amount))).toEqual([105, 201, 104, 103, 102, 101]);
  });

  it("returns each row once in pages, newest first", async () => {
    const first = await pageOf("?limit=4");
    expect([amountsOf(first), first.total]).toEqual([[201, 105, 104, 103], 6]);
    const second = await pageOf(`?limit=4&cursor=${first.nextCursor ?? ""}`);
    expect([amountsOf(second), second.nextCursor, second.total]).toEqual([[102, 101], null, 6]);
  });

  it.each([
    ["?status=completed", [104, 102, 101]],
    ["?status=pending", [105]],
    ["?currency=ETH", [201]],
    ["?search=OTIENO", [105, 104, 103, 102, 101]],
    ["?search=brian", [201]],
    ["?search=100%25_", [201]],
    ["?search=amina%20otieno&status=failed", [103]],
    ["?search=nobody", []],
    ["?to=2000-01-01T00:00:00Z", []],
    ["?from=2000-01-01T00:00:00Z&currency=USDT&limit=2", [105, 104]],
  ])("is filtered by %s", async (query, amounts) => {
    expect(amountsOf(await pageOf(query))).toEqual(amounts);
  });

  it("is searched by e-mail and counts matching rows", async () => {
    const page = await pageOf(`?search=${brian.email.slice(0, 12).toUpperCase()}&limit=1`);
    expect([amountsOf(page), page.total, page.items[0]?.user.email]).toEqual([[201], 1, brian.email]);
  });

  it("is searched by an id, by how it begins with and without a hyphen, and by its end", async () => {
    const { id } = (await pageOf("?search=brian")).items[0]!;
    for (const text of [
      id,
      id.slice(0, 8),
      id.slice(0, 9),
      id.slice(0, 11),
      id.slice(-12),
      id.slice(-15).toUpperCase(),
    ])
      expect(amountsOf(await pageOf(`?search=${text}`)), text).toEqual([201]);
    expect(amountsOf(await pageOf(`?search=${id.slice(2, 12)}`))).toEqual([]);
  });

  it("includes the start time and excludes the end time", async () => {
    const [newest] = (await pageOf("?limit=1")).items;
    expect(amountsOf(await pageOf(`?from=${newest!.createdAt}`))[0]).toBe(201);
    expect(amountsOf(await pageOf(`?to=${newest!.createdAt}`))).not.toContain(201);
  });

  it.each([
    ["?status=rejected", "status must be one of: pending, completed, failed"],
    ["?currency=DOGE", "currency must be one of: USDT, ETH, BTC, LTC, USDC"],
    ["?limit=201", "limit must be a whole number from 1 to 200"],
    ["?from=yesterday", "from must be a time in UTC, such as 2026-11-21T07:30:00Z"],
    ["?from=0000-01-01T00:00:00Z", "from must be a time in UTC, such as 2026-11-21T07:30:00Z"],
    ["?userId=1", "userId is not a known field"],
    ["?cursor=abc", "cursor does not match this list and its filters. Leave it out to start from the first page."],
  ])("rejects %s", async (query, message) => {
    const answer = await list(query);
    expect([answer.status, errorOf(answer).message]).toEqual([400, message]);
  });
});
