import { expect, test } from "vitest";
import { computeCreditChanges } from "./credit-preview.tsx";

test("a deposit raises deposit funds, balance and total deposits to the cent", () => {
  const account = { depositFunds: "100.10", balance: "350.10", totalDeposits: "1000.00" };
  expect(computeCreditChanges(account, "49.95")).toEqual([
    { label: "Deposit funds", before: "100.10", after: "150.05" },
    { label: "Balance", before: "350.10", after: "400.05" },
    { label: "Total deposits", before: "1000.00", after: "1049.95" },
  ]);
});
