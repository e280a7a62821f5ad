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

/** A part that ends at a blank. */
const formatWord = (part: string | null): string => (part !== null && plainWord.test(part) ? part : quote(part));

/** A part that ends at a comma: words with single blanks between. */
const formatPhrase = (part: string | null): string =>
  part !== null && part.split(" ").every((each) => plainWord.test(each)) ? part : quote(part);

/** Of what is missing, or could be mistaken for more than one part: in quotes, what can't be seen by its number. */
function quote(part: string | null): string {
  return part === null ? "—" : `"${[...part].map(escapeCharacter).join("")}"`;
}

function escapeCharacter(character: string): string {
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character) && !/["\\]/.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A text with the characters that are written by their number in it, as in a destination that was copied from the list. */
export function removeEscapes(text: string): string {
  return text.replace(/\\u\{([\da-f]{1,6})\}/gi, (written, digits: string) => {
    const number = Number.parseInt(digits, 16);
    const isCharacter = number > 0 && number <= 0x10ffff && (number < 0xd800 || number > 0xdfff);
    return isCharacter ? String.fromCodePoint(number) : written;
  });
}
