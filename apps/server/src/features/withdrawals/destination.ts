import { messages, mpesaCountries, withdrawalNetworks, type BodyOf, type createWithdrawal } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import type { WithdrawalRow } from "./store.ts";

type Body = BodyOf<typeof createWithdrawal>;

export type Destination = Pick<
  WithdrawalRow,
  "currency" | "network" | "destination_address" | "country" | "bank_name" | "account_name" | "phone_number"
>;

const nowhere: Destination = {
  currency: null,
  network: null,
  destination_address: null,
  country: null,
  bank_name: null,
  account_name: null,
  phone_number: null,
};

const invalid = (message: string, field: string): AppError =>
  new AppError("VALIDATION", message, { fields: { [field]: message } });

/**
 * Where a withdrawal goes, with the fields that its type needs and no others.
 * @throws AppError VALIDATION naming what is missing
 */
export function destinationOf(body: Body): Destination {
  switch (body.withdrawalType) {
    case "crypto":
      return cryptoDestination(body);
    case "bank":
      return bankDestination(body);
    case "mpesa":
      return mpesaDestination(body);
  }
}

function cryptoDestination({ currency, network, destinationAddress }: Body): Destination {
  if (!destinationAddress) throw invalid(messages.walletAddressMissing, "destinationAddress");
  const networks = Object.entries(withdrawalNetworks).find(([name]) => name === currency)?.[1];
  if (!currency || !networks) throw invalid("Please choose a cryptocurrency", "currency");
  if (!network || !networks.some((each) => each === network)) {
    throw invalid(`Please choose a network of ${currency}: ${networks.join(", ")}`, "network");
  }
  return { ...nowhere, currency, network, destination_address: destinationAddress };
}

function bankDestination({ country, bankName, accountName, destinationAddress }: Body): Destination {
  const missing = Object.entries({ bankName, accountName, destinationAddress, country }).find(([, value]) => !value);
  if (!bankName || !accountName || !destinationAddress || !country) {
    throw invalid(messages.bankDetailsMissing, missing?.[0] ?? "bankName");
  }
  return {
    ...nowhere,
    country,
    bank_name: bankName,
    account_name: accountName,
    destination_address: destinationAddress,
  };
}

function mpesaDestination({ country, phoneNumber }: Body): Destination {
  if (!phoneNumber) throw invalid(messages.mpesaPhoneMissing, "phoneNumber");
  if (!country || !mpesaCountries.some((each) => each === country)) {
    throw invalid(`Please choose a country with M-Pesa: ${mpesaCountries.join(" or ")}`, "country");
  }
  return { ...nowhere, country, phone_number: phoneNumber };
}
