import { expect, test } from "vitest";
import { adjustmentResolver, nothingChanged, reasonMissing, toAdjustment } from "./account-adjustment.ts";

const account = { balance: "1000.00", totalInvested: "250.00", totalProfit: "-3.20" };
const form = { ...account, reason: "" };

async function errorsOf(changes: Partial<typeof form>) {
  const { errors } = await adjustmentResolver(account)({ ...form, ...changes }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
}

test("only what was changed is sent, with what it was", () => {
  expect(toAdjustment({ ...form, totalProfit: " 12.5 ", reason: " Goodwill " }, account)).toEqual({
    totalProfit: "12.5",
    reason: "Goodwill",
    expected: { totalProfit: "-3.20" },
  });
});

test.each([
  [{ reason: "None" }, { balance: nothingChanged }],
  [{ balance: "1200" }, { reason: reasonMissing }],
  [{ balance: "1200", reason: "  " }, { reason: reasonMissing }],
  [{ balance: "-1", reason: "Fee" }, { balance: expect.stringContaining("not negative") as string }],
  [{ totalInvested: "", reason: "Fee" }, { totalInvested: expect.stringContaining("must be an amount") as string }],
  [{ totalProfit: "-1", reason: "Fee" }, {}],
])("%o leaves %o", async (changes, errors) => {
  expect(await errorsOf(changes)).toEqual(errors);
});
