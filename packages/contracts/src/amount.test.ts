import { describe, expect, it } from "vitest";
import { requestAmount, shownAmount } from "./amount.ts";
import { settleWithdrawal } from "./withdrawals/admin-withdrawals.ts";
import { formatAmount } from "./format-amount.ts";

describe("formatAmount", () => {
  it.each([
    ["0", "0.00"],
    ["1234.5", "1,234.50"],
    ["1234567.891", "1,234,567.89"],
    ["0.005", "0.01"],
    ["-12", "-12.00"],
    ["-0.004", "0.00"],
    ["9999999999.99", "9,999,999,999.99"],
    [1000, "1,000.00"],
    ["", "0.00"],
    ["abc", "0.00"],
    ["1,000", "0.00"],
    [null, "0.00"],
    [undefined, "0.00"],
    [Number.NaN, "0.00"],
  ])("%j is %s", (value, shown) => expect(formatAmount(value)).toBe(shown));
});

describe("requestAmount", () => {
  const amount = requestAmount("not an amount", { cents: 10_000n, message: "too little" });

  it.each(["100", 100, "100.5", 250.25, "9999999999.99"])("accepts %j unchanged", (value) => {
    expect(amount.parse(value)).toBe(String(value));
  });

  it.each([0, -1, "-1", "0.00", "1.005", 1e21, "1e3", "1,000", " 5", "５", "10000000000", null, [1], {}, true])(
    "rejects %j",
    (value) => {
      expect(amount.safeParse(value).error?.issues[0]?.message).toBe("not an amount");
    },
  );

  it.each(["99.99", 1])("rejects %j with the message for the minimum", (value) => {
    expect(amount.safeParse(value).error?.issues[0]?.message).toBe("too little");
  });
});

describe("shownAmount", () => {
  it.each(["0.00", "10.50", "9999999999.99"])("accepts %j", (value) => {
    expect(shownAmount.parse(value)).toBe(value);
  });

  it.each(["10.5", "10", "-1.00", "10000000000.00", "1,000.00", "", 10.5])("rejects %j with an example", (value) => {
    expect(shownAmount.safeParse(value).error?.issues[0]?.message).toBe(
      "Please give the amount as shown, such as 1250.00",
    );
  });

  it("rejects a text longer than any amount when a withdrawal is settled", () => {
    const decision = (amount: string): object => ({ status: "completed", expected: { amount, destination: "there" } });
    expect(settleWithdrawal.body.safeParse(decision("9999999999.99")).success).toBe(true);
    const refused = settleWithdrawal.body.safeParse(decision(`${"9".repeat(900_000)}.00`));
    expect(refused.error?.issues[0]?.path).toEqual(["expected", "amount"]);
  });
});
