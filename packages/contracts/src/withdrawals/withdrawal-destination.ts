import * as z from "zod/mini";
import { bankCountries } from "./banks.ts";
import { mpesaCountries, networkMinimumCents, withdrawalCurrencies, withdrawalNetworks } from "../lists.ts";
import { messages } from "../messages.ts";
import { mpesaNumberMessage, toMpesaNumber } from "../deposits/mpesa-numbers.ts";

const required = (message: string) => z.string(message).check(z.trim(), z.minLength(1, message));
/** Checked once the required fields are there, so that what is missing is named first. */
const text = z.nullish(z.string());

const accountNumberPattern = /^[a-z\d]{4,34}$/i;
const ACCOUNT_NUMBER_MESSAGE = "Please enter the account number: 4 to 34 letters and digits";

function refuse(context: z.core.ParsePayload, field: string, message: string, input: unknown): typeof z.NEVER {
  context.issues.push({ code: "custom", message, path: [field], input });
  return z.NEVER;
}

/** The checksum of the address is checked by the server, which has the code for it. */
const cryptoDestination = z.pipe(
  z.object({
    withdrawalType: z.literal("crypto"),
    destinationAddress: required(messages.walletAddressMissing),
    currency: z.enum(withdrawalCurrencies, `Please choose a cryptocurrency: ${withdrawalCurrencies.join(", ")}`),
    network: text,
  }),
  z.transform(({ network: given, ...destination }, context) => {
    const { currency } = destination;
    const network = withdrawalNetworks[currency].find((each) => each === given);
    if (network) return { ...destination, network };
    const allowed = withdrawalNetworks[currency].join(", ");
    return refuse(context, "network", `Please choose a network of ${currency}: ${allowed}`, given);
  }),
);

const bankDestination = z.pipe(
  z.object({
    withdrawalType: z.literal("bank"),
    bankName: required(messages.bankDetailsMissing),
    accountName: required(messages.bankDetailsMissing),
    destinationAddress: required(messages.bankDetailsMissing),
    country: required(messages.bankDetailsMissing),
  }),
  z.transform((destination, context) => {
    const { country, destinationAddress: given } = destination;
    if (!bankCountries.includes(country)) {
      const message = `Please choose a country that bank transfers go to: ${bankCountries.join(", ")}`;
      return refuse(context, "country", message, country);
    }
    // People write account numbers with spaces and dashes.
    const destinationAddress = given.replace(/[\s-]/g, "");
    if (accountNumberPattern.test(destinationAddress)) return { ...destination, destinationAddress };
    return refuse(context, "destinationAddress", ACCOUNT_NUMBER_MESSAGE, given);
  }),
);

const mpesaDestination = z.pipe(
  z.object({
    withdrawalType: z.literal("mpesa"),
    phoneNumber: required(messages.mpesaPhoneMissing),
    country: z.enum(mpesaCountries, `Please choose a country with M-Pesa: ${mpesaCountries.join(" or ")}`),
  }),
  z.transform((destination, context) => {
    const { country, phoneNumber: given } = destination;
    const phoneNumber = toMpesaNumber(country, given);
    if (phoneNumber !== null) return { ...destination, phoneNumber };
    return refuse(context, "phoneNumber", mpesaNumberMessage(country), given);
  }),
);

/**
 * Where a withdrawal is paid to: the fields that its type needs, with account and phone numbers in the form in which
 * they are stored. Fields of other types are dropped. The request's body is looser, because the amount is checked against
 * the balance before the destination.
 */
export const withdrawalDestination = z.discriminatedUnion("withdrawalType", [
  cryptoDestination,
  bankDestination,
  mpesaDestination,
]);
export type WithdrawalDestination = z.output<typeof withdrawalDestination>;

/** Says that an amount does not cover the fee of its network; null for other payments and larger amounts. */
export function findNetworkProblem(amountCents: bigint, network: string | null | undefined): string | null {
  const least = networkMinimumCents[network as keyof typeof networkMinimumCents] as bigint | undefined;
  if (least === undefined || amountCents >= least) return null;
  return messages.networkMinimum(network ?? "", formatWholeDollars(least));
}

/** Network minimums are whole dollars. */
function formatWholeDollars(cents: bigint): string {
  return String(cents / 100n);
}
