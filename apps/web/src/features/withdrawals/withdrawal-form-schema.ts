import {
  bankCountries,
  createWithdrawal,
  formatAmount,
  messages,
  MIN_WITHDRAWAL_CENTS,
  mpesaCountries,
  withdrawalNetworks,
  type BodyInputOf,
  type BodyOf,
  type WithdrawalCurrency,
} from "@wazi/contracts";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { toCents } from "../../lib/cents.ts";

export type WithdrawalBody = BodyOf<typeof createWithdrawal>;
export type WithdrawalType = WithdrawalBody["withdrawalType"];

/** What the form holds: every field of every type, so that nothing typed is lost on the way from tab to tab. */
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

/** Chosen in the list of banks where the investor's own is not among the five. */
export const OTHER_BANK = "Another bank";

/** The country is the investor's own where it is served, else Kenya. */
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

/** The call's body: the amount and the fields of the chosen type alone. */
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

/** The field of the form that a field of the body stands for. */
export function fieldOf(type: WithdrawalType, bodyField: string): keyof WithdrawalValues {
  if (bodyField === "destinationAddress") return type === "bank" ? "accountNumber" : "walletAddress";
  if (bodyField === "country") return type === "mpesa" ? "mpesaCountry" : "bankCountry";
  return bodyField as keyof WithdrawalValues;
}

/**
 * The checks of a withdrawal from a balance, in the order in which they are made: the amount, then what the type needs.
 * The minimum is the whole balance where that is less.
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
      const missing = (path: keyof WithdrawalBody, message: string) => {
        if ((body[path] ?? "") === "") context.addIssue({ code: "custom", path: [path], message, input: body[path] });
      };
      switch (body.withdrawalType) {
        case "crypto":
          missing("destinationAddress", messages.walletAddressMissing);
          break;
        case "bank":
          missing("bankName", messages.bankDetailsMissing);
          missing("accountName", messages.bankDetailsMissing);
          missing("destinationAddress", messages.bankDetailsMissing);
          break;
        case "mpesa":
          missing("phoneNumber", messages.mpesaPhoneMissing);
      }
    }),
  );
}
