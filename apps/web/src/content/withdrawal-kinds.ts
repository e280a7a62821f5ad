import {
  bankCountries,
  banksByCountry,
  type BodyInputOf,
  completeMpesaNumber,
  type createWithdrawal,
  formatMpesaNumber,
  localMpesaNumberMessage,
  MIN_WITHDRAWAL_CENTS,
  mpesaCountries,
  type MpesaCountry,
  mpesaNumberPlans,
  networkMinimumCents,
  withdrawalCurrencies,
  type WithdrawalCurrency,
  withdrawalNetworks,
  type WithdrawalType,
} from "@wazi/contracts";
import type { InputHTMLAttributes } from "react";
import * as texts from "../messages/withdrawal-kinds.ts";

/** The form holds the fields of every kind, so that switching tabs loses no input. */
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

type Body = BodyInputOf<typeof createWithdrawal>;
type BodyField = Exclude<keyof Body, "amount" | "withdrawalType">;
type Fields = "currency" | "network" | "destinationAddress" | "country" | "bankName" | "accountName" | "phoneNumber";
/** The fields of a destination; those that its kind does not use are empty. */
type Destination = Record<Fields, string>;

/** Makes empty texts of what a destination does not have. */
export function fillDestination(given: { [Field in Fields]?: string | null | undefined }): Destination {
  const { currency, network, destinationAddress, country, bankName, accountName, phoneNumber } = given;
  const fields = { currency, network, destinationAddress, country, bankName, accountName, phoneNumber };
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text ?? ""])) as Destination;
}

/** A field of the form: a choice if it has choices, else a text. */
export interface KindField {
  name: Exclude<keyof WithdrawalValues, "amount" | "withdrawalType">;
  label: string;
  choices?: (values: WithdrawalValues) => readonly string[];
  /** Shown while nothing is chosen. */
  noChoice?: string;
  hint?: (values: WithdrawalValues) => string;
  isShown?: (values: WithdrawalValues) => boolean;
  isWide?: boolean;
  input?: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "type" | "inputMode" | "autoComplete" | "autoCapitalize" | "spellCheck"
  >;
  /** The other fields that a new choice changes. */
  changes?: (chosen: string) => Partial<WithdrawalValues>;
}

interface KindFact {
  term: string;
  text: string;
  /** For its copy button: the text, and the name of the button. */
  copy?: { text: string; label: string };
  look?: "grouped" | "figure";
}

/** The form, the review and the facts of a kind of withdrawal. The rules of its destination are in the contracts. */
interface ShownKind {
  /** In the form. */
  tab: string;
  /** In the back office. */
  label: string;
  referenceHint: string;
  /** The values of an empty form. */
  empty: (ownCountry: string) => Partial<WithdrawalValues>;
  fields: readonly KindField[];
  /** The fields of the form that show the problem of a field of the request; not named if both have the same name. */
  shownAt: Partial<Record<BodyField, KindField["name"]>>;
  toBody: (values: WithdrawalValues) => Partial<Pick<Body, BodyField>>;
  /** The form's fields for a saved destination. */
  toValues: (saved: Destination) => Partial<WithdrawalValues>;
  /** A shorter message for a field that is filled in wrongly. */
  explain?: (field: KindField["name"], values: WithdrawalValues) => string | undefined;
  /** Where the money goes, in a few words. */
  describe: (destination: Destination) => string;
  /** For the investor. */
  summarize: (destination: Destination) => readonly [string, string][];
  /** For administrators, who copy them. */
  listFacts: (destination: Destination) => readonly KindFact[];
}

/** The last choice in the list of banks. */
const OTHER_BANK = texts.anotherBank;

const join = (parts: readonly string[], separator: string): string => parts.filter(Boolean).join(separator);

export const shownKinds: Readonly<Record<WithdrawalType, ShownKind>> = {
  crypto: {
    tab: texts.crypto,
    label: texts.crypto,
    referenceHint: texts.referenceHintCrypto,
    empty: () => ({ currency: "USDT", network: "TRC20", walletAddress: "" }),
    fields: [
      {
        name: "currency",
        label: texts.cryptocurrency,
        choices: () => withdrawalCurrencies,
        changes: (chosen) => ({ network: withdrawalNetworks[chosen as WithdrawalCurrency][0] }),
      },
      {
        name: "network",
        label: texts.network,
        choices: ({ currency }) => withdrawalNetworks[currency],
        hint: ({ network }) => formatNetworkMinimum(network),
      },
      {
        name: "walletAddress",
        label: texts.walletAddress,
        hint: () => texts.cryptoAddressHint,
        isWide: true,
        input: { autoComplete: "off", autoCapitalize: "none", spellCheck: false },
      },
    ],
    shownAt: { destinationAddress: "walletAddress" },
    toBody: ({ currency, network, walletAddress }) => ({ currency, network, destinationAddress: walletAddress.trim() }),
    toValues: ({ currency, network, destinationAddress }) => ({
      currency: (currency || "USDT") as WithdrawalCurrency,
      network,
      walletAddress: destinationAddress,
    }),
    describe: texts.targetCrypto,
    summarize: ({ currency, network, destinationAddress }) => [
      [texts.crypto, join([currency, network], " on ")],
      [texts.to, destinationAddress],
    ],
    listFacts: ({ currency, network, destinationAddress }) => [
      { term: texts.network, text: texts.on({ currency, network }) },
      {
        term: texts.address,
        text: destinationAddress,
        copy: { text: destinationAddress, label: texts.copyAddress },
        look: "grouped",
      },
    ],
  },
  bank: {
    tab: texts.bank,
    label: texts.bankTransfer,
    referenceHint: texts.referenceHintBank,
    empty: (ownCountry) => ({
      bankCountry: bankCountries.includes(ownCountry) ? ownCountry : "Kenya",
      bankName: "",
      otherBankName: "",
      accountName: "",
      accountNumber: "",
    }),
    fields: [
      { name: "bankCountry", label: texts.country, choices: () => bankCountries, changes: () => ({ bankName: "" }) },
      {
        name: "bankName",
        label: texts.bankName,
        choices: ({ bankCountry }) => [...(banksByCountry[bankCountry] ?? []), OTHER_BANK],
        noChoice: texts.selectBank,
      },
      {
        name: "otherBankName",
        label: texts.bankOtherLabel,
        isShown: ({ bankName }) => bankName === OTHER_BANK,
        isWide: true,
      },
      { name: "accountName", label: texts.accountName, input: { autoComplete: "name" } },
      { name: "accountNumber", label: texts.accountNumber, input: { inputMode: "numeric", autoComplete: "off" } },
    ],
    shownAt: { destinationAddress: "accountNumber", country: "bankCountry" },
    toBody: ({ bankCountry, bankName, otherBankName, accountName, accountNumber }) => ({
      country: bankCountry,
      bankName: (bankName === OTHER_BANK ? otherBankName : bankName).trim(),
      accountName: accountName.trim(),
      destinationAddress: accountNumber.trim(),
    }),
    // A bank goes to the free field, which takes any name.
    toValues: ({ country, bankName, accountName, destinationAddress }) => ({
      bankCountry: country,
      bankName: OTHER_BANK,
      otherBankName: bankName,
      accountName,
      accountNumber: destinationAddress,
    }),
    describe: texts.targetBank,
    summarize: ({ bankName, country, accountName, destinationAddress }) => [
      [texts.bank, join([bankName, country], ", ")],
      [texts.account, join([accountName, destinationAddress], ", ")],
    ],
    listFacts: ({ bankName, country, accountName, destinationAddress }) => [
      { term: texts.bank, text: `${bankName}, ${country}`, copy: { text: bankName, label: texts.copyBank } },
      { term: texts.accountName, text: accountName, copy: { text: accountName, label: texts.copyAccountName } },
      {
        term: texts.accountNumber,
        text: destinationAddress,
        copy: { text: destinationAddress, label: texts.copyAccountNumber },
        look: "grouped",
      },
    ],
  },
  mpesa: {
    tab: texts.mPesa,
    label: texts.mPesa,
    referenceHint: texts.referenceHintMpesa,
    empty: (own) => ({ mpesaCountry: mpesaCountries.find((country) => country === own) ?? "Kenya", phoneNumber: "" }),
    fields: [
      { name: "mpesaCountry", label: texts.country, choices: () => mpesaCountries },
      {
        name: "phoneNumber",
        label: texts.mpesaPhoneLabel,
        // The list offers only these countries.
        hint: ({ mpesaCountry }) =>
          texts.mpesaPhoneHint({ localExample: mpesaNumberPlans[mpesaCountry as MpesaCountry].localExample }),
        input: { type: "tel", inputMode: "tel", autoComplete: "tel-national" },
      },
    ],
    shownAt: { country: "mpesaCountry" },
    toBody: ({ mpesaCountry, phoneNumber }) => ({
      country: mpesaCountry,
      phoneNumber: completeMpesaNumber(mpesaCountry as MpesaCountry, phoneNumber),
    }),
    toValues: ({ country, phoneNumber }) => ({ mpesaCountry: country, phoneNumber: formatMpesaNumber(phoneNumber) }),
    explain: (field, { mpesaCountry, phoneNumber }) =>
      field === "phoneNumber" && phoneNumber.trim() !== ""
        ? localMpesaNumberMessage(mpesaCountry as MpesaCountry)
        : undefined,
    describe: ({ phoneNumber, country }) => texts.targetMpesa({ phoneNumber: formatMpesaNumber(phoneNumber), country }),
    summarize: ({ country, phoneNumber }) => [
      [texts.mPesa, country],
      [texts.to, formatMpesaNumber(phoneNumber)],
    ],
    listFacts: ({ country, phoneNumber }) => [
      { term: texts.mPesa, text: country },
      {
        term: texts.phoneNumber,
        text: formatMpesaNumber(phoneNumber),
        copy: { text: phoneNumber, label: texts.copyPhoneNumber },
        look: "figure",
      },
    ],
  },
};

/** The hint at the choice of a network. */
export function formatNetworkMinimum(network: string): string {
  const least = networkMinimumCents[network as keyof typeof networkMinimumCents] as bigint | undefined;
  if (least === undefined) return "";
  if (least >= MIN_WITHDRAWAL_CENTS) return texts.networkMinimum({ least: String(least / 100n) });
  return texts.networkMinimumWholeBalance({ least: String(least / 100n) });
}
