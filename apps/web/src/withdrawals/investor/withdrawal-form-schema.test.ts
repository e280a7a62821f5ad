import { expect, it } from "vitest";
import { emptyWithdrawal, fieldOf, findMostAmount, findProblems, toBody } from "./withdrawal-form-schema.ts";
import { formatNetworkMinimum, type WithdrawalValues } from "../../content/withdrawal-kinds.ts";

function messagesOf(balance: string, values: Partial<WithdrawalValues>): string[] {
  return Object.values(findProblems(balance, { ...emptyWithdrawal("Ghana"), ...values }));
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

it("accepts a whole balance below the minimum", () => {
  expect(messagesOf("4.20", { amount: "4.20", walletAddress: "T1" })).toEqual([]);
  expect(messagesOf("4.20", { amount: "4.19", walletAddress: "T1" })).toEqual(["Minimum withdrawal amount is $10"]);
});

it("requires what a network's fee takes, also of a whole balance", () => {
  const text =
    "A withdrawal on ERC20 is at least $10, because of the network's fee. Please choose another network, bank or M-Pesa.";
  const whole = { amount: "0.01", walletAddress: "0x1", currency: "USDT", network: "ERC20" } as const;
  expect(messagesOf("0.01", whole)).toEqual([text]);
  expect(messagesOf("0.01", { ...whole, withdrawalType: "mpesa", phoneNumber: "" })).not.toContain(text);
  expect(formatNetworkMinimum("ERC20")).toBe("At least $10 on this network");
  expect(formatNetworkMinimum("TRC20")).toBe("A whole balance below $10 must be at least $2 on this network");
});

it("requires the fields of each type", () => {
  const amount = "20";
  expect(messagesOf("100.00", { amount, withdrawalType: "bank", bankName: "KCB Bank" })).toEqual([
    "Please fill in all bank details",
    "Please fill in all bank details",
  ]);
  expect(messagesOf("100.00", { amount, withdrawalType: "mpesa" })).toEqual(["Please enter your M-Pesa phone number"]);
  expect(messagesOf("100.00", { amount, withdrawalType: "mpesa", phoneNumber: "+254712345678" })).toEqual([]);
});

it("checks account and M-Pesa numbers as the server does", () => {
  const bank = { withdrawalType: "bank", bankName: "KCB Bank", accountName: "A. Otieno" } as const;
  expect(messagesOf("100.00", { ...bank, amount: "20", accountNumber: "12 34-56" })).toEqual([]);
  expect(messagesOf("100.00", { ...bank, amount: "20", accountNumber: "123" })).toEqual([
    "Please enter the account number: 4 to 34 letters and digits",
  ]);
  expect(messagesOf("100.00", { amount: "20", withdrawalType: "mpesa", phoneNumber: "0812345678" })).toEqual([
    "Please enter an M-Pesa number of Kenya, such as 0712 345 678",
  ]);
});

it("starts with the investor's own country if it is served, else with Kenya", () => {
  expect(emptyWithdrawal("Tanzania")).toMatchObject({ bankCountry: "Tanzania", mpesaCountry: "Tanzania" });
  expect(emptyWithdrawal("Ghana")).toMatchObject({ bankCountry: "Kenya", mpesaCountry: "Kenya" });
});

it("maps fields of the body to fields of the form", () => {
  expect(fieldOf("bank", "destinationAddress")).toBe("accountNumber");
  expect(fieldOf("crypto", "destinationAddress")).toBe("walletAddress");
  expect(fieldOf("mpesa", "country")).toBe("mpesaCountry");
  expect(fieldOf("crypto", "amount")).toBe("amount");
});

it("names the problems of all fields at once, the amount first", () => {
  expect(findProblems("100.00", { ...emptyWithdrawal("Ghana"), withdrawalType: "bank" })).toEqual({
    amount: "Please enter a valid withdrawal amount",
    bankName: "Please fill in all bank details",
    accountName: "Please fill in all bank details",
    accountNumber: "Please fill in all bank details",
  });
  expect(messagesOf("100.00", { amount: "200", withdrawalType: "mpesa", phoneNumber: "" })).toEqual([
    "You can only withdraw up to USD 100.00 from your available balance",
    "Please enter your M-Pesa phone number",
  ]);
});

it.each(["0712 345 678", "0712-345-678", "712345678", "+254 712 345 678", "254712345678"])(
  "takes an M-Pesa number as people write it: %s",
  (phoneNumber) => {
    const values = { ...emptyWithdrawal("Kenya"), amount: "20", withdrawalType: "mpesa" as const, phoneNumber };
    expect(findProblems("100.00", values)).toEqual({});
    expect(toBody(values)).toMatchObject({ phoneNumber: expect.stringMatching(/254 ?712 ?345 ?678$/) as string });
  },
);

it("offers the balance or what is left of the daily limit, whichever is less", () => {
  expect(findMostAmount("100.00", undefined)).toBe("100.00");
  expect(findMostAmount("100.00", "40.00")).toBe("40.00");
  expect(findMostAmount("100.00", "400.00")).toBe("100.00");
});
