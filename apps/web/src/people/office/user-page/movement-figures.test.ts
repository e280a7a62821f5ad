import { expect, test } from "vitest";
import { listChangedFigures, getFigureBefore } from "./movement-figures.ts";

const none = {
  balance: "0.00",
  depositFunds: "0.00",
  profitFunds: "0.00",
  onHold: "0.00",
  runningProfit: "0.00",
  invested: "0.00",
};
const hold = {
  amounts: { ...none, balance: "-80.00", depositFunds: "-80.00", onHold: "80.00" },
  balances: { ...none, balance: "420.00", depositFunds: "420.00", onHold: "80.00" },
};

test("lists the changed figures with their previous values", () => {
  expect(listChangedFigures(hold).map(({ figure }) => [figure, getFigureBefore(hold, figure)])).toEqual([
    ["balance", "500.00"],
    ["depositFunds", "500.00"],
    ["onHold", "0.00"],
  ]);
});
