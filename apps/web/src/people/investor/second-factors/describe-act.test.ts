import { allCalls, settleDeposit } from "@wazi/contracts";
import { afterEach, expect, it } from "vitest";
import { queryClient } from "../../../lib/query-client.ts";
import { describeAct, findTypedPassword, toAct } from "./describe-act.ts";

afterEach(() => queryClient.clear());

const ID = "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e";
const act = (call: string, body: object) => {
  const [method, path = ""] = call.split(" ");
  return { call, path: path.replace(":id", ID), method: method as "POST", body, id: ID };
};

it("has words for every call that needs a proof", () => {
  const asked = allCalls.filter(({ stepUp }) => stepUp !== undefined).map(({ method, path }) => `${method} ${path}`);
  expect(asked.length).toBeGreaterThan(40);
  for (const call of asked) expect(describeAct(act(call, {})).text, call).not.toMatch(/^Make this change|undefined/);
});

it.each([
  [
    "POST /api/user/withdrawals",
    { amount: 25, withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" },
    "Withdraw $25.00 to +254712345678, Kenya.",
  ],
  ["POST /api/admin/deposits/:id/approve", { status: "completed" }, "Approve a deposit."],
  ["POST /api/admin/deposits/:id/approve", { status: "failed" }, "Reject a deposit."],
  [
    "POST /api/admin/deposits/:id/approve",
    { status: "completed", receivedAmount: "1000" },
    "Approve a deposit and credit the received $1,000.00.",
  ],
  [
    "POST /api/admin/users/:id/balance",
    { balance: "100", totalProfit: "-5", reason: "A reason" },
    "Change the figures of an account. Balance: $100.00. Profit: -$5.00.",
  ],
  [
    "POST /api/admin/administrators/:id/role",
    { role: "full", password: "a" },
    "Change the role of an administrator to full access.",
  ],
  ["POST /api/admin/withdrawals/:id/approve", { status: "rejected" }, "Reject a withdrawal."],
  ["POST /api/unknown", {}, "Make this change: /api/unknown"],
])("says what %s with %j does", (call, body, text) => {
  expect(describeAct(act(call, body)).text).toBe(text);
});

it("names whom it is about, from what a page has read", () => {
  const settle = toAct([settleDeposit, { params: { id: ID }, body: { status: "completed" } }]);
  expect(describeAct(settle).subject).toBeUndefined();
  const user = { firstName: "Amina", lastName: "Otieno", email: "amina@example.com" };
  const items = [{ id: "another" }, { id: ID, amount: "100.5", user }];
  queryClient.setQueryData(["/api/admin/deposits"], { items, total: 2 });
  expect(describeAct(settle).subject).toBe("Amina Otieno · amina@example.com · $100.50");
});

it("takes a password that was typed for the call itself", () => {
  expect(findTypedPassword({ email: "a@example.com", password: "secret" })).toBe("secret");
  expect(findTypedPassword({ currentPassword: "secret", newPassword: "other" })).toBe("secret");
  expect([findTypedPassword({ amount: "5" }), findTypedPassword(undefined)]).toEqual(["", ""]);
});
