import * as z from "zod/mini";
import { expect, it } from "vitest";
import { emptyWithdrawal, fieldOf, toBody, withdrawalForm, type WithdrawalValues } from "./withdrawal-form-schema.ts";

function messagesOf(balance: string, values: Partial<WithdrawalValues>): string[] {
  const result = z.safeParse(withdrawalForm(balance), toBody({ ...emptyWithdrawal("Ghana"), ...values }));
  return result.success ? [] : result.error.issues.map(({ message }) => message);
}

it.each([
  ["", "Please enter a valid withdrawal amount"],
  ["0", "Please enter a valid withdrawal amount"],
  ["1.005", "Please enter a valid withdrawal amount"],
  ["100.01", "You can only withdraw up to USD 100.00 from your available balance"],
  ["9.99", "Minimum withdrawal amount is $10"],
  ["10", "Please enter your crypto wallet address"],
])("amount %j first fails with: %s", (amount, message) => {
  expect(messagesOf("100.00", { amount })[0]).toBe(message);
});

it("takes a whole balance below the minimum", () => {
  expect(messagesOf("4.20", { amount: "4.20", walletAddress: "T1" })).toEqual([]);
  expect(messagesOf("4.20", { amount: "4.19", walletAddress: "T1" })).toEqual(["Minimum withdrawal amount is $10"]);
});

it("asks each type for what it needs", () => {
  const amount = "20";
  expect(messagesOf("100.00", { amount, withdrawalType: "bank", bankName: "KCB Bank" })).toEqual([
    "Please fill in all bank details",
    "Please fill in all bank details",
  ]);
  expect(messagesOf("100.00", { amount, withdrawalType: "mpesa" })).toEqual(["Please enter your M-Pesa phone number"]);
  expect(messagesOf("100.00", { amount, withdrawalType: "mpesa", phoneNumber: "+254712345678" })).toEqual([]);
});

it("starts in the investor's own country where it is served, else in Kenya", () => {
  expect(emptyWithdrawal("Tanzania")).toMatchObject({ bankCountry: "Tanzania", mpesaCountry: "Tanzania" });
  expect(emptyWithdrawal("Ghana")).toMatchObject({ bankCountry: "Kenya", mpesaCountry: "Kenya" });
});

it("leads errors of the body to the form's own fields", () => {
  expect(fieldOf("bank", "destinationAddress")).toBe("accountNumber");
  expect(fieldOf("crypto", "destinationAddress")).toBe("walletAddress");
  expect(fieldOf("mpesa", "country")).toBe("mpesaCountry");
  expect(fieldOf("crypto", "amount")).toBe("amount");
});
