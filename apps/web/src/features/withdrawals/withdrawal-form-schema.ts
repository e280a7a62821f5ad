import {
  bankCountries,
  createWithdrawal,
  findNetworkProblem,
  formatAmount,
  messages,
  MIN_WITHDRAWAL_CENTS,
  mpesaCountries,
  networkMinimumCents,
  type BodyInputOf,
  type BodyOf,
  type PayoutAddress,
  type WithdrawalCurrency,
  withdrawalDestination,
  withdrawalNetworks,
} from "@wazi/contracts";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { toCents } from "../../lib/cents.ts";

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
export const OTHER_BANK = "Another bank";

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
      return { amount, withdrawalType, country: values.mpesaCountry, phoneNumber: values.phoneNumber.trim() };
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
      return { withdrawalType, mpesaCountry: country ?? "", phoneNumber: address.phoneNumber ?? "" };
  }
}

/** Maps a field of the request's body to the form's field. */
export function fieldOf(type: WithdrawalType, bodyField: string): keyof WithdrawalValues {
  if (bodyField === "destinationAddress") return type === "bank" ? "accountNumber" : "walletAddress";
  if (bodyField === "country") return type === "mpesa" ? "mpesaCountry" : "bankCountry";
  return bodyField as keyof WithdrawalValues;
}

/**
 * Checks a withdrawal from a balance in the server's order: the amount, then the destination. The minimum is the whole
 * balance if that is less.
 */
export function withdrawalForm(balance: string) {
  const balanceCents = toCents(balance);
  const least = balanceCents > 0n && balanceCents < MIN_WITHDRAWAL_CENTS ? balanceCents : MIN_WITHDRAWAL_CENTS;
  return createWithdrawal.body.check(
    z.refine(({ amount }) => toCents(amount) <= balanceCents, {
      error: messages.overBalance(formatAmount(balance)),
      path: ["amount"],
    }),
    z.refine(({ amount }) => toCents(amount) >= least, { error: messages.minimumWithdrawal, path: ["amount"] }),
    z.superRefine((body, context) => {
      const { error } = z.safeParse(withdrawalDestination, body);
      for (const { path, message } of error?.issues ?? []) {
        context.addIssue({ code: "custom", path: [...path], message, input: body });
      }
      const network = body.withdrawalType === "crypto" ? body.network : null;
      const message = findNetworkProblem(toCents(body.amount), network);
      if (message !== null) context.addIssue({ code: "custom", path: ["amount"], message, input: body });
    }),
  );
}

/** The hint at the choice of a network. */
export function formatNetworkMinimum(network: string): string {
  const least = networkMinimumCents[network as keyof typeof networkMinimumCents] as bigint | undefined;
  if (least === undefined) return "";
  if (least >= MIN_WITHDRAWAL_CENTS) return `At least $${String(least / 100n)} on this network`;
  return `A whole balance below $10 must be at least $${String(least / 100n)} on this network`;
}
