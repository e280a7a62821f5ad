import { describe, expect, it } from "vitest";
import { requestAmount, shownAmount } from "./amount.ts";
import { settleWithdrawal } from "./back-office.ts";
import { formatAmount } from "./format-amount.ts";

describe("an amount as it is shown", () => {
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

describe("an amount in a request", () => {
  const amount = requestAmount("not an amount", { cents: 10_000n, message: "too little" });

  it.each(["100", 100, "100.5", 250.25, "9999999999.99"])("%j is taken as it is written", (value) => {
    expect(amount.parse(value)).toBe(String(value));
  });

  it.each([0, -1, "-1", "0.00", "1.005", 1e21, "1e3", "1,000", " 5", "５", "10000000000", null, [1], {}, true])(
    "%j is refused",
    (value) => {
      expect(amount.safeParse(value).error?.issues[0]?.message).toBe("not an amount");
    },
  );

  it.each(["99.99", 1])("%j is less than the least, and says so", (value) => {
    expect(amount.safeParse(value).error?.issues[0]?.message).toBe("too little");
  });
});

describe("an amount in a request, as an answer has it", () => {
  it.each(["0.00", "10.50", "9999999999.99"])("%j is taken", (value) => {
    expect(shownAmount.parse(value)).toBe(value);
  });

  it.each(["10.5", "10", "-1.00", "10000000000.00", "1,000.00", "", 10.5])(
    "%j is refused, and told how it is",
    (value) => {
      expect(shownAmount.safeParse(value).error?.issues[0]?.message).toBe(
        "Please give the amount as it is shown, such as 1250.00",
      );
    },
  );

  it("is refused at a decision on a withdrawal where it is longer than any amount", () => {
    const decision = (amount: string): object => ({ status: "completed", expected: { amount, destination: "there" } });
    expect(settleWithdrawal.body.safeParse(decision("9999999999.99")).success).toBe(true);
    const refused = settleWithdrawal.body.safeParse(decision(`${"9".repeat(900_000)}.00`));
    expect(refused.error?.issues[0]?.path).toEqual(["expected", "amount"]);
  });
});
