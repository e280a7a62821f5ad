import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messages, type AdminWithdrawal, type Withdrawal } from "@wazi/contracts";
import { badAmounts } from "../../../../../tests/harness/money-forms.ts";
import {
  accountOf,
  errorOf,
  mpesa,
  settleWithdrawal,
  startDeposit,
  startWithdrawal,
} from "../../../../../tests/harness/money-calls.ts";
import {
  PASSWORD,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const ask = (client: TestClient, body: unknown): Promise<TestAnswer> =>
  client.call("POST", "/api/user/withdrawals", body);
const listOf = async (client: TestClient): Promise<Withdrawal[]> =>
  (await client.call("GET", "/api/user/withdrawals")).body;
const said = (answer: TestAnswer): [number, string, string] => {
  const { code, message } = errorOf(answer);
  return [answer.status, code, message];
};

const UNKNOWN_ID = "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e";
const crypto = {
  amount: "20",
  withdrawalType: "crypto",
  currency: "USDT",
  network: "TRC20",
  destinationAddress: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
};
const bank = {
  amount: "20",
  withdrawalType: "bank",
  country: "Nigeria",
  bankName: "Access Bank",
  accountName: "A. Otieno",
  destinationAddress: "0123456789",
};

describe("requesting a withdrawal", () => {
  it("moves the amount from the balance into a hold at once", async () => {
    const investor = await test.funded("300");
    const answer = await ask(investor, mpesa("120.5"));
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { amount: "120.50", status: "pending", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" },
    ]);
    expect(await accountOf(investor)).toMatchObject({
      balance: "179.50",
      depositFunds: "179.50",
      withdrawalHold: "120.50",
      totalDeposits: "300.00",
    });
    expect(await listOf(investor)).toEqual([answer.body]);
  });

  it("rejects invalid amounts and stores nothing", { tags: ["S52"] }, async () => {
    const investor = await test.funded("1000");
    for (const bad of badAmounts) {
      const body = `{"amount":${bad},"withdrawalType":"mpesa","country":"Kenya","phoneNumber":"+254712345678"}`;
      const answer = await investor.call("POST", "/api/user/withdrawals", body, { "content-type": "application/json" });
      expect([bad, ...said(answer)]).toEqual([bad, 400, "VALIDATION", "Please enter a valid withdrawal amount"]);
    }
    expect(await listOf(investor)).toEqual([]);
    expect((await accountOf(investor)).balance).toBe("1000.00");
  });

  it("rejects an amount above the balance and names the balance", async () => {
    const investor = await test.funded("1234.5");
    expect(said(await ask(investor, mpesa("1234.51")))).toEqual([
      422,
      "INSUFFICIENT_FUNDS",
      "You can only withdraw up to USD 1,234.50 from your available balance",
    ]);
    expect(said(await ask(await test.signUp(), mpesa("10")))[2]).toBe(
      "You can only withdraw up to USD 0.00 from your available balance",
    );
  });

  it("requires at least 10 dollars, or the whole balance if that is less", async () => {
    const investor = await test.funded("100");
    for (const amount of ["9.99", "0.01", 5]) {
      const answer = await ask(investor, mpesa(amount));
      expect(said(answer)).toEqual([400, "VALIDATION", "Minimum withdrawal amount is $10"]);
    }
    const first = await startWithdrawal(investor, "95.50");
    await settleWithdrawal(test.admin, first.id, { status: "completed" });
    expect(said(await ask(investor, mpesa("4.49")))[2]).toBe("Minimum withdrawal amount is $10");
    expect((await ask(investor, mpesa("4.50"))).status).toBe(201);
  });

  it("requires more than the fee of its network, and leaves other ways open for the last cents", async () => {
    const investor = await test.funded("100");
    const first = await startWithdrawal(investor, "99.99");
    await settleWithdrawal(test.admin, first.id, { status: "completed" });
    const wallet = { currency: "USDT", network: "ERC20", destinationAddress: `0x${"ab".repeat(20)}` };
    const refused = await ask(investor, { amount: "0.01", withdrawalType: "crypto", ...wallet });
    expect(said(refused)).toEqual([400, "VALIDATION", messages.networkMinimum("ERC20", "10")]);
    expect(errorOf(refused).fields).toEqual({ amount: messages.networkMinimum("ERC20", "10") });
    expect((await ask(investor, mpesa("0.01"))).status).toBe(201);
  });

  it("is checked in order: pending withdrawal, amount, balance, minimum, destination", async () => {
    const investor = await test.funded("100");
    const nowhere = { withdrawalType: "crypto" };
    expect(said(await ask(investor, { amount: "0", ...nowhere }))[2]).toBe("Please enter a valid withdrawal amount");
    expect(said(await ask(investor, { amount: "101", ...nowhere }))[0]).toBe(422);
    expect(said(await ask(investor, { amount: "9", ...nowhere }))[2]).toBe("Minimum withdrawal amount is $10");
    expect(said(await ask(investor, { amount: "10", ...nowhere }))[2]).toBe("Please enter your crypto wallet address");
    await startWithdrawal(investor, "20");
    expect(said(await ask(investor, { amount: "x" }))).toEqual([
      409,
      "CONFLICT",
      "Please wait for your current withdrawal to be processed before creating a new one",
    ]);
  });

  it.each<[string, object, string]>([
    ["crypto without an address", { ...crypto, destinationAddress: "" }, "Please enter your crypto wallet address"],
    ["crypto with a blank address", { ...crypto, destinationAddress: "  " }, "Please enter your crypto wallet address"],
    ["a bank without a name", { ...bank, bankName: undefined }, "Please fill in all bank details"],
    ["a bank without an account's name", { ...bank, accountName: "" }, "Please fill in all bank details"],
    ["a bank without an account", { ...bank, destinationAddress: null }, "Please fill in all bank details"],
    ["M-Pesa without a number", { ...mpesa("20"), phoneNumber: "" }, "Please enter your M-Pesa phone number"],
  ])("names what is missing: %s", async (_what, body, message) => {
    const investor = await test.funded("100");
    expect(said(await ask(investor, body))).toEqual([400, "VALIDATION", message]);
    expect((await accountOf(investor)).balance).toBe("100.00");
  });

  it("stores only the fields of its type", async () => {
    const investor = await test.funded("100");
    const asked = [crypto, bank, mpesa("20")];
    for (const body of asked) {
      const answer = await ask(investor, { ...body, ...(body === crypto ? { bankName: "Not a bank" } : {}) });
      expect(answer.body).toMatchObject({ ...body, amount: "20.00" });
      expect((answer.body as Withdrawal).bankName).toBe(body === bank ? "Access Bank" : null);
      await settleWithdrawal(test.admin, (answer.body as Withdrawal).id, { status: "rejected" });
    }
    expect(await listOf(investor)).toHaveLength(3);
  });

  it("rejects unknown fields and types", async () => {
    const investor = await test.funded("100");
    expect((await ask(investor, { ...mpesa("20"), status: "completed" })).status).toBe(400);
    expect((await ask(investor, { ...mpesa("20"), withdrawalType: "cash" })).status).toBe(400);
    expect((await ask(investor, { ...crypto, network: "BTC" })).status).toBe(400);
    expect((await ask(investor, { ...mpesa("20"), country: "Nigeria" })).status).toBe(400);
    expect(await listOf(investor)).toEqual([]);
  });
});

describe("settling a withdrawal", () => {
  it("pays it out once", async () => {
    const investor = await test.funded("100");
    const { id } = await startWithdrawal(investor, "60");
    const paid = await settleWithdrawal(test.admin, id, { status: "completed", transactionHash: "QK7" });
    expect([paid.status, paid.body]).toMatchObject([200, { status: "completed", transactionHash: "QK7" }]);
    expect((paid.body as AdminWithdrawal).user.email).toBe(investor.email);
    expect(await accountOf(investor)).toMatchObject({ balance: "40.00", withdrawalHold: "0.00" });
    for (const status of ["completed", "rejected"]) {
      expect(said(await settleWithdrawal(test.admin, id, { status }))).toEqual([
        409,
        "CONFLICT",
        expect.stringMatching(
          /^This withdrawal is no longer pending: it was completed by Wazi Admin at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
        ),
      ]);
    }
  });

  it("returns a rejected one with the reason", async () => {
    const investor = await test.funded("100");
    const { id } = await startWithdrawal(investor, "60");
    await settleWithdrawal(test.admin, id, { status: "rejected", notes: "wrong number" });
    expect((await listOf(investor))[0]).toMatchObject({ status: "rejected", notes: "wrong number" });
    expect(await accountOf(investor)).toMatchObject({ balance: "100.00", depositFunds: "100.00" });
    expect((await ask(investor, mpesa("100"))).status).toBe(201);
  });

  it("rejects other statuses and unknown withdrawals", async () => {
    const { id } = await startWithdrawal(await test.funded("100"), "60");
    for (const status of ["pending", "processing", "failed", null]) {
      expect((await settleWithdrawal(test.admin, id, { status })).status).toBe(400);
    }
    expect((await settleWithdrawal(test.admin, UNKNOWN_ID, { status: "completed" })).status).toBe(404);
    expect((await settleWithdrawal(test.admin, "x", { status: "completed" })).status).toBe(404);
  });

  it("requires an administrator and another user's withdrawal", async () => {
    const investor = await test.funded("100");
    const { id } = await startWithdrawal(investor, "60");
    expect((await settleWithdrawal(investor, id, { status: "completed" })).status).toBe(403);
    expect((await settleWithdrawal(test.visitor(), id, { status: "completed" })).status).toBe(401);
    // Another administrator credits this administrator's deposit.
    const second = await test.signUp();
    await test.sql`update users set is_admin = true where id = ${second.userId}`;
    const deposit = await startDeposit(test.admin, "100");
    await second.call("POST", `/api/admin/deposits/${deposit.id}/approve`, { status: "completed" });
    const own = await startWithdrawal(test.admin, "100");
    for (const status of ["completed", "rejected"]) {
      expect(said(await settleWithdrawal(test.admin, own.id, { status })).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    }
    expect((await settleWithdrawal(second, own.id, { status: "completed" })).status).toBe(200);
  });
});

describe("access to withdrawals", () => {
  it("shows users their own, and administrators all with pending ones first", async () => {
    const [one, two] = [await test.funded("100"), await test.funded("100")];
    const { id } = await startWithdrawal(one, "50");
    await startWithdrawal(two, "50");
    await settleWithdrawal(test.admin, id, { status: "completed" });
    expect((await listOf(one)).map(({ userId }) => userId)).toEqual([one.userId]);
    const all = (await test.admin.call("GET", "/api/admin/withdrawals")).body as AdminWithdrawal[];
    const waiting = all.map(({ status }) => status === "pending");
    expect(waiting).toEqual([...waiting].sort((a, b) => Number(b) - Number(a)));
    expect((await one.call("GET", "/api/admin/withdrawals")).status).toBe(403);
    expect((await test.visitor().call("GET", "/api/user/withdrawals")).status).toBe(401);
    expect((await ask(test.visitor(), mpesa("20"))).status).toBe(401);
  });

  it("lets a restricted user read and withdraw", { tags: ["deactivated-access"] }, async () => {
    const investor = await test.funded("100");
    await test.sql`update users set is_active = false where id = ${investor.userId}`;
    const answer = await ask(investor, mpesa("100"));
    expect(answer.status).toBe(201);
    expect(await listOf(investor)).toHaveLength(1);
    const { id } = answer.body as Withdrawal;
    expect((await settleWithdrawal(test.admin, id, { status: "completed" })).status).toBe(200);
  });

  it(
    "lets a deactivated user withdraw to what they used or saved before, and to nothing new",
    { tags: ["deactivated-access"] },
    async () => {
      const investor = await test.funded("100");
      const { id } = (await ask(investor, mpesa("20"))).body as Withdrawal;
      await settleWithdrawal(test.admin, id, { status: "completed" });
      const saved = { ...mpesa("20"), phoneNumber: "+254722000001" };
      const { amount: _amount, ...destination } = saved;
      expect((await investor.call("POST", "/api/user/payout-addresses", destination)).status).toBe(201);
      const cancel = async (answer: TestAnswer): Promise<number> => {
        await investor.call("POST", `/api/user/withdrawals/${(answer.body as Withdrawal).id}/cancel`);
        return answer.status;
      };
      const other = { ...mpesa("20"), phoneNumber: "+254722000002" };
      await cancel(await ask(investor, other));
      await test.admin.call("POST", `/api/admin/users/${investor.userId}/deactivate`, { reason: "A test" });
      await investor.call("POST", "/api/auth/signin", { email: investor.email, password: PASSWORD });
      const refused = await ask(investor, other);
      expect([refused.status, errorOf(refused).message]).toEqual([403, expect.stringContaining("is deactivated")]);
      expect([await cancel(await ask(investor, mpesa("20"))), await cancel(await ask(investor, saved))]).toEqual([
        201, 201,
      ]);
      await test.admin.call("POST", `/api/admin/users/${investor.userId}/activate`);
      expect(await cancel(await ask(investor, other))).toBe(201);
    },
  );
});
