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

type Field = "currency" | "network" | "destinationAddress" | "country" | "bankName" | "accountName" | "phoneNumber";

/** A field as a part of a line that ends at a space, or at a comma. What could be read as several parts is quoted. */
type LineParts = Record<"word" | "phrase", (field: Field) => string>;

/**
 * One kind of withdrawal. The accepted requests, the one-line destination that administrators confirm, the ledger's account
 * `external:{kind}`, the lists of statements and the filters follow from it. How a screen shows it is in
 * apps/web/src/content/withdrawal-kinds.ts.
 */
interface WithdrawalKind {
  /** In the names of the ledger's account and of statements. */
  label: string;
  /** True if the payment goes over a chain, whose network the investor chooses. */
  hasNetwork: boolean;
  /** True if statements of the account that it is paid from are compared with the books. */
  hasStatements: boolean;
  /** The fields that are needed, with account and phone numbers in the form in which they are stored. */
  destination: z.ZodMiniType;
  /** Equal destinations give equal lines, and different ones different lines. */
  formatLine: (parts: LineParts) => string;
}

export const withdrawalKinds = {
  crypto: {
    label: "crypto",
    hasNetwork: true,
    hasStatements: false,
    /** The checksum of the address is checked by the server, which has the code for it. */
    destination: z.pipe(
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
    ),
    formatLine: ({ word }) => `${word("currency")} on ${word("network")} to ${word("destinationAddress")}`,
  },
  bank: {
    label: "bank",
    hasNetwork: false,
    hasStatements: true,
    destination: z.pipe(
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
    ),
    formatLine: ({ phrase }) =>
      [
        phrase("bankName"),
        phrase("country"),
        `account ${phrase("destinationAddress")}`,
        `account name ${phrase("accountName")}`,
      ].join(", "),
  },
  mpesa: {
    label: "M-Pesa",
    hasNetwork: false,
    hasStatements: true,
    destination: z.pipe(
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
    ),
    formatLine: ({ word }) => `M-Pesa ${word("country")} ${word("phoneNumber")}`,
  },
} as const satisfies Record<string, WithdrawalKind>;

export type WithdrawalType = keyof typeof withdrawalKinds;
/** In the order in which the screens show them. */
export const withdrawalTypes = Object.keys(withdrawalKinds) as [WithdrawalType, ...WithdrawalType[]];

type DestinationSchema = (typeof withdrawalKinds)[WithdrawalType]["destination"];

/**
 * Where a withdrawal is paid to. Fields of other kinds are dropped. The request's body is looser, because the amount is
 * checked against the balance before the destination.
 */
export const withdrawalDestination = z.discriminatedUnion(
  "withdrawalType",
  withdrawalTypes.map((kind): DestinationSchema => withdrawalKinds[kind].destination) as [
    DestinationSchema,
    ...DestinationSchema[],
  ],
);
export type WithdrawalDestination = z.output<DestinationSchema>;

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
