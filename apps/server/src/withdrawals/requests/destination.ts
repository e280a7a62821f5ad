import {
  type BodyOf,
  type createWithdrawal,
  withdrawalDestination,
  type WithdrawalDestination,
  withdrawalKinds,
} from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { formatPayableMessage, isPayable } from "../../deposits/api.ts";
import type { RowFor } from "../../ledger/api.ts";

/**
 * Formats a destination in one line, such as "USDT on TRC20 to T…" or "Equity Bank, Kenya, account 0123456789, account name
 * Amina Otieno". Equal destinations give equal texts and different ones different texts, because an administrator's
 * confirmation is only valid for this text.
 */
export function formatDestination(withdrawal: Destination): string {
  return withdrawalKinds[withdrawal.withdrawalType].formatLine({
    word: (field) => formatWord(withdrawal[field]),
    phrase: (field) => formatPhrase(withdrawal[field]),
  });
}

const plainWord = /^[\p{L}\p{M}\p{N}&'’()+./_-]+$/u;

/** A part that ends at a space. */
const formatWord = (part: string | null): string => (part !== null && plainWord.test(part) ? part : quote(part));

/** A part that ends at a comma: words with single spaces between them. */
const formatPhrase = (part: string | null): string =>
  part !== null && part.split(" ").every((each) => plainWord.test(each)) ? part : quote(part);

/** Quotes a part that could be read as several; invisible characters are written as escapes. */
function quote(part: string | null): string {
  return part === null ? "—" : `"${[...part].map(escapeCharacter).join("")}"`;
}

function escapeCharacter(character: string): string {
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character) && !/["\\]/.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Replaces escapes by their characters, as needed for a destination that was copied from the list. */
export function removeEscapes(text: string): string {
  return text.replace(/\\u\{([\da-f]{1,6})\}/gi, (written, digits: string) => {
    const number = Number.parseInt(digits, 16);
    const isCharacter = number > 0 && number <= 0x10ffff && (number < 0xd800 || number > 0xdfff);
    return isCharacter ? String.fromCodePoint(number) : written;
  });
}

/** The destination's columns; those that its type does not use are null. */
export type Destination = Pick<
  RowFor<"withdrawals">,
  | "withdrawalType"
  | "currency"
  | "network"
  | "destinationAddress"
  | "country"
  | "bankName"
  | "accountName"
  | "phoneNumber"
>;

/**
 * Checks a destination by the contract's rules and the checksum of a wallet address.
 * @param takesTestNetworks true if addresses of test networks are accepted, as in demo mode
 * @throws AppError VALIDATION naming the first field that is missing or wrong
 */
export function parseDestination(
  body: Omit<BodyOf<typeof createWithdrawal>, "amount">,
  takesTestNetworks: boolean,
): Destination {
  const { data: destination, error } = withdrawalDestination.safeParse(body);
  if (destination === undefined) {
    const [issue] = error.issues;
    throw invalid(issue?.message ?? "", String(issue?.path[0] ?? "withdrawalType"));
  }
  refuseUnpayable(destination, takesTestNetworks);
  return {
    currency: null,
    network: null,
    destinationAddress: null,
    country: null,
    bankName: null,
    accountName: null,
    phoneNumber: null,
    ...destination,
  };
}

function refuseUnpayable(destination: WithdrawalDestination, takesTestNetworks: boolean): void {
  if (destination.withdrawalType !== "crypto") return;
  const { network, destinationAddress } = destination;
  if (isPayable(network, destinationAddress, takesTestNetworks)) return;
  throw invalid(formatPayableMessage(network, takesTestNetworks), "destinationAddress");
}

const invalid = (message: string, field: string): AppError =>
  new AppError("VALIDATION", message, { fields: { [field]: message } });
