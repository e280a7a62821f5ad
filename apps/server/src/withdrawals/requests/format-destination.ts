import type { WithdrawalRow } from "./store.ts";

type Kept = Pick<
  WithdrawalRow,
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
 * Formats a destination in one line, such as "USDT on TRC20 to T…" or "Equity Bank, Kenya, account 0123456789, account name
 * Amina Otieno". Equal destinations give equal texts and different ones different texts, because an administrator's
 * confirmation is only valid for this text.
 */
export function formatDestination(withdrawal: Kept): string {
  switch (withdrawal.withdrawalType) {
    case "crypto":
      return `${formatWord(withdrawal.currency)} on ${formatWord(withdrawal.network)} to ${formatWord(withdrawal.destinationAddress)}`;
    case "mpesa":
      return `M-Pesa ${formatWord(withdrawal.country)} ${formatWord(withdrawal.phoneNumber)}`;
    case "bank":
      return [
        formatPhrase(withdrawal.bankName),
        formatPhrase(withdrawal.country),
        `account ${formatPhrase(withdrawal.destinationAddress)}`,
        `account name ${formatPhrase(withdrawal.accountName)}`,
      ].join(", ");
  }
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
