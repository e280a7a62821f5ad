import { type Bot, messages } from "@wazi/contracts";
import { expect, it } from "vitest";
import { type ActivateValues, createActivateResolver, getActivateErrorTitle } from "./activate-dialog.tsx";

const filled: ActivateValues = {
  botId: "6f1f2f8a-1d9d-4a77-8d9e-0f5b6a3c1d10",
  allocatedAmount: "500",
  stopLossPct: "",
  takeProfitPct: "",
};

async function check(changes: Partial<ActivateValues>, market: Bot["market"] = "forex") {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { values, errors } = await createActivateResolver("1000.00", market)(
    { ...filled, ...changes },
    undefined,
    options,
  );
  return { values, faults: Object.entries(errors).map(([field, error]) => [field, error.message]) };
}

it("omits empty levels", async () => {
  const { botId, allocatedAmount } = filled;
  expect(await check({ takeProfitPct: "  " })).toEqual({ values: { botId, allocatedAmount }, faults: [] });
});

it("sends both levels as typed", async () => {
  const { values } = await check({ stopLossPct: " 12.5", takeProfitPct: "1000" });
  expect(values).toMatchObject({ stopLossPct: "12.5", takeProfitPct: "1000" });
});

it.each([
  ["stopLossPct", "0.99", messages.invalidStopLoss],
  ["stopLossPct", "95.01", messages.invalidStopLoss],
  ["stopLossPct", "12,5", messages.invalidStopLoss],
  ["stopLossPct", "ten", messages.invalidStopLoss],
  ["takeProfitPct", "1000.5", messages.invalidTakeProfit],
  ["takeProfitPct", "0", messages.invalidTakeProfit],
  ["allocatedAmount", "0", messages.invalidAllocation],
  ["allocatedAmount", "99.99", "The minimum allocation is $100"],
  ["allocatedAmount", "1000.01", "You only have $1,000.00 in your balance"],
])("rejects %s %s: %s", async (field, typed, message) => {
  expect((await check({ [field]: typed })).faults).toEqual([[field, message]]);
});

it("takes less for a core portfolio, which needs no package", async () => {
  expect((await check({ allocatedAmount: "10" }, "portfolio")).faults).toEqual([]);
  expect((await check({ allocatedAmount: "9.99" }, "portfolio")).faults).toEqual([
    ["allocatedAmount", "The minimum allocation is $10"],
  ]);
  expect(getActivateErrorTitle("The minimum allocation is $10")).toBe("Invalid Amount");
});

it("titles the toast by the kind of error", () => {
  expect(getActivateErrorTitle(messages.invalidStopLoss)).toBe("Invalid Stop-Loss");
  expect(getActivateErrorTitle("You only have $1.00 in your balance")).toBe("Insufficient Funds");
});
