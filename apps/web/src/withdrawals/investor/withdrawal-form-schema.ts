import {
  bankCountries,
  completeMpesaNumber,
  createWithdrawal,
  findNetworkProblem,
  formatAmount,
  formatMpesaNumber,
  localMpesaNumberMessage,
  messages,
  MIN_WITHDRAWAL_CENTS,
  mpesaCountries,
  type MpesaCountry,
  networkMinimumCents,
  type BodyInputOf,
  type BodyOf,
  type PayoutAddress,
  type WithdrawalCurrency,
  withdrawalDestination,
  withdrawalNetworks,
} from "@wazi/contracts";
import type { FieldErrors, Resolver, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { toCents } from "../../lib/cents.ts";
import * as texts from "../../messages/withdrawals.ts";

export type WithdrawalBody = BodyOf<typeof createWithdrawal>;
export type WithdrawalType = WithdrawalBody["withdrawalType"];

/** The form holds the fields of every type, so that switching tabs loses no input. */
export interface WithdrawalValues {
  amount: string;
  withdrawalType: WithdrawalType;
  currency: WithdrawalCurrency;
  network: string;
  walletAddress: string;
  bankCountry: string;
  bankName: string;
  otherBankName: string;
  accountName: string;
  accountNumber: string;
  mpesaCountry: string;
  phoneNumber: string;
}

export type WithdrawalFormState = UseFormReturn<WithdrawalValues, unknown, WithdrawalBody>;

/** The last choice in the list of banks. */
export const OTHER_BANK = texts.anotherBank;

/** Starts with the investor's own country if payouts go there, else with Kenya. */
export function emptyWithdrawal(ownCountry: string): WithdrawalValues {
  return {
    amount: "",
    withdrawalType: "crypto",
    currency: "USDT",
    network: "TRC20",
    walletAddress: "",
    bankCountry: bankCountries.includes(ownCountry) ? ownCountry : "Kenya",
    bankName: "",
    otherBankName: "",
    accountName: "",
    accountNumber: "",
    mpesaCountry: mpesaCountries.find((country) => country === ownCountry) ?? "Kenya",
    phoneNumber: "",
  };
}

export function networksOf(currency: WithdrawalCurrency): readonly [string, ...string[]] {
  return withdrawalNetworks[currency];
}

/** Builds the request's body from the amount and the fields of the chosen type. */
export function toBody(values: WithdrawalValues): BodyInputOf<typeof createWithdrawal> {
  const { amount, withdrawalType } = values;
  switch (withdrawalType) {
    case "crypto":
      return {
        amount,
        withdrawalType,
        currency: values.currency,
        network: values.network,
        destinationAddress: values.walletAddress.trim(),
      };
    case "bank":
      return {
        amount,
        withdrawalType,
        country: values.bankCountry,
        bankName: (values.bankName === OTHER_BANK ? values.otherBankName : values.bankName).trim(),
        accountName: values.accountName.trim(),
        destinationAddress: values.accountNumber.trim(),
      };
    case "mpesa":
      return {
        amount,
        withdrawalType,
        country: values.mpesaCountry,
        phoneNumber: completeMpesaNumber(values.mpesaCountry as MpesaCountry, values.phoneNumber),
      };
  }
}

/** The form's fields for a saved destination. A bank goes to the free field, which takes any name. */
export function toSavedValues(address: PayoutAddress): Partial<WithdrawalValues> {
  const { withdrawalType, country } = address;
  switch (withdrawalType) {
    case "crypto":
      return {
        withdrawalType,
        currency: (address.currency ?? "USDT") as WithdrawalCurrency,
        network: address.network ?? "",
        walletAddress: address.destinationAddress ?? "",
      };
    case "bank":
      return {
        withdrawalType,
        bankCountry: country ?? "",
        bankName: OTHER_BANK,
        otherBankName: address.bankName ?? "",
        accountName: address.accountName ?? "",
        accountNumber: address.destinationAddress ?? "",
      };
    case "mpesa":
      return { withdrawalType, mpesaCountry: country ?? "", phoneNumber: formatMpesaNumber(address.phoneNumber ?? "") };
  }
}

/** Maps a field of the request's body to the form's field. */
export function fieldOf(type: WithdrawalType, bodyField: string): keyof WithdrawalValues {
  if (bodyField === "destinationAddress") return type === "bank" ? "accountNumber" : "walletAddress";
  if (bodyField === "country") return type === "mpesa" ? "mpesaCountry" : "bankCountry";
  return bodyField as keyof WithdrawalValues;
}

/** The least amount from this balance, in cents: the whole balance if that is less than the minimum. */
function findLeastCents(balanceCents: bigint): bigint {
  return balanceCents > 0n && balanceCents < MIN_WITHDRAWAL_CENTS ? balanceCents : MIN_WITHDRAWAL_CENTS;
}

/** The most that can be requested now: the balance, or what is left of the daily limit if that is less. */
export function findMostAmount(balance: string, leftOfLimit: string | undefined): string {
  return leftOfLimit !== undefined && toCents(leftOfLimit) < toCents(balance) ? leftOfLimit : balance;
}

type Problems = Partial<Record<keyof WithdrawalValues, string>>;

/** The problem with the amount, in the server's order; null if it can be requested from this balance. */
function findAmountProblem(body: WithdrawalBody, balance: string): string | null {
  const [cents, balanceCents] = [toCents(body.amount), toCents(balance)];
  if (cents > balanceCents) return messages.overBalance(formatAmount(balance));
  if (cents < findLeastCents(balanceCents)) return messages.withdrawalTooSmall;
  return findNetworkProblem(cents, body.withdrawalType === "crypto" ? body.network : null);
}

/** The problems of all fields at once, the amount first. Empty if the request can be sent. */
export function findProblems(balance: string, values: WithdrawalValues): Problems {
  const problems: Problems = {};
  const body = toBody(values);
  const checked = z.safeParse(createWithdrawal.body, body);
  for (const { path, message } of checked.error?.issues ?? []) {
    problems[fieldOf(values.withdrawalType, String(path[0]))] ??= message;
  }
  const amountProblem = checked.success ? findAmountProblem(checked.data, balance) : null;
  if (amountProblem !== null) problems.amount = amountProblem;
  for (const { path, message } of z.safeParse(withdrawalDestination, body).error?.issues ?? []) {
    problems[fieldOf(values.withdrawalType, String(path[0]))] ??= message;
  }
  if (problems.phoneNumber !== undefined && values.phoneNumber.trim() !== "") {
    problems.phoneNumber = localMpesaNumberMessage(values.mpesaCountry as MpesaCountry);
  }
  return problems;
}

/** Checks the fields of the chosen type, and gives the request's body. */
export function createResolver(balance: string): Resolver<WithdrawalValues, unknown, WithdrawalBody> {
  return (values) => {
    const problems = Object.entries(findProblems(balance, values));
    if (problems.length === 0) return { values: z.parse(createWithdrawal.body, toBody(values)), errors: {} };
    const errors = Object.fromEntries(problems.map(([field, message]) => [field, { type: "custom", message }]));
    return { values: {}, errors: errors as FieldErrors<WithdrawalValues> };
  };
}

/** "KCB Bank, account 0123456789" or "0712 345 678": where the money goes, in a few words. */
export function describeWithdrawalTarget(body: WithdrawalBody): string {
  switch (body.withdrawalType) {
    case "crypto":
      return texts.targetCrypto({
        currency: body.currency ?? "",
        network: body.network ?? "",
        destinationAddress: body.destinationAddress ?? "",
      });
    case "bank":
      return texts.targetBank({
        bankName: body.bankName ?? "",
        country: body.country ?? "",
        destinationAddress: body.destinationAddress ?? "",
        accountName: body.accountName ?? "",
      });
    case "mpesa":
      return texts.targetMpesa({
        phoneNumber: formatMpesaNumber(body.phoneNumber ?? ""),
        country: body.country ?? "",
      });
  }
}

/** The hint at the choice of a network. */
export function formatNetworkMinimum(network: string): string {
  const least = networkMinimumCents[network as keyof typeof networkMinimumCents] as bigint | undefined;
  if (least === undefined) return "";
  if (least >= MIN_WITHDRAWAL_CENTS) return texts.networkMinimum({ least: String(least / 100n) });
  return texts.networkMinimumWholeBalance({ least: String(least / 100n) });
}
