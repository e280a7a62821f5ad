import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminWithdrawal, Page } from "@wazi/contracts";
import { deleteWithdrawal, errorOf, settleWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let amina: TestClient;
let brian: TestClient;

const ways = {
  mpesa: { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" },
  bank: {
    withdrawalType: "bank",
    country: "Kenya",
    bankName: "KCB Bank",
    accountName: "Brian",
    destinationAddress: "0123456789",
  },
} as const;

async function ask(client: TestClient, amount: string, way: keyof typeof ways): Promise<string> {
  const answer = await client.call("POST", "/api/user/withdrawals", { amount, ...ways[way] });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as AdminWithdrawal).id;
}

beforeAll(async () => {
  test = await startTestApp();
  amina = await test.funded("1000");
  brian = await test.funded("1000");
  await test.sql`update users set first_name = 'Brian' where id = ${brian.userId}`;
  for (const amount of ["11", "12", "13"]) {
    const id = await ask(amina, amount, "mpesa");
    await settleWithdrawal(test.admin, id, { status: amount === "12" ? "rejected" : "completed" });
  }
  await deleteWithdrawal(test.admin, await ask(amina, "14", "mpesa"));
  await ask(brian, "21", "bank");
  await ask(amina, "15", "mpesa");
});
afterAll(() => test.close());

const list = (query = ""): Promise<TestAnswer> => test.admin.call("GET", `/api/admin/withdrawals${query}`);
const pageOf = async (query: string): Promise<Page<AdminWithdrawal>> => {
  const answer = await list(query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const amountsOf = ({ items }: Page<AdminWithdrawal>): number[] => items.map(({ amount }) => Number(amount));

describe("the administrators' list of withdrawals", () => {
  it("is an array, pending first, without deleted rows and without parameters", async () => {
    const all = (await list()).body as AdminWithdrawal[];
    expect(all.map(({ amount }) => Number(amount))).toEqual([15, 21, 13, 12, 11]);
  });

  it("returns pages, newest first, while new rows arrive", async () => {
    const first = await pageOf("?limit=2");
    expect([amountsOf(first), first.total]).toEqual([[15, 21], 5]);
    const carol = await test.funded("1000");
    await ask(carol, "31", "mpesa");
    const second = await pageOf(`?limit=2&cursor=${first.nextCursor ?? ""}`);
    const third = await pageOf(`?limit=2&cursor=${second.nextCursor ?? ""}`);
    expect([amountsOf(second), amountsOf(third), third.nextCursor]).toEqual([[13, 12], [11], null]);
    const [made] = (await pageOf("?limit=1")).items;
    await deleteWithdrawal(test.admin, made!.id);
  });

  it.each([
    ["?status=completed", [13, 11]],
    ["?status=pending", [15, 21]],
    ["?status=processing", []],
    ["?withdrawalType=bank", [21]],
    ["?search=BRIAN", [21]],
    ["?search=amina&withdrawalType=mpesa&status=rejected", [12]],
    ["?to=2000-01-01T00:00:00Z", []],
    ["?from=2000-01-01T00:00:00.5Z&limit=1", [15]],
  ])("is filtered by %s", async (query, amounts) => {
    expect(amountsOf(await pageOf(query))).toEqual(amounts);
  });

  it.each([
    ["?status=failed", "status must be one of: pending, processing, completed, rejected"],
    ["?withdrawalType=cash", "withdrawalType must be one of: crypto, bank, mpesa"],
    ["?limit=0", "limit must be a whole number from 1 to 200"],
    ["?page=2", "page is not a known field"],
  ])("rejects %s", async (query, message) => {
    const answer = await list(query);
    expect([answer.status, errorOf(answer).message]).toEqual([400, message]);
  });

  it("rejects a cursor made with other filters", async () => {
    const { nextCursor } = await pageOf("?limit=1");
    expect((await list(`?limit=1&cursor=${nextCursor ?? ""}&status=pending`)).status).toBe(400);
  });
});
