import { AppError } from "../../platform/base/app-error.ts";
import type { DepositNetwork } from "../addresses/configured-addresses.ts";
import * as texts from "../../messages/deposits.ts";

/** On all networks that deposits arrive on, a transaction hash has 32 bytes. */
const hashPattern = /^[0-9a-f]{64}$/;
/** A demo's payments are made up, and so are their hashes. */
const demoPattern = /^[0-9a-z][0-9a-z._:-]*$/i;
const hashInAddress = /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/g;
const hiddenCharacters = /[\p{Z}\p{C}]/gu;

/**
 * Reads a transaction hash as people copy it, with blanks, invisible characters, full-width letters, capitals or as the address of
 * a block explorer. Every spelling of a hash gives the same text, so that one transaction is credited once.
 * @param takesAny a demo also takes texts that are no hash, but none that contains one
 * @returns 64 hexadecimal digits, after 0x where Ethereum's form was typed
 * @throws AppError VALIDATION
 */
export function readTransactionHash(typed: string, takesAny: boolean): string {
  const text = typed.normalize("NFKC").replace(hiddenCharacters, "");
  const lower = text.toLowerCase();
  const [hash, ...others] = /^https?:/.test(lower) ? (lower.match(hashInAddress) ?? []) : [lower];
  const digits = hash?.replace(/^0x/, "") ?? "";
  if (hashPattern.test(digits) && others.length === 0) return hash === digits ? digits : `0x${digits}`;
  if (takesAny && demoPattern.test(text) && !/[0-9a-f]{64}/.test(lower)) return text;
  const message = texts.hashInvalid;
  throw new AppError("VALIDATION", message, { fields: { transactionHash: message } });
}

/** An M-Pesa receipt, as its messages show it: 10 letters and digits. */
const receiptPattern = /^[A-Z0-9]{10}$/;

/**
 * Reads what proves a payment to a deposit: a transaction hash, or for M-Pesa the receipt.
 * @param takesAny a demo also takes other texts
 * @throws AppError VALIDATION
 */
export function readPaymentReference(typed: string, network: string, takesAny: boolean): string {
  if (network !== "MPESA") return readTransactionHash(typed, takesAny);
  const receipt = typed.normalize("NFKC").replace(hiddenCharacters, "").toUpperCase();
  if (receiptPattern.test(receipt)) return receipt;
  if (takesAny) return readTransactionHash(typed, true);
  const message = texts.receiptInvalid;
  throw new AppError("VALIDATION", message, { fields: { transactionHash: message } });
}

/** The form in which the network's wallets show a hash: Ethereum's begins with 0x, the others do not. Other texts stay. */
export function formatTransactionHash(hash: string, network: DepositNetwork): string {
  const digits = hash.replace(/^0x/, "");
  if (!hashPattern.test(digits)) return hash;
  return network === "ERC20" ? `0x${digits}` : digits;
}
