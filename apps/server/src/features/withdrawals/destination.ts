import {
  bankCountries,
  messages,
  mpesaCountries,
  mpesaNumberMessage,
  toMpesaNumber,
  withdrawalCurrencies,
  withdrawalNetworks,
  type BodyOf,
  type createWithdrawal,
} from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { isPayable, payableMessage, type ChainNetwork } from "../../core/chain-addresses/check-address.ts";
import type { WithdrawalRow } from "./store.ts";

type Body = BodyOf<typeof createWithdrawal>;

export type Destination = Pick<
  WithdrawalRow,
  "currency" | "network" | "destinationAddress" | "country" | "bankName" | "accountName" | "phoneNumber"
>;

const nowhere: Destination = {
  currency: null,
  network: null,
  destinationAddress: null,
  country: null,
  bankName: null,
  accountName: null,
  phoneNumber: null,
};

const invalid = (message: string, field: string): AppError =>
  new AppError("VALIDATION", message, { fields: { [field]: message } });

/** Of a bank's account number, without the spaces and dashes that people write it with. */
const accountNumberPattern = /^[a-z\d]{4,34}$/i;
const ACCOUNT_NUMBER_MESSAGE = "Please enter the account number: 4 to 34 letters and digits";

/**
 * Where a withdrawal goes, with the fields that its type needs and no others, and numbers as they are kept.
 * @param takesTestNetworks whether addresses of test networks can be paid to, as they can in a demo
 * @throws AppError VALIDATION naming what is missing or wrong, and what is allowed
 */
export function destinationOf(body: Body, takesTestNetworks: boolean): Destination {
  switch (body.withdrawalType) {
    case "crypto":
      return cryptoDestination(body, takesTestNetworks);
    case "bank":
      return bankDestination(body);
    case "mpesa":
      return mpesaDestination(body);
  }
}

function cryptoDestination({ currency, network, destinationAddress }: Body, takesTestNetworks: boolean): Destination {
  if (!destinationAddress) throw invalid(messages.walletAddressMissing, "destinationAddress");
  const chosen = withdrawalCurrencies.find((each) => each === currency);
  if (!chosen) throw invalid(`Please choose a cryptocurrency: ${withdrawalCurrencies.join(", ")}`, "currency");
  const networks: readonly ChainNetwork[] = withdrawalNetworks[chosen];
  const on = networks.find((each) => each === network);
  if (!on) throw invalid(`Please choose a network of ${chosen}: ${networks.join(", ")}`, "network");
  if (!isPayable(on, destinationAddress, takesTestNetworks)) {
    throw invalid(payableMessage(on, takesTestNetworks), "destinationAddress");
  }
  return { ...nowhere, currency: chosen, network: on, destinationAddress: destinationAddress };
}

function bankDestination({ country, bankName, accountName, destinationAddress }: Body): Destination {
  const missing = Object.entries({ bankName, accountName, destinationAddress, country }).find(([, value]) => !value);
  if (!bankName || !accountName || !destinationAddress || !country) {
    throw invalid(messages.bankDetailsMissing, missing?.[0] ?? "bankName");
  }
  if (!bankCountries.includes(country)) {
    throw invalid(`Please choose a country that bank transfers go to: ${bankCountries.join(", ")}`, "country");
  }
  const accountNumber = destinationAddress.replace(/[\s-]/g, "");
  if (!accountNumberPattern.test(accountNumber)) throw invalid(ACCOUNT_NUMBER_MESSAGE, "destinationAddress");
  return {
    ...nowhere,
    country,
    bankName: bankName,
    accountName: accountName,
    destinationAddress: accountNumber,
  };
}

function mpesaDestination({ country, phoneNumber }: Body): Destination {
  if (!phoneNumber) throw invalid(messages.mpesaPhoneMissing, "phoneNumber");
  const chosen = mpesaCountries.find((each) => each === country);
  if (!chosen) throw invalid(`Please choose a country with M-Pesa: ${mpesaCountries.join(" or ")}`, "country");
  const number = toMpesaNumber(chosen, phoneNumber);
  if (number === null) throw invalid(mpesaNumberMessage(chosen), "phoneNumber");
  return { ...nowhere, country: chosen, phoneNumber: number };
}
