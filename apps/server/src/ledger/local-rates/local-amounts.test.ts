import type { AdminWithdrawal, Deposit, Withdrawal } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mpesa, settleDeposit, startDeposit } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it.each([
  ["Kenya", "KES", "129.25", "12925.00"],
  ["Nigeria", "NGN", "1540.5", "154050.00"],
  ["Ghana", "GHS", "10.857", "1085.70"],
  ["South Africa", "ZAR", "17.0951", "1709.51"],
  ["Tanzania", "TZS", "2455", "245500.00"],
  ["Uganda", "UGX", "3702.12345678", "370212.35"],
])(
  "of %s are stored in %s with rate, source and time, and shown before and after",
  async (country, currency, rate, amount) => {
    const investor = await test.signUp({ country });
    const ask = async () => (await investor.call("GET", "/api/user/local-rate")).body as { rate: object | null };
    expect((await ask()).rate).toBeNull();
    await test.admin.call("POST", "/api/admin/local-rates", { currency, rate, source: "Central bank" });
    const expected = { currency, rate, source: "Central bank", rateAt: expect.stringMatching(/Z$/) as string };
    expect((await ask()).rate).toEqual(expected);
    const { id } = await startDeposit(investor, "100");
    const [deposit] = (await investor.call("GET", "/api/user/deposits")).body as Deposit[];
    expect(deposit?.local).toEqual({ ...expected, amount });
    await settleDeposit(test.admin, id, { status: "completed" });
    // A later rate changes nothing about it.
    await test.admin.call("POST", "/api/admin/local-rates", { currency, rate: "1", source: "Later" });
    await test.admin.call("POST", "/api/admin/local-rates", { currency, rate, source: "Central bank" });
    await investor.call("POST", "/api/user/withdrawals", mpesa("100"));
    await test.admin.call("POST", "/api/admin/local-rates", { currency, rate: "1", source: "Later" });
    const [withdrawal] = (await investor.call("GET", "/api/user/withdrawals")).body as Withdrawal[];
    expect(withdrawal?.local).toEqual({ ...expected, amount });
    const listed = await test.admin.call("GET", `/api/admin/withdrawals?search=${withdrawal?.id ?? ""}`);
    expect((listed.body as { items: AdminWithdrawal[] }).items[0]?.local).toEqual({ ...expected, amount });
  },
);

it("are not made up for another country", async () => {
  const investor = await test.signUp({ country: "Namibia" });
  expect((await investor.call("GET", "/api/user/local-rate")).body).toEqual({ rate: null });
  await startDeposit(investor, "100");
  const [deposit] = (await investor.call("GET", "/api/user/deposits")).body as Deposit[];
  expect(deposit).not.toHaveProperty("local");
});
