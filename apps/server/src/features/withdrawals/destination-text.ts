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
 * Where a withdrawal goes, in one line, such as "USDT on TRC20 to T…" or "Equity Bank, Kenya, account 0123456789, account
 * name Amina Otieno". The same destination always gives the same text, and two that differ in anything never do: an
 * administrator's confirmation is bound to it.
 */
export function destinationTextOf(withdrawal: Kept): string {
  switch (withdrawal.withdrawalType) {
    case "crypto":
      return `${word(withdrawal.currency)} on ${word(withdrawal.network)} to ${word(withdrawal.destinationAddress)}`;
    case "mpesa":
      return `M-Pesa ${word(withdrawal.country)} ${word(withdrawal.phoneNumber)}`;
    case "bank":
      return [
        phrase(withdrawal.bankName),
        phrase(withdrawal.country),
        `account ${phrase(withdrawal.destinationAddress)}`,
        `account name ${phrase(withdrawal.accountName)}`,
      ].join(", ");
  }
}

const plainWord = /^[\p{L}\p{M}\p{N}&'’()+./_-]+$/u;

/** A part that ends at a blank. */
const word = (part: string | null): string => (part !== null && plainWord.test(part) ? part : quoted(part));

/** A part that ends at a comma: words with single blanks between. */
const phrase = (part: string | null): string =>
  part !== null && part.split(" ").every((each) => plainWord.test(each)) ? part : quoted(part);

/** Of what is missing, or could be mistaken for more than one part: in quotes, what can't be seen by its number. */
function quoted(part: string | null): string {
  return part === null ? "—" : `"${[...part].map(escaped).join("")}"`;
}

function escaped(character: string): string {
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character) && !/["\\]/.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A text with the characters that are written by their number in it, as in a destination that was copied from the list. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\u\{([\da-f]{1,6})\}/gi, (written, digits: string) => {
    const number = Number.parseInt(digits, 16);
    const isCharacter = number > 0 && number <= 0x10ffff && (number < 0xd800 || number > 0xdfff);
    return isCharacter ? String.fromCodePoint(number) : written;
  });
}
