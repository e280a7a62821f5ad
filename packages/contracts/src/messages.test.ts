import type * as z from "zod/mini";
import { describe, expect, it } from "vitest";
import { signInBody, signUpBody } from "./people/accounts.ts";
import { createDeposit } from "./deposits/deposits.ts";
import { activateBot, transferInvestment, transferProfit } from "./investing/investments.ts";
import { messages } from "./messages.ts";
import { createWithdrawal } from "./withdrawals/withdrawals.ts";

const signUp = {
  firstName: "Amina",
  lastName: "Otieno",
  email: "amina@example.com",
  password: "Correct-h0rse",
  confirmPassword: "Correct-h0rse",
  phone: "+254712345678",
  country: "Kenya",
  birthday: "1990-05-17",
};
const deposit = { amount: "100", currency: "USDT", network: "TRC20" };
const missing = undefined;

/** The first issue of a body: its field and message. */
function firstIssue(schema: z.ZodMiniType, body: object): [field: string, message: string] | null {
  const result = schema.safeParse(body);
  const issue = result.error?.issues[0];
  return issue ? [String(issue.path[0]), issue.message] : null;
}

/** A wrong value per field with its exact message. */
const signUpRules: readonly (readonly [field: keyof typeof signUp, value: unknown, message: string])[] = [
  ["firstName", "A", "First name must be at least 2 characters"],
  ["firstName", " A ", "First name must be at least 2 characters"],
  ["firstName", missing, "First name must be at least 2 characters"],
  ["lastName", "", "Last name must be at least 2 characters"],
  ["email", "amina", "Invalid email address"],
  ["email", missing, "Invalid email address"],
  ["password", "Sh0rt-1", "Password must be at least 8 characters"],
  ["password", "lower-case-1", "Password must contain at least one uppercase letter"],
  ["password", "UPPER-CASE-1", "Password must contain at least one lowercase letter"],
  ["password", "No-Number", "Password must contain at least one number"],
  ["password", "NoSpecial1", "Password must contain at least one special character"],
  ["confirmPassword", "", "Please confirm your password"],
  ["confirmPassword", "Another-h0rse", "Passwords do not match"],
  ["phone", "+25471234", "Phone number must be at least 10 characters"],
  ["phone", missing, "Phone number must be at least 10 characters"],
  ["country", "K", "Please select your country"],
  ["country", missing, "Please select your country"],
  ["birthday", "", "Date of birth is required"],
  ["birthday", missing, "Date of birth is required"],
];

describe("validation messages, word for word", () => {
  it.each(signUpRules)("sign-up with %s %j: %s", (field, value, message) => {
    expect(firstIssue(signUpBody, { ...signUp, [field]: value })).toEqual([field, message]);
  });

  it("sign-up accepts a valid form with and without optional fields", () => {
    expect(firstIssue(signUpBody, signUp)).toBeNull();
    expect(firstIssue(signUpBody, { ...signUp, preferredMarket: "crypto", riskTolerance: "low" })).toBeNull();
    expect(signUpBody.parse(signUp).marketingOptIn).toBe(false);
    expect(firstIssue(signUpBody, { ...signUp, preferredMarket: "art" })?.[0]).toBe("preferredMarket");
    expect(firstIssue(signUpBody, { ...signUp, riskTolerance: "none" })?.[0]).toBe("riskTolerance");
  });

  it("sign-in with an invalid field", () => {
    expect(firstIssue(signInBody, { email: "amina", password: "x" })).toEqual(["email", "Invalid email address"]);
    expect(firstIssue(signInBody, { email: "a@example.com", password: "" })).toEqual([
      "password",
      "Password is required",
    ]);
  });

  it.each(["0", "-1", "x", "", missing])("transfers, allocations, deposits and withdrawals of %j", (amount) => {
    const invalid = "Please enter a valid amount greater than 0";
    expect(firstIssue(transferInvestment.body, { amount })).toEqual(["amount", invalid]);
    expect(firstIssue(transferProfit.body, { amount })).toEqual(["amount", invalid]);
    expect(firstIssue(activateBot.body, { botId: crypto.randomUUID(), allocatedAmount: amount })).toEqual([
      "allocatedAmount",
      "Please enter a valid allocation amount",
    ]);
    expect(firstIssue(createDeposit.body, { ...deposit, amount })).toEqual([
      "amount",
      "Please enter a valid deposit amount",
    ]);
    expect(firstIssue(createWithdrawal.body, { amount, withdrawalType: "crypto" })).toEqual([
      "amount",
      "Please enter a valid withdrawal amount",
    ]);
  });

  it("a deposit below the minimum", () => {
    expect(firstIssue(createDeposit.body, { ...deposit, amount: "99.99" })).toEqual([
      "amount",
      "Minimum deposit amount is $100",
    ]);
    expect(firstIssue(createDeposit.body, deposit)).toBeNull();
  });

  it.each([
    [messages.overInvestmentFund("12.00"), "You only have $12.00 in your investment fund"],
    [messages.overRunningProfit("12.00"), "You only have $12.00 in running profits"],
    [messages.overBalance("1,234.50"), "You can only withdraw up to USD 1,234.50 from your available balance"],
    [messages.pendingWithdrawal, "Please wait for your current withdrawal to be processed before creating a new one"],
    [messages.walletAddressMissing, "Please enter your crypto wallet address"],
    [messages.bankDetailsMissing, "Please fill in all bank details"],
    [messages.mpesaPhoneMissing, "Please enter your M-Pesa phone number"],
    [messages.documentsMissing, "Please select document type and upload front image."],
    [messages.imageTooLarge, "Please upload an image smaller than 10MB."],
    [messages.imageUnreadable, "Failed to process image. Please try another file."],
    [messages.allFields, "Please fill in all fields"],
    [messages.rejectionReasonMissing, "Please provide a rejection reason"],
  ])("messages of checks by the server: %s", (message, text) => {
    expect(message).toBe(text);
  });
});
