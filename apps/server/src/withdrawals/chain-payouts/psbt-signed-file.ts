import { sha256 } from "@noble/hashes/sha2.js";
import { Transaction } from "@scure/btc-signer";
import { SignedFileError, type SignableTransfer, type SignedTransfer } from "./paying-chain.ts";
import * as texts from "../../messages/withdrawals.ts";

const HEX = /^[0-9a-f]+$/i;

/**
 * Takes signed PSBTs in base64, finished or not, or finished transactions in hexadecimal, one a line. The hash without signatures
 * is compared, which covers every input, output and amount.
 * @throws SignedFileError
 */
export function readSignedPsbt(text: string, asked: readonly SignableTransfer[]): SignedTransfer[] {
  const parts = text.split(/\s+/).filter((part) => part !== "");
  if (parts.length === 0) throw new SignedFileError(texts.signedFileEmpty);
  const signed = new Map(parts.map(parse).map((part) => [computeHash(part.transaction), part]));
  const found = asked.map(({ id, unsigned }): SignedTransfer => {
    const hash = computeHash(Transaction.fromPSBT(Buffer.from(unsigned, "base64")));
    const part = signed.get(hash);
    if (!part) {
      throw new SignedFileError(texts.signedContentDiffers);
    }
    signed.delete(hash);
    return { id, hash, raw: Buffer.from(finish(part)).toString("hex") };
  });
  if (signed.size > 0) throw new SignedFileError(texts.signedFileWithOther);
  return found;
}

interface SignedPart {
  transaction: Transaction;
  /** A transaction in hexadecimal, and no PSBT: it does not tell what its inputs are worth. */
  isRaw: boolean;
}

function parse(part: string): SignedPart {
  const isRaw = HEX.test(part);
  try {
    const bytes = Buffer.from(part, isRaw ? "hex" : "base64");
    // A transaction that was finished elsewhere may pay to any kind of output.
    const options = { allowUnknownOutputs: true, allowUnknownInputs: true };
    const transaction = isRaw ? Transaction.fromRaw(bytes, options) : Transaction.fromPSBT(bytes, options);
    return { transaction, isRaw };
  } catch (error) {
    throw new SignedFileError(texts.signedFileUnreadable, {
      cause: error,
    });
  }
}

function finish({ transaction, isRaw }: SignedPart): Uint8Array {
  try {
    if (!transaction.isFinal) transaction.finalize();
    if (isRaw) return transaction.toBytes(true, true);
    return transaction.extract();
  } catch (error) {
    throw new SignedFileError(texts.signedPartly, { cause: error });
  }
}

/** The hash without signatures, which is that of the signed transaction, because all inputs are native segwit (BIP141). */
export function computeHash(transaction: Transaction): string {
  return Buffer.from(sha256(sha256(transaction.unsignedTx)))
    .reverse()
    .toString("hex");
}
